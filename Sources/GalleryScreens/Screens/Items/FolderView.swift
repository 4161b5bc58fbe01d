import ImageFeeds
import ImageLoading
import TerminalScreen
import TerminalViews

/// A folder, in place of a picture: up to four of its pictures side by side, or a sign if it has none.
@MainActor
final class FolderView: View {
    private let environment: ScreenEnvironment
    /// As many as the folders so far have needed.
    private var pictures: [ImageView] = []
    private var samples: [PictureSource] = []
    /// Whether the pictures were requested.
    private(set) var hasAsked = false

    init(environment: ScreenEnvironment) {
        self.environment = environment
        super.init()
        isUserInteractionEnabled = false
        isHidden = true
    }

    private func addPicture() {
        let picture = ImageView(environment: environment)
        picture.contentMode = .aspectFill
        addSubview(picture)
        pictures.append(picture)
    }

    /// Shows a folder; nothing for another item.
    func show(_ item: FeedItem?, placeholder: Placeholder) {
        isHidden = item?.isFolder != true
        samples = item?.samples.map(PictureSource.local) ?? []
        hasAsked = false
        while pictures.count < samples.count { addPicture() }
        for (index, picture) in pictures.enumerated() {
            picture.prepareForReuse()
            picture.isHidden = index >= samples.count
            if !picture.isHidden { picture.showPlaceholder(placeholder) }
        }
        setNeedsLayout()
        setNeedsDisplay()
    }

    /// Requests the pictures.
    func load(placeholder: Placeholder, options: ImageOptions) {
        hasAsked = true
        layoutIfNeeded()
        for (picture, sample) in zip(pictures, samples) {
            picture.setImage(url: sample.url, placeholder: placeholder, options: options) {
                [weak picture, sign = environment.failureSign] result in
                guard case .failure(let error) = result, error != .cancelled else { return }
                picture?.showPlaceholder(.text(sign))
            }
        }
    }

    /// Two columns, of which each has one picture or two; a single picture takes all.
    override func layoutSubviews() {
        let shown = pictures.prefix(samples.count)
        let left = shown.prefix(shown.count > 3 ? 2 : 1)
        let width = shown.count == left.count ? bounds.size.columns : bounds.size.columns / 2
        place(left, column: 0, columns: width)
        place(shown.dropFirst(left.count), column: width, columns: bounds.size.columns - width)
    }

    private func place(_ pictures: ArraySlice<ImageView>, column: Int, columns: Int) {
        for (index, picture) in pictures.enumerated() {
            let (top, end) = (
                index * bounds.size.rows / pictures.count, (index + 1) * bounds.size.rows / pictures.count
            )
            picture.frame = CellRect(column: column, row: top, columns: columns, rows: end - top)
        }
    }

    override func draw(in context: inout DrawingContext) {
        guard samples.isEmpty else { return }
        context.draw("▸", column: bounds.size.columns / 2, row: bounds.size.rows / 2, columns: 1, style: theme.title)
    }
}
