import ImageLoading
import TerminalScreen
import TerminalViews

/// The picture of a cell once more, as other settings show it. Both have one load: what differs is what is seen of it.
@MainActor
final class PictureTwin {
    let imageView: AnimatedImageView
    private let lab: LabEnvironment

    init(lab: LabEnvironment, environment: ScreenEnvironment) {
        self.lab = lab
        imageView = AnimatedImageView(environment: environment)
    }

    private var settings: LabSettings.Look { lab.settings.beside }

    /// The number of its load; `nil` if it has none.
    var load: Int? { imageView.latestOperation?.id }

    /// Looks as its switches say, without asking for anything.
    func restyle() {
        imageView.indicator = settings.indicator
        imageView.transition = settings.transition
        imageView.changePlaceholder(to: settings.placeholder.placeholder)
    }

    /// Asks for the picture of the cell's row, as the cell does.
    func ask(row: Int) {
        guard lab.settings.showsBeside else {
            if imageView.imageURL != nil { imageView.prepareForReuse() }
            return
        }
        var options = lab.settings.imageOptions
        options[.delayPlaceholder] = settings.delaysPlaceholder
        imageView.setImage(
            url: lab.url(ofRow: row), placeholder: settings.placeholder.placeholder, options: options,
            context: lab.context(row: row, variant: imageView.variant)
        ) { _ in }
    }
}

extension LabCell {
    /// Where its pictures are.
    var pictureFrame: CellRect {
        let end = (twin.imageView.isHidden ? imageView : twin.imageView).frame.maxColumn
        return CellRect(
            column: imageView.frame.minColumn, row: 0, columns: end - imageView.frame.minColumn,
            rows: imageView.frame.size.rows)
    }
}
