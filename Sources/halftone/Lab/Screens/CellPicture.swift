import ImageLoading
import TerminalScreen
import TerminalViews

/// The second picture of a cell, with a look of its own. Loads with equal options are shared.
@MainActor
final class PictureTwin {
    let imageView: AnimatedImageView
    private let lab: LabEnvironment
    private let pictureLoad: PictureLoad

    init(lab: LabEnvironment, environment: ScreenEnvironment) {
        self.lab = lab
        imageView = AnimatedImageView(environment: environment)
        pictureLoad = PictureLoad(into: imageView)
    }

    /// The load of the present row, which may have ended.
    var operation: ImageLoadOperation? { pictureLoad.operation }

    /// The number of the load in progress; `nil` if there is none.
    var load: Int? { imageView.latestOperation?.id }

    /// Applies the settings of the view, without a load.
    func restyle() {
        guard let look = lab.settings.beside else { return }
        imageView.indicator = look.indicator
        imageView.transition = look.transition
        imageView.transitionThreshold = .zero
        imageView.changePlaceholder(to: look.placeholder.placeholder)
    }

    /// Requests the picture of the cell's row, as the cell does.
    func ask(row: Int) {
        guard let look = lab.settings.beside else {
            if imageView.imageURL != nil { prepareForReuse() }
            return
        }
        pictureLoad.start(
            lab.url(ofRow: row), placeholder: look.placeholder.placeholder,
            options: look.options.union(lab.settings.priority),
            context: lab.context(row: row, variant: imageView.variant))
    }

    /// Unbinds the picture from the cell's row.
    func prepareForReuse() { pictureLoad.reset() }
}

extension LabCell {
    /// The numbers of the cell's image views in the trace.
    var viewIDs: [Int] { [imageView.id, twin.imageView.id] }

    /// Returns the newest load for the present row in one of the cell's image views; `nil` if there was none.
    func load(ofView view: Int) -> Int? { view == twin.imageView.id ? twin.operation?.id : facts.load }

    /// The frame of the picture, or those of the two.
    var imageFrames: [CellRect] {
        [imageView.frame] + (twin.imageView.isHidden ? [] : [twin.imageView.frame])
    }

    /// The rectangle of the picture or of both.
    var pictureFrame: CellRect {
        let end = (twin.imageView.isHidden ? imageView : twin.imageView).frame.maxColumn
        return CellRect(
            column: imageView.frame.minColumn, row: 0, columns: end - imageView.frame.minColumn,
            rows: imageView.frame.size.rows)
    }
}
