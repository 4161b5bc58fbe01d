import Pixels

/// What a presenter knows of pictures that it shows pixel by pixel. A value.
struct PixelState: Sendable {
    /// The pictures that the terminal has, for protocols in which it keeps them.
    var store = TerminalImageStore()
    /// The last pictures in shared memory, which the terminal may not have read.
    private var shared: [SharedPicture] = []
    var rests = PictureRests()
    /// Whether pictures at rest wait for the next frame.
    var isBehind = false
    /// The frame's number, which ages the pictures in the store.
    var frame = 0
    /// What has happened to pictures since the events were taken.
    var events: [PictureEvent] = []

    /// Maximum number of pictures in shared memory: the terminal is at most a frame behind, so it has read older ones.
    private static let maximumShared = 16

    /// Keeps a picture in shared memory until the terminal must have read it.
    mutating func keep(_ picture: SharedPicture) {
        if shared.count >= Self.maximumShared { shared.removeFirst().remove() }
        shared.append(picture)
    }

    mutating func removeSharedPictures() {
        for picture in shared { picture.remove() }
        shared = []
    }
}

/// Pictures pixel by pixel: half blocks first and while they move, pixels once they rest.
///
/// With kitty's protocol a picture is sent once, and its placeholders are text. With sixels and inline images every row
/// of a picture is an image of its own, drawn over blank cells: so it scrolls, is clipped and covered like text.
extension DirectColorPresenter {
    /// Maximum number of cells that are drawn as sixels or inline images in one frame, so that keys are read in between.
    private static let cellsPerFrame = 1200

    /// Returns the canvas as the terminal will show it: with placeholders only where it shows pixels. Appends the pictures
    /// that it has to be sent.
    func choosePixels(of canvas: Canvas, after scroll: Scroll?, at now: Duration) -> Canvas {
        pixels.isBehind = false
        let interrupted = pixels.rests.adopt(canvas, at: now)
        guard let method = options.pixels, !canvas.pictures.isEmpty else { return canvas.inHalfBlocks() }
        for number in interrupted where !pixels.store.contains(number) { pixels.events.append(.cancelled) }
        pixels.frame += 1
        var (result, room) = (canvas, method == .kitty ? 1 : Self.cellsPerFrame)
        for run in canvas.pictureRuns() {
            let canShow =
                method == .kitty
                ? hasOnTerminal(run, of: canvas, &room, at: now) : mayDraw(run, of: canvas, after: scroll, &room, at: now)
            guard !canShow else { continue }
            let old = shownRow(run.row, after: scroll)
            for column in run.columns {
                let index = run.row * canvas.size.columns + column
                let isShown = old.map { shown.cells[$0 * canvas.size.columns + column] == canvas.cells[index] } ?? false
                if !isShown { result.cells[index] = canvas.pictures.halfBlock(of: canvas.cells[index]) }
            }
        }
        evictPictures()
        return result
    }

    private func shownRow(_ row: Int, after scroll: Scroll?) -> Int? { scroll.map { $0.source(of: row) } ?? row }

    /// Returns what has happened to pictures since the last call.
    public func takePictureEvents() -> [PictureEvent] {
        defer { pixels.events = [] }
        return pixels.events
    }

    // MARK: - kitty

    /// Returns whether the terminal has a run's picture, after sending it if it is at rest and `room` allows another.
    private func hasOnTerminal(_ run: PictureRun, of canvas: Canvas, _ room: inout Int, at now: Duration) -> Bool {
        let number = run.picture.number
        if pixels.store.contains(number) {
            pixels.store.markVisible(number, frame: pixels.frame)
            return true
        }
        guard pixels.rests.isResting(run.picture, at: now), let picture = canvas.pictures[number]?.pixels else {
            return false
        }
        guard room > 0 else {
            pixels.isBehind = true
            return false
        }
        room -= 1
        let bitmap = picture.rendered(on: options.background)
        let upload = sequences(uploading: bitmap, number) + options.kitty.place(id: number, cells: picture.size)
        buffer += upload
        pixels.events.append(.uploaded(bytes: upload.count))
        pixels.store.didUpload(number, bytes: 3 * bitmap.size.area, frame: pixels.frame)
        return true
    }

    private func sequences(uploading bitmap: Bitmap, _ number: UInt32) -> [UInt8] {
        if options.kittyMedium == .sharedMemory, let shared = SharedPicture(bitmap) {
            pixels.keep(shared)
            return options.kitty.upload(shared, id: number)
        }
        return options.kitty.upload(bitmap, id: number)
    }

    private func evictPictures() {
        for number in pixels.store.evictions(inFrame: pixels.frame) {
            buffer += options.kitty.delete(id: number)
            pixels.events.append(.evicted)
        }
    }

    /// Returns the sequences that free all pictures in the terminal, and forgets them: what shows them is then lost.
    public func freedPictures() -> [UInt8] {
        defer {
            pixels.rests.forget()
            pixels.store.removeAll()
            pixels.removeSharedPictures()
        }
        return pixels.store.deletion(options.kitty)
    }

    // MARK: - Sixels and inline images

