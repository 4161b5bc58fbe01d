import Pixels

/// Pictures in pixels on lines of text.
///
/// With kitty's protocol a picture is sent before the first line, and its placeholders are text. With sixels and inline
/// images every line has an image for its row of a picture, so that pictures scroll with the text.
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
        guard showsPixels(of: picture) else { return Lines(bytes: lines(of: picture)) }
        var canvas = Canvas(size: picture.size)
        canvas.draw(picture, at: .zero, clip: canvas.bounds)
        return printed(canvas)
    }

    /// Returns a canvas as ``lines(of:)-(Canvas)`` does.
    func printed(_ canvas: Canvas) -> Lines {
        switch method {
        case nil: Lines(bytes: text(of: canvas.inHalfBlocks()))
        case .kitty?: placeholders(of: canvas)
        case let method?: Lines(bytes: images(of: canvas, by: method))
        }
    }

    /// Returns the sequences that free pictures in the terminal.
    func deletion(of numbers: [UInt32]) -> [UInt8] { numbers.flatMap { kitty.delete(id: $0) } }

    /// Uploads each picture under a new number: what was printed before is not freed with it.
    private func placeholders(of canvas: Canvas) -> Lines {
        var (canvas, lines, numbers) = (canvas, Lines(bytes: []), [UInt32: UInt32]())
        for run in canvas.pictureRuns() where numbers[run.picture.number] == nil {
            guard let picture = canvas.pictures[run.picture.number] else { continue }
            let number = PictureNumbers.next()
            numbers[run.picture.number] = number
            lines.kept.append(number)
            lines.bytes += kitty.upload(wholeCells(of: picture), id: number)
            lines.bytes += kitty.place(id: number, cells: picture.size)
        }
        for index in canvas.cells.indices where canvas.cells[index].isPlaceholder {
            guard let number = numbers[canvas.cells[index].foreground.bits] else { continue }
            canvas.cells[index].foreground = CellColor(bits: number)
        }
        lines.bytes += text(of: canvas)
        return lines
    }

    private func images(of canvas: Canvas, by method: PixelProtocol) -> [UInt8] {
        let runs = Dictionary(grouping: canvas.pictureRuns(), by: \.row)
        let text = text(of: canvas.text(under: runs.values.flatMap(\.self)))
            .split(separator: 0x0A, omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        var rendered: [UInt32: Bitmap] = [:]
        for row in 0..<canvas.size.rows {
            bytes += text[row]
            let runs = runs[row] ?? []
            // in the last row of the screen most terminals would scroll after an image
            if !runs.isEmpty { bytes += Array("\n\u{1B}[A".utf8) }  // CUU
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
                    bytes += Array("\u{1B}[\(part.columns.lowerBound + 1)G\u{1B}7".utf8)
                    bytes += part.image(of: bitmap, cell: picture.cell, by: method, sixelColors: sixelColors)
                    bytes += Array("\u{1B}8".utf8)
                }
            }
            bytes.append(0x0A)
        }
        return bytes
    }

    /// Returns the pixels of all cells of a picture, transparent beyond the picture itself.
    private func wholeCells(of picture: PicturePixels) -> Bitmap {
        picture.rendered(on: Self.unknownColor).padded(to: picture.pixelSize, with: RGBA(0, 0, 0, 0))
    }

    /// The color under transparent pixels where the terminal's background is not known.
    private static let unknownColor = RGB(0, 0, 0)
}
