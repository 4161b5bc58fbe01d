import TerminalScreen

/// The header or footer of a section for which only the data source's title is given.
@MainActor
final class TableHeaderView: ReusableView {
    let label = Label()

    override init(reuseIdentifier: String) {
        super.init(reuseIdentifier: reuseIdentifier)
        label.style = CellStyle(attributes: .bold)
        addSubview(label)
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        label.text = ""
    }

    override func layoutSubviews() {
        label.frame = bounds.inset(by: CellInsets(left: 1, right: 1))
    }

    /// Fills the background, because rows scroll beneath a pinned header.
    override func draw(in context: inout DrawingContext) { context.fill(bounds, style: .plain) }
}
