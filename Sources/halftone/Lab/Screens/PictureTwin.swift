import ImageLoading
import TerminalScreen
import TerminalViews

/// The second picture of a cell, with other settings. Both share a load and differ only in presentation.
@MainActor
final class PictureTwin {
    let imageView: AnimatedImageView
    private let lab: LabEnvironment

    init(lab: LabEnvironment, environment: ScreenEnvironment) {
        self.lab = lab
        imageView = AnimatedImageView(environment: environment)
    }

    private var settings: LabSettings.Look { lab.settings.beside }

    /// The number of the load; `nil` if there is none.
    var load: Int? { imageView.latestOperation?.id }

    /// Applies the settings of the view, without a load.
    func restyle() {
        imageView.indicator = settings.indicator
        imageView.transition = settings.transition
        imageView.changePlaceholder(to: settings.placeholder.placeholder)
    }

    /// Requests the picture of the cell's row, as the cell does.
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
    /// The frames of the two pictures.
    var pictureFrame: CellRect {
        let end = (twin.imageView.isHidden ? imageView : twin.imageView).frame.maxColumn
        return CellRect(
            column: imageView.frame.minColumn, row: 0, columns: end - imageView.frame.minColumn,
            rows: imageView.frame.size.rows)
    }
}
