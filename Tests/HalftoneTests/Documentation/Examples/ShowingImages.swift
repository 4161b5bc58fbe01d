// Examples of the article “Showing Images”, as they stand there.

import FoundationEssentials
import HalftoneKit
import TerminalScreen
import TerminalViews

/// A program with a list. Its data source is that of README.md, and records the choices.
@MainActor
enum ImageListExample {
    final class Pictures: TableViewDataSource {
        var urls: [URL]
        var chosen: URL?

        init(_ urls: [URL]) { self.urls = urls }

        func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { urls.count }

        func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
            let cell = table.dequeueReusableCell(withIdentifier: "picture", for: path)
            (cell as? ImageCell)?.imageView.setImage(url: urls[path.row])
            return cell
        }
    }

    final class PictureList: View {
        let table: TableView
        private let pictures: Pictures
        private let environment: ScreenEnvironment

        init(_ pictures: Pictures, environment: ScreenEnvironment) {
            (self.pictures, self.environment) = (pictures, environment)
            table = TableView(trace: environment.manager.trace)
            super.init()
            table.register("picture") { ImageCell(reuseIdentifier: "picture", environment: environment) }
            table.rowHeight = 6
            table.dataSource = pictures
            table.reloadData()
            addSubview(table)
        }

        override func layoutSubviews() { table.frame = bounds }

        override func handle(_ event: InputEvent) -> Bool {
            guard event == .key(.enter), let path = table.indexPathForSelectedRow else { return table.handle(event) }
            pictures.chosen = pictures.urls[path.row]
            environment.application?.quit()
            return true
        }
    }

    static func run(_ pictures: Pictures) -> Never {
        let application = TerminalApplication { environment in PictureList(pictures, environment: environment) }
        application.didEnd = { _ in
            if let url = pictures.chosen { print(url.absoluteString) }
            return pictures.chosen == nil ? 1 : 0
        }
        application.run()
    }

    final class Prefetching: TableViewDataSourcePrefetching {
        private let pictures: Pictures
        let rows: RowPrefetcher<IndexPath>

        init(_ pictures: Pictures, manager: ImageManager) {
            self.pictures = pictures
            rows = RowPrefetcher(ImagePrefetcher(manager: manager))
        }

        func tableView(_ table: TableView, prefetchRowsAt paths: [IndexPath]) {
            guard let cell = table.visibleCells.first as? ImageCell else { return }
            let wanted = paths.map { (row: $0, url: pictures.urls[$0.row]) }
            rows.startPrefetching(wanted, context: .with { $0.variant = cell.imageView.variant })
        }

        func tableView(_ table: TableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
            rows.cancelPrefetching(paths)
        }
    }

    static func prefetch(_ pictures: Pictures, for table: TableView, manager: ImageManager) -> Prefetching {
        let prefetching = Prefetching(pictures, manager: manager)
        table.prefetchDistance = 3
        table.prefetchDataSource = prefetching
        return prefetching
    }

    static func show(_ urls: [URL], _ pictures: Pictures, in table: TableView) {
        let changes = ItemChanges(from: pictures.urls, to: urls)
        pictures.urls = urls
        table.apply(changes)
    }

    /// A view of another toolkit.
    @MainActor class ToolkitView {
        var pixels: [UInt8]?
    }

    final class Thumbnail: ToolkitView, ImageBindingTarget {
        private lazy var binding = ImageBinding(manager: manager, target: self)
        private let manager: ImageManager
        var url: URL? { didSet { binding.load(url, context: .thumbnail(width: 96, height: 96)) } }

        init(manager: ImageManager) { self.manager = manager }

        func prepareForReuse() { binding.prepareForReuse() }

        func show(_ content: ImageBinding.Content, isAnimated: Bool) {
            pixels = content.image?.bitmap.premultipliedBGRA()
        }
    }
}
