import Pixels

/// Pictures in pixels on lines of text.
///
/// Every line has an image for its row of a picture, so that pictures scroll with the text and may be higher than the
/// screen.
extension PicturePrinter {
    /// Lines of output, each ended by a line feed.
    struct Lines {
        var bytes: [UInt8]
        /// The numbers by which the terminal keeps the pictures; empty if it keeps none.
        var kept: [UInt32] = []
    }

    /// Returns whether a picture is printed in pixels.
    func showsPixels(of picture: PictureCells) -> Bool { method != nil && !picture.tiles.isEmpty }

    /// Returns a picture as ``lines(of:)-(PictureCells)`` does.
    func printed(_ picture: PictureCells) -> Lines {
        guard showsPixels(of: picture) else { return Lines(bytes: text(of: picture.cells, size: picture.size)) }
        var canvas = Canvas(size: picture.size)
        canvas.draw(picture, at: .zero, clip: canvas.bounds)
        return printed(canvas)
    }

    /// Returns a canvas as ``lines(of:)-(Canvas)`` does.
    func printed(_ canvas: Canvas) -> Lines {
        switch method {
        case nil: Lines(bytes: text(of: canvas.inHalfBlocks()))
        case let method?: images(of: canvas, by: method)
        }
    }

    /// Returns the sequences that free pictures in the terminal.
    func deletion(of numbers: [UInt32]) -> [UInt8] { numbers.flatMap { KittyGraphics().delete(id: $0) } }

    private func images(of canvas: Canvas, by method: PixelProtocol) -> Lines {
        let runs = Dictionary(grouping: canvas.pictureRuns(), by: \.row)
        let text = text(of: canvas.text(under: runs.values.flatMap(\.self)))
            .split(separator: 0x0A, omittingEmptySubsequences: false)
        var lines = Lines(bytes: [])
        var rendered: [UInt32: Bitmap] = [:]
        for row in 0..<canvas.size.rows {
            lines.bytes += text[row]
            let runs = runs[row] ?? []
            // in the last row of the screen most terminals would scroll after an image
            if !runs.isEmpty { lines.bytes += Array("\n\u{1B}[A".utf8) }  // CUU
            let shown = Set(runs.map(\.picture.number))
            rendered = rendered.filter { shown.contains($0.key) }  // tiles may be large
            for run in runs {
                guard let picture = canvas.pictures[run.picture.number] else { continue }
                let bitmap =
                    rendered[picture.number]
                    ?? (method == .sixel ? picture.rendered(on: Self.unknownColor) : wholeCells(of: picture))
                rendered[picture.number] = bitmap
                for part in run.parts(cell: picture.cell) {
                    // CHA, DECSC, DECRC: the cursor's position after an image depends on the terminal
                    lines.bytes += Array("\u{1B}[\(part.columns.lowerBound + 1)G\u{1B}7".utf8)
                    lines.bytes +=
                        method == .kitty
                        ? placed(part, of: bitmap, cell: picture.cell, &lines.kept)
                        : part.image(of: bitmap, cell: picture.cell, by: method, sixelColors: sixelColors)
                    lines.bytes += Array("\u{1B}8".utf8)
                }
            }
            lines.bytes.append(0x0A)
        }
        return lines
    }

    /// Returns a part of a row as a picture of kitty's protocol under a new number: what was printed before is not freed
    /// with it.
    private func placed(_ part: PictureRun, of bitmap: Bitmap, cell: PixelSize, _ kept: inout [UInt32]) -> [UInt8] {
        let number = PictureNumbers.next()
        kept.append(number)
        let cells = CellSize(columns: part.columns.count, rows: 1)
        return KittyGraphics().show(bitmap.cropped(to: part.rect(cell: cell)), id: number, cells: cells)
    }

    /// Returns the pixels of all cells of a picture, transparent beyond the picture itself.
    private func wholeCells(of picture: PicturePixels) -> Bitmap {
        picture.rendered(on: Self.unknownColor).placed(on: picture.pixelSize, of: RGBA(0, 0, 0, 0))
    }

    /// The color under transparent pixels where the terminal's background is not known.
    private static let unknownColor = RGB(0, 0, 0)
}
