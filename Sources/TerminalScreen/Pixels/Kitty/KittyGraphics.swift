import FoundationEssentials
import Pixels

/// The sequences of kitty's graphics protocol: pictures that are uploaded once and then placed by text, or at once.
///
/// The text of a placement is a placeholder in each cell, with two diacritics for row and column and the picture's
/// number as foreground, so pictures scroll, and are clipped and erased, like text. A value without I/O. The terminal
/// replies to queries, and to uploads that fail if that was asked for.
struct KittyGraphics: Hashable, Sendable {
    /// Whether sequences are wrapped for tmux, which passes them on if `allow-passthrough` is on.
    let isInsideTmux: Bool
    /// Whether the terminal replies to an upload that fails.
    let reportsFailures: Bool

    /// Creates the sequences for a terminal, or for one around tmux.
    init(isInsideTmux: Bool = false, reportsFailures: Bool = false) {
        (self.isInsideTmux, self.reportsFailures) = (isInsideTmux, reportsFailures)
    }

    private var quiet: String { reportsFailures ? "q=1" : "q=2" }

    /// The largest number of a picture: a foreground color of 24 bits holds it.
    static let maxID: UInt32 = 0xFFFFFF
    /// Maximum number of columns, and of rows, of a placement: one for each diacritic of ``KittyPlaceholder``.
    static let maxCells = KittyPlaceholder.diacritics.count
    /// Maximum number of bytes of base64 in a sequence, as the protocol says.
    static let chunk = 4096

    // MARK: Pictures

    /// Returns the sequences that upload a picture, with its alpha; empty for an empty picture, or if there is no memory.
    ///
    /// The sequences belong together: the terminal keeps an unfinished upload and takes further ones for its rest.
    func upload(_ bitmap: Bitmap, id: UInt32) -> [UInt8] { send(bitmap, "a=t", "i=\(id)") }

    /// Returns the sequences that upload a picture and show it in cells with the top left one at the cursor, which stays
    /// there. The terminal scrolls it with its text. tmux does not know it: there only placeholders move with the text.
    func show(_ bitmap: Bitmap, id: UInt32, cells: CellSize) -> [UInt8] {
        send(bitmap, "a=T", "i=\(id),c=\(cells.columns),r=\(cells.rows),C=1")
    }

    private func send(_ bitmap: Bitmap, _ action: String, _ keys: String) -> [UInt8] {
        guard !bitmap.size.isEmpty, let data = Zlib.compress(bitmap.rows(bitmap.hasAlpha ? .rgba8 : .rgb8)) else {
            return []
        }
        let text = Array(Data(data).base64EncodedData())
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: Self.chunk) {
            let end = min(start + Self.chunk, text.count)
            let (size, depth) = (bitmap.size, bitmap.hasAlpha ? 32 : 24)
            let format =
                start == 0 ? "\(action),f=\(depth),o=z,s=\(size.width),v=\(size.height),\(keys)," : ""
            bytes += command("\(format)\(quiet),m=\(end < text.count ? 1 : 0)", text[start..<end])
        }
        return bytes
    }

    /// Returns the sequence that makes a picture fill a number of cells wherever its placeholders are.
    func place(id: UInt32, cells: CellSize) -> [UInt8] {
        command("a=p,U=1,i=\(id),c=\(cells.columns),r=\(cells.rows),q=2")
    }

    /// Returns the sequence that deletes a picture and frees its memory.
    func delete(id: UInt32) -> [UInt8] { command("a=d,d=I,i=\(id),q=2") }

    /// Returns the sequence that deletes all pictures with numbers in a range. Terminals before kitty 0.33 ignore it.
    func delete(ids: ClosedRange<UInt32>) -> [UInt8] {
        command("a=d,d=R,x=\(ids.lowerBound),y=\(ids.upperBound),q=2")
    }

    /// The sequences that end an unfinished upload, which would take the next command for its rest, and free all pictures
    /// of this process. Terminals before kitty 0.33 ignore the latter.
    var freedAll: [UInt8] { endOfUpload + delete(ids: PictureNumbers.all) }

    /// The sequence that ends an unfinished upload.
    var endOfUpload: [UInt8] { command("m=0,q=2") }

    // MARK: Queries

    /// Returns the query whether the terminal takes pictures. The terminal keeps no picture of a query.
    func query() -> [UInt8] { command("a=q,f=24,s=1,v=1,i=\(Self.maxID)", Array("AAAA".utf8)[...]) }

    // MARK: -

    private func command(_ keys: String, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
        var bytes = Array("\u{1B}_G\(keys)".utf8)
        if !payload.isEmpty { bytes += [UInt8(ascii: ";")] + payload }
        bytes += [0x1B, UInt8(ascii: "\\")]
        return isInsideTmux ? Self.passthrough(bytes) : bytes
    }

    /// Returns a sequence as tmux passes it on: in a device control string, with every ESC doubled.
    static func passthrough(_ sequence: [UInt8]) -> [UInt8] {
        var bytes = Array("\u{1B}Ptmux;".utf8)
        bytes.reserveCapacity(bytes.count + sequence.count + 6)
        for byte in sequence {
            if byte == 0x1B { bytes.append(byte) }
            bytes.append(byte)
        }
        return bytes + [0x1B, UInt8(ascii: "\\")]
    }
}
