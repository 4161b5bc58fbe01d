import Pixels

/// Pictures pixel by pixel: half blocks first and while they move, pixels once they rest.
///
/// With kitty's protocol a picture is sent once, and its placeholders are text. With sixels and inline images every row
/// of a picture is an image of its own, drawn over blank cells: so it scrolls, is clipped and covered like text.
extension DirectColorPresenter {
    /// Maximum number of cells that are drawn as sixels or inline images in one frame, so that keys are read in between.
    private static let cellsPerFrame = 1200
    /// Maximum number of pixels of an upload: a larger picture is sent smaller and scaled by the
    /// terminal, because other output waits for it.
    private static let maxUploadPixels = 1 << 20

    /// Returns the canvas as the terminal will show it: with placeholders only where it shows pixels. Appends the pictures
    /// that it has to be sent.
    func choosePixels(of canvas: Canvas, after scroll: Scroll?, at now: Duration) -> Canvas {
        pixels.hasWaitingPictures = false
        pixels.recordCancelled(pixels.rests.adopt(canvas, at: now))
        guard let method = options.pixels, !canvas.pictures.isEmpty else { return canvas.inHalfBlocks() }
        pixels.frame += 1
        var (result, budget) = (canvas, method == .kitty ? 1 : Self.cellsPerFrame)
        for run in canvas.pictureRuns() {
            let canShow =
                method == .kitty
                ? ensureUploaded(run, of: canvas, &budget, at: now)
                : canDraw(run, of: canvas, after: scroll, &budget, at: now)
            guard !canShow else { continue }
            for column in run.columns
            where method == .kitty || !isShown(column, run.row, of: canvas, after: scroll) {
                let index = run.row * canvas.size.columns + column
                result.cells[index] = canvas.pictures.halfBlock(of: canvas.cells[index])
            }
        }
        for evicted in pixels.store.evictions(inFrame: pixels.frame) {
            buffer += options.kitty.delete(id: evicted.id)
            pixels.events.append(.evicted(bytes: evicted.bytes))
        }
        return result
    }

    /// Returns whether the terminal shows a canvas's cell already, perhaps by the scroll.
    private func isShown(_ column: Int, _ row: Int, of canvas: Canvas, after scroll: Scroll?) -> Bool {
        guard let source = scroll.map({ $0.source(of: row) }) ?? row else { return false }
        let columns = canvas.size.columns
        return shown.cells[source * columns + column] == canvas.cells[row * columns + column]
    }

    /// Returns what has happened to pictures since the last call.
    public func takePictureEvents() -> [PictureEvent] {
        defer { pixels.events = [] }
        return pixels.events
    }

    // MARK: - kitty

    /// Returns whether the terminal has a run's picture, after sending it if it is at rest and the budget allows another.
    private func ensureUploaded(_ run: PictureRun, of canvas: Canvas, _ budget: inout Int, at now: Duration) -> Bool {
        let number = run.picture.number
        if pixels.store.contains(number) {
            pixels.store.markVisible(number, frame: pixels.frame)
            pixels.didShow(number)
            return true
        }
        guard !pixels.failed.contains(number), pixels.rests.isResting(run.picture, at: now),
            let picture = canvas.pictures[number]
        else { return false }
        guard budget > 0 else {
            pixels.hasWaitingPictures = true
            return false
        }
        budget -= 1
        let bitmap = picture.filled(on: options.background)
        let upload = upload(of: bitmap, number)
        guard !upload.isEmpty else {
            pixels.failed.insert(number)
            return false
        }
        let sequences = upload + options.kitty.place(id: number, cells: picture.size)
        buffer += sequences
        pixels.didSend(picture, bytes: sequences.count)
        pixels.store.didUpload(number, bytes: 3 * bitmap.size.area, frame: pixels.frame)
        return true
    }

    /// Returns the sequences that upload a picture; empty if there is no memory.
    private func upload(of bitmap: Bitmap, _ number: UInt32) -> [UInt8] {
        var size = bitmap.size
        while size.area > Self.maxUploadPixels {
            size = PixelSize(width: max(1, size.width / 2), height: max(1, size.height / 2))
        }
        return options.kitty.upload(bitmap.resized(to: size), id: number)
    }

