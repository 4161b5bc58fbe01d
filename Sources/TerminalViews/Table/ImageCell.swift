import TerminalScreen

/// A row with an image at the left and a text beside it, like the default style of UITableViewCell. Main actor only.
///
/// The image is as high as the row and square on the screen; rows that are higher show larger images.
@MainActor
public final class ImageCell: ReusableCell {
    /// The image, which is loaded with ``ImageView/setImage(url:placeholder:options:context:progress:completion:)``.
    public let imageView: ImageView
    /// The text, centered vertically; bold while the row is selected.
    public let label = Label()

    /// Creates a cell for views of this environment.
    public init(reuseIdentifier: String, environment: ScreenEnvironment) {
        imageView = ImageView(environment: environment)
        super.init(reuseIdentifier: reuseIdentifier)
        label.numberOfLines = 0
        addSubview(imageView)
        addSubview(label)
    }

    public override var isSelected: Bool {
        didSet { label.style = CellStyle(attributes: isSelected ? .bold : []) }
    }

    /// Cancels the load and removes image and text.
    public override func prepareForReuse() {
        super.prepareForReuse()
        imageView.prepareForReuse()
        label.text = ""
    }

    public override func layoutSubviews() {
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        let width = min(2 * rows, max(0, columns - 1))
        imageView.frame = CellRect(column: 1, row: 0, columns: width, rows: rows)
        let room = CellSize(columns: max(0, columns - width - 3), rows: rows)
        let height = label.sizeThatFits(room).rows
        label.frame = CellRect(column: width + 3, row: (rows - height) / 2, columns: room.columns, rows: height)
    }

    /// Draws the mark of a selected row at the left edge.
    public override func draw(in context: inout DrawingContext) {
        guard isSelected else { return }
        for row in 0..<bounds.size.rows { _ = context.draw("▌", column: 0, row: row, columns: 1, style: .plain) }
    }
}
