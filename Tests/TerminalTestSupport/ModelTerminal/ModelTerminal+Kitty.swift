import Pixels
import TerminalScreen
import TestSupport

/// An upload of kitty's protocol, of which more commands follow.
struct KittyUpload: Sendable {
    var keys: [String: String]
    var payload: [UInt8]
}

/// The part of a picture that a cell shows.
struct ImagePart: Sendable {
    let bitmap: Bitmap
    let cells: CellSize
    let column: Int
    let row: Int

    /// Returns the color of a pixel of the cell; the picture is scaled to its cells. `nil` where it is transparent.
    func color(_ x: Int, _ y: Int, _ cell: PixelSize) -> UInt32? {
        let left = (column * cell.width + x) * bitmap.size.width / (cells.columns * cell.width)
        let top = (row * cell.height + y) * bitmap.size.height / (cells.rows * cell.height)
        return bitmap[left, top].alpha == 255 ? bitmap[left, top].opaque.hex : nil
    }
}

extension ModelTerminal {
    /// Returns what a placeholder shows; `nil` for other cells, and for a picture that is not there.
    func imagePart(of shown: Cell) -> ImagePart? {
        guard shown.glyph == 0x10EEEE, shown.marks.count == 2,
            let row = Self.diacritics[shown.marks[0]], let column = Self.diacritics[shown.marks[1]],
            let image = images[shown.foreground], let cells = image.cells, row < cells.rows, column < cells.columns
        else { return nil }
        return ImagePart(bitmap: image.bitmap, cells: cells, column: column, row: row)
    }

    /// Returns the number that a diacritic stands for; `nil` if it stands for none.
    public static func number(ofDiacritic mark: UInt32) -> Int? { diacritics[mark] }

    /// The numbers of rows and columns, from their definition in kitty's documentation and Swift's own Unicode tables.
    static let diacritics: [UInt32: Int] = {
        let parts: Set<UInt32> = [  // of composed characters, or with a decomposition
            0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F, 0x311, 0x313,
            0x314, 0x340, 0x341, 0x342, 0x343, 0x344, 0x653, 0x654,
        ]
        let marks = (UInt32(0x300)...0x1D244).filter { value in
            guard let scalar = Unicode.Scalar(value), scalar.properties.canonicalCombiningClass.rawValue == 230,
                scalar.properties.generalCategory == .nonspacingMark, let age = scalar.properties.age
            else { return false }
            return age.major <= 6 && (age.major < 6 || age.minor == 0) && !parts.contains(value)
        }
        return Dictionary(uniqueKeysWithValues: marks.enumerated().map { ($0.element, $0.offset) })
    }()

    private static let marks = Dictionary(uniqueKeysWithValues: diacritics.map { ($0.value, $0.key) })

    /// Takes a command: keys, and base64 after a semicolon.
    mutating func kitty(_ text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        var keys: [String: String] = [:]
        for key in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
            let pair = key.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return problems.append("key \(key)") }
            keys[String(pair[0])] = String(pair[1])
        }
        let payload = parts.count > 1 ? parts[1] : []
        if payload.count > 4096 { problems.append("\(payload.count) bytes in a command") }
        if var unfinished = upload {
            guard keys["a"] == nil, keys["i"] == nil else {
                upload = nil
                return problems.append("a command within an upload")
            }
            unfinished.payload += payload
            unfinished.keys["m"] = keys["m"]
            upload = unfinished
        } else if ["t", "T", "q"].contains(keys["a"]) {
            upload = KittyUpload(keys: keys, payload: Array(payload))
        } else if keys["a"] == nil, keys["m"] == "0", payload.isEmpty {
            return  // the end of an upload, of which there is none
        } else {
            return command(keys)
        }
        if keys["m"] != "1", let finished = upload {
            upload = nil
            finish(finished)
        }
    }

    private mutating func command(_ keys: [String: String]) {
        let id = keys["i"].flatMap { UInt32($0) } ?? 0
        switch (keys["a"], keys["d"]) {
        case ("p", nil):
            guard keys["U"] == "1", let columns = keys["c"].flatMap({ Int($0) }),
                let rows = keys["r"].flatMap({ Int($0) }), columns > 0, rows > 0
            else { return problems.append("placement \(keys)") }
            if images[id] == nil { problems.append("a placement of picture \(id), which is not there") }
            images[id]?.cells = CellSize(columns: columns, rows: rows)
        case ("d", "I"):
            if images.removeValue(forKey: id) == nil { problems.append("picture \(id) is deleted twice") }
            deletions += 1
        case ("d", "R"):
            let range = (keys["x"].flatMap { UInt32($0) } ?? 0)...(keys["y"].flatMap { UInt32($0) } ?? 0)
            images = images.filter { !range.contains($0.key) }
        default: problems.append("kitty \(keys)")
        }
    }

    private mutating func finish(_ upload: KittyUpload) {
        let keys = upload.keys
        let id = keys["i"].flatMap { UInt32($0) } ?? 0
        let bitmap = Self.bitmap(of: upload)
        if keys["q"] != "2" {
            replies += "\u{1B}_Gi=\(id);\(bitmap == nil ? "EINVAL:no pixels" : "OK")\u{1B}\\".utf8
        }
        guard keys["a"] != "q" else { return }
        guard let bitmap, id > 0 else { return problems.append("upload \(keys)") }
        if images[id] != nil { problems.append("picture \(id) is uploaded twice") }
        images[id] = Image(bitmap: bitmap)
        uploads += 1
        largestMemory = max(largestMemory, memory)
        if keys["a"] == "T" { place(id, keys) }
    }

    /// Places a picture at the cursor: in this model, by placeholders, with which it scrolls and is freed.
    private mutating func place(_ id: UInt32, _ keys: [String: String]) {
        guard keys["C"] == "1", let columns = keys["c"].flatMap({ Int($0) }), let rows = keys["r"].flatMap({ Int($0) }),
            columns > 0, rows > 0, cursor.column + columns <= size.columns, cursor.row + rows <= size.rows
        else { return problems.append("placement \(keys)") }
        noteUnknownCursor("a picture")
        images[id]?.cells = CellSize(columns: columns, rows: rows)
        for row in 0..<rows {
            for column in 0..<columns {
                var shown = Cell(foreground: id, background: Self.background)
                (shown.glyph, shown.marks) = (0x10EEEE, [row, column].compactMap { Self.marks[$0] })
                cells[(cursor.row + row) * size.columns + cursor.column + column] = shown
            }
        }
    }

    private static func bitmap(of upload: KittyUpload) -> Bitmap? {
        let keys = upload.keys
        let channels = keys["f"] == "32" ? 4 : 3
        guard channels == 4 || keys["f"] == "24", let width = keys["s"].flatMap({ Int($0) }),
            let height = keys["v"].flatMap({ Int($0) }), var data = base64(upload.payload[...])
        else { return nil }
        let count = channels * width * height
        if keys["o"] == "z" {
            guard let inflated = inflate(data, count: count) else { return nil }
            data = inflated
        }
        guard data.count == count else { return nil }
        let size = PixelSize(width: width, height: height)
        if channels == 4 { return Bitmap(size: size, bytes: data, hasAlpha: true) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * width * height)
        for pixel in 0..<(width * height) {
            bytes += [data[3 * pixel], data[3 * pixel + 1], data[3 * pixel + 2], 255] as [UInt8]
        }
        return Bitmap(size: size, bytes: bytes, hasAlpha: false)
    }
}
