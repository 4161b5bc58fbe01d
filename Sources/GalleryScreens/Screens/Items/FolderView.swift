import ImageFeeds
import ImageLoading
import TerminalScreen
import TerminalViews

/// A folder, in place of a picture: up to four of its pictures side by side, or its outline if they are not known.
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
            picture.setImage(url: sample.url, placeholder: placeholder, options: options)
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

    // MARK: - Outline

    private static let most = CellSize(columns: 16, rows: 6)

    override func draw(in context: inout DrawingContext) {
        guard samples.isEmpty else { return }
        let (columns, rows) = (min(bounds.size.columns, Self.most.columns), min(bounds.size.rows, Self.most.rows))
        guard columns >= 6, rows >= 3 else {
            context.draw("▸", column: 0, row: 0, columns: columns, style: theme.title)
            return
        }
        let box = CellRect(
            column: (bounds.size.columns - columns) / 2, row: (bounds.size.rows - rows) / 2, columns: columns,
            rows: rows)
        context.drawBox(box, style: theme.detail)
        // The tab: the right part of the upper edge is one line lower.
        let tabColumns = columns / 2
        let (left, right) = (box.minColumn + tabColumns - 1, box.maxColumn - 1)
        let rest = String(repeating: "─", count: right - left - 1)
        context.draw("╮", column: left, row: box.minRow, columns: 1, style: theme.detail)
        context.fill(
            CellRect(column: left + 1, row: box.minRow, columns: right - left, rows: 1), style: .plain)
        context.draw("╰\(rest)╮", column: left, row: box.minRow + 1, columns: right - left + 1, style: theme.detail)
    }
}