    /// Returns whether a run of cells that are not shown yet may be drawn in this frame.
    private func mayDraw(
        _ run: PictureRun, of canvas: Canvas, after scroll: Scroll?, _ room: inout Int, at now: Duration
    ) -> Bool {
        // An image in the last row would scroll the screen.
        guard run.row < canvas.size.rows - 1, pixels.rests.isResting(run.picture, at: now) else { return false }
        let columns = canvas.size.columns
        let old = shownRow(run.row, after: scroll)
        let changed = run.columns.filter { column in
            old.map { shown.cells[$0 * columns + column] != canvas.cells[run.row * columns + column] } ?? true
        }
        guard !changed.isEmpty else { return true }
        guard room > 0 else {
            pixels.isBehind = true
            return false
        }
        room -= changed.count
        return true
    }

    /// Returns the text below images: blank cells where an image will be drawn that is not there yet.
    func textUnderImages(of canvas: Canvas, after scroll: Scroll?) -> Canvas {
        guard options.pixels?.isDrawnInRows == true, !canvas.pictures.isEmpty else { return canvas }
        var text = canvas
        forEachNewRun(of: canvas, after: scroll) { run in
            for column in run.columns {
                let index = run.row * canvas.size.columns + column
                let link = text.cells[index].link
                text.cells[index] = .blank
                text.cells[index].link = link
            }
        }
        return text
    }

    /// Returns the images of the runs that are not shown yet, to be drawn over the blank cells of the text.
    func images(of canvas: Canvas, after scroll: Scroll?) -> [UInt8] {
        guard let method = options.pixels, method.isDrawnInRows, !canvas.pictures.isEmpty else { return [] }
        var bytes: [UInt8] = []
        var (rendered, sent): ([UInt32: Bitmap], [UInt32: Int]) = ([:], [:])
        forEachNewRun(of: canvas, after: scroll) { run in
            guard let picture = canvas.pictures[run.picture.number]?.pixels else { return }
            let bitmap = rendered[picture.number] ?? picture.rendered(on: options.background)
            rendered[picture.number] = bitmap
            let rect = PixelRect(
                x: (run.columns.lowerBound - run.picture.origin.column) * picture.cell.width,
                y: (run.row - run.picture.origin.row) * picture.cell.height,
                size: PixelSize(width: run.columns.count * picture.cell.width, height: picture.cell.height))
            let image =
                method == .sixel
                ? SixelEncoder.strip(of: bitmap, rect: rect, colors: options.sixelColors)
                : InlineImage.sequence(of: bitmap, rect: rect, cells: CellSize(columns: run.columns.count, rows: 1))
            TerminalSequence.cursor(CellPoint(column: run.columns.lowerBound, row: run.row)).append(to: &bytes)
            bytes += image
            sent[picture.number, default: 0] += image.count
        }
        for bytes in sent.values { pixels.events.append(.uploaded(bytes: bytes)) }
        return bytes
    }

    /// Calls `body` with each run of placeholders that differ from those on the screen.
    private func forEachNewRun(
        of canvas: Canvas, after scroll: Scroll?, _ body: (PictureRun) -> Void
    ) {
        let columns = canvas.size.columns
        for run in canvas.pictureRuns() {
            let source = shownRow(run.row, after: scroll)
            var start: Int?
            for column in run.columns.lowerBound...run.columns.upperBound {
                let isNew =
                    column < run.columns.upperBound
                    && source.map { shown.cells[$0 * columns + column] != canvas.cells[run.row * columns + column] }
                        ?? true
                if isNew, start == nil { start = column }
                if !isNew, let first = start {
                    body(PictureRun(picture: run.picture, row: run.row, columns: first..<column))
                    start = nil
                }
            }
        }
    }

    /// Appends the erasure of rows that a scroll reveals: terminals leave parts of images there.
    func eraseRevealedRows(of scroll: Scroll) {
        guard options.pixels?.isDrawnInRows == true else { return }
        for row in scroll.band where scroll.source(of: row) == nil {
            TerminalSequence.cursor(CellPoint(column: 0, row: row)).append(to: &buffer)
            TerminalSequence.eraseRow.append(to: &buffer)
        }
    }
}

/// Neighboring cells of one row of a picture.
struct PictureRun {
    let picture: PicturePlace
    let row: Int
    let columns: Range<Int>
}

extension Canvas {
    /// Returns the placeholders in runs, row by row.
    func pictureRuns() -> [PictureRun] {
        var runs: [PictureRun] = []
        for row in 0..<size.rows {
            var column = 0
            while column < size.columns {
                let index = row * size.columns + column
                guard cells[index].isPlaceholder else {
                    column += 1
                    continue
                }
                let picture = PicturePlace(cells[index], at: index, columns: size.columns)
                let first = column
                repeat { column += 1 } while column < size.columns && cells[row * size.columns + column].isPlaceholder
                    && PicturePlace(cells[row * size.columns + column], at: row * size.columns + column, columns: size.columns)
                        == picture
                runs.append(PictureRun(picture: picture, row: row, columns: first..<column))
            }
        }
        return runs
    }
}

extension PixelProtocol {
    /// Whether every row of a picture is an image of its own.
    var isDrawnInRows: Bool { self != .kitty }
}
