import TerminalScreen

extension Benchmark {
    static let scrolledRow = Benchmark(
        name: "P8", summary: "bytes of scrolling a table of pictures of 200x60 by a row, compared with repainting it",
        runs: 1
    ) { _ in
        let pictures = Frames.noise(5, size: CellSize(columns: 200, rows: 80))
        let presenter = DirectColorPresenter(size: Frames.size)
        let full = presenter.present(Frames.table(scrolledTo: 5, pictures: pictures)).count
        let scrolled = presenter.present(Frames.table(scrolledTo: 6, pictures: pictures)).count
        return [
            Finding(
                name: "P8", work: "a row's scroll at 200x60", ours: Measurement([Double(scrolled)], .bytes),
                other: ("a full repaint", Measurement([Double(full)], .bytes)), goal: .atMost(0.02))
        ]
    }
}
