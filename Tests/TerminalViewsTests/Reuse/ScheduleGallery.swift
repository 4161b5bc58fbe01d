import EngineTestSupport
import FoundationEssentials
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport

@testable import TerminalViews

/// Rows, each with the number of its picture, shown in recycled cells two columns wide.
@MainActor
final class ScheduleGallery: TableViewDataSource, TableViewDelegate, TableViewDataSourcePrefetching {
    static let placeholder = RGB(255, 0, 255)
    static let imageSize = CellSize(columns: 2, rows: 1)

    /// Pictures whose colors differ from each other, and from those of fades to or from a placeholder.
    static let pictures: [(url: URL, color: RGB, allowed: [ColorLine])] = {
        var pictures: [(url: URL, color: RGB, allowed: [ColorLine])] = []
        for number in stride(from: 0, to: 4096, by: 37) where pictures.count < 40 {
            let color = FakePicture(number: number).color
            let lines = [RGB(0, 0, 0), placeholder].map { ColorLine(from: $0, to: color) }
            let isUnmistakable = pictures.allSatisfy { other in
                !lines.contains { $0.contains(other.color) } && !other.allowed.contains { $0.contains(color) }
            }
            if isUnmistakable { pictures.append((Stage.url(number), color, lines)) }
        }
        return pictures
    }()

    final class RowCell: PictureCell {
        /// Set by the first load that fails or is cancelled, whose completion loads again at once.
        var hasInsisted = false

        override init(environment: ScreenEnvironment) {
            super.init(environment: environment)
            imageView.transitionThreshold = .zero
        }

        override func layoutSubviews() {
            let columns = min(ScheduleGallery.imageSize.columns, bounds.size.columns)
            imageView.frame = CellRect(column: 0, row: 0, columns: columns, rows: ScheduleGallery.imageSize.rows)
        }
    }

    var pictureOfRow: [Int]
    let prefetcher: RowPrefetcher<IndexPath>
    private let environment: ScreenEnvironment
    private let indicator: ImageIndicator
    private let transition: ImageTransition
    private let isNaive: Bool
    private(set) var cellsMade = 0

    init(
        rows: Int, environment: ScreenEnvironment, indicator: ImageIndicator, transition: ImageTransition,
        isNaive: Bool
    ) {
        // Some pictures are in several rows, so that loads are shared.
        pictureOfRow = (0..<rows).map { $0 % (Self.pictures.count - 8) }
        prefetcher = RowPrefetcher(ImagePrefetcher(manager: environment.manager))
        self.environment = environment
        self.indicator = indicator
        self.transition = transition
        self.isNaive = isNaive
    }

    func url(ofRow row: Int) -> URL { Self.pictures[pictureOfRow[row]].url }

    func makeCell() -> RowCell {
        cellsMade += 1
        return RowCell(environment: environment)
    }

    func load(_ row: Int, in cell: RowCell, options: ImageOptions = []) {
        let url = url(ofRow: row)
        var context = ImageContext()
        context.row = row
        cell.imageView.setImage(url: url, placeholder: .plain(Self.placeholder), options: options, context: context) {
            [weak cell, isNaive] result in
            guard isNaive, let cell, case .failure = result, !cell.hasInsisted else { return }
            guard cell.imageView.imageURL == url else { return }  // the row has another picture by now
            cell.hasInsisted = true
            cell.imageView.setImage(url: url, placeholder: .plain(Self.placeholder), options: .retryFailed)
        }
    }

    // MARK: - Table

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { pictureOfRow.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        guard let cell = cell as? RowCell else { return cell }
        cell.hasInsisted = false
        cell.imageView.indicator = indicator
        cell.imageView.transition = transition
        cell.imageView.showPlaceholder(.plain(Self.placeholder))
        return cell
    }

    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath) {
        if let cell = cell as? RowCell { load(indexPath.row, in: cell) }
    }

    private var context: ImageContext {
        var context = ImageContext()
        let size = Self.imageSize
        context.variant = ImageVariant(box: PixelSize(width: size.columns, height: 2 * size.rows))
        return context
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
        prefetcher.startPrefetching(indexPaths.map { (row: $0, url: url(ofRow: $0.row)) }, context: context)
    }

    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        prefetcher.cancelPrefetching(indexPaths)
    }
}
