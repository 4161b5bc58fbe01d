// An example of README.md, as it stands there.

#if canImport(HalftoneUI)
    import FoundationEssentials
    import HalftoneUI

    final class ImageCell: ReusableCell {
        let imageView = ImageView()

        override init(reuseIdentifier: String) {
            super.init(reuseIdentifier: reuseIdentifier)
            addSubview(imageView)
        }

        override func layoutSubviews() { imageView.frame = bounds }
    }

    final class ImageList: View, TableViewDataSource {
        let urls: [URL]
        let table = TableView()

        init(_ urls: [URL]) {
            self.urls = urls
            super.init()
            table.rowHeight = 8
            table.register("image") { ImageCell(reuseIdentifier: "image") }
            table.dataSource = self
            addSubview(table)
        }

        override func layoutSubviews() { table.frame = bounds }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { urls.count }

        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "image", for: indexPath)
            (cell as? ImageCell)?.imageView.setImage(url: urls[indexPath.row], placeholder: .checkerboard)
            return cell
        }
    }

    @MainActor func show(_ urls: [URL]) async throws {
        try await TerminalApplication(rootView: ImageList(urls)).run()
    }
#endif