    /// Records that the terminal could not take a picture: it stays in half blocks, from the next frame on.
    public func didFailUpload(of number: UInt32) {
        guard pixels.store.contains(number) else { return }
        pixels.store.remove(number)
        pixels.failed.insert(number)
        nextChange = .zero
    }

    /// Returns the sequences that free all pictures in the terminal, and forgets them: what shows them is then lost.
    public func freedPictures() -> [UInt8] {
        defer { pixels.forget() }
        let ids = pixels.store.ids
        return ids.isEmpty ? [] : options.kitty.endOfUpload + ids.flatMap(options.kitty.delete(id:))
    }

    // MARK: - Sixels and inline images

    /// Returns whether a run of cells that are not shown yet may be drawn in this frame.
    private func canDraw(
        _ run: PictureRun, of canvas: Canvas, after scroll: Scroll?, _ budget: inout Int, at now: Duration
    ) -> Bool {
        // An image in the last row would scroll the screen.
        guard run.row < canvas.size.rows - 1, pixels.rests.isResting(run.picture, at: now) else {
            return false
        }
        let count = run.columns.count { !isShown($0, run.row, of: canvas, after: scroll) }
        guard count > 0 else { return true }
        guard budget > 0 else {
            pixels.hasWaitingPictures = true
            return false
        }
        budget -= count
        return true
    }

    /// Returns the images of runs, to be drawn over the blank cells of the text.
    func images(of canvas: Canvas, in runs: [PictureRun]) -> [UInt8] {
        guard let method = options.pixels, method.isDrawnInRows else { return [] }
        var (bytes, sent): ([UInt8], [UInt32: Int]) = ([], [:])
        for run in runs {
            guard let picture = canvas.pictures[run.picture.number] else { continue }
            let image = run.image(
                of: pixels.rendered(picture, on: options.background), cell: picture.cell, by: method,
                sixelColors: options.sixelColors)
            bytes += TerminalSequence.cursor(CellPoint(column: run.columns.lowerBound, row: run.row)).bytes
            bytes += image
            sent[picture.number, default: 0] += image.count
        }
        for (number, count) in sent {
            guard let picture = canvas.pictures[number] else { continue }
            pixels.didSend(picture, bytes: count)
        }
        if !pixels.hasWaitingPictures { pixels.releaseRendered() }
        return bytes
    }

    /// Returns the runs of placeholders to be drawn as images: those that differ from the ones on the screen, none wider
    /// than an image may be.
    func newImageRuns(of canvas: Canvas, after scroll: Scroll?) -> [PictureRun] {
        guard options.pixels?.isDrawnInRows == true, !canvas.pictures.isEmpty else { return [] }
        var runs: [PictureRun] = []
        for run in canvas.pictureRuns() {
            guard let cell = canvas.pictures[run.picture.number]?.cell else { continue }
            var start = run.columns.lowerBound
            for end in run.columns.lowerBound...run.columns.upperBound
            where end == run.columns.upperBound || isShown(end, run.row, of: canvas, after: scroll) {
                runs += PictureRun(picture: run.picture, row: run.row, columns: start..<end).parts(cell: cell)
                start = end + 1
            }
        }
        return runs
    }

    /// Appends the erasure of images that would leave the scrolling region: foot 1.13 moves them into the rows beside it.
    func eraseLeavingRows(of scroll: Scroll) {
        let band = scroll.band
        let leaving =
            scroll.shift > 0
            ? band.prefix(band.lowerBound == 0 ? 0 : scroll.shift)
            : band.suffix(band.upperBound == shown.size.rows ? 0 : -scroll.shift)
        for row in leaving where shown.hasPlaceholders(in: row..<row + 1) { erase(row) }
    }

    /// Appends the erasure of rows that a scroll reveals: terminals leave parts of images there.
    func eraseRevealedRows(of scroll: Scroll) {
        for row in scroll.band where scroll.source(of: row) == nil { erase(row) }
    }

    private func erase(_ row: Int) {
        guard options.pixels?.isDrawnInRows == true else { return }
        buffer += [TerminalSequence.cursor(CellPoint(column: 0, row: row)), .eraseRow].bytes
    }
}

extension PixelProtocol {
    /// Whether every row of a picture is an image of its own.
    var isDrawnInRows: Bool { self != .kitty }
}
