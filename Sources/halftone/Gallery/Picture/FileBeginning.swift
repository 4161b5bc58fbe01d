import HalftoneCore

/// The first bytes of a file that is not an image: as text if they are printable, otherwise in hexadecimal. A value.
struct FileBeginning: Hashable, Sendable {
    let bytes: [UInt8]

    /// Number of bytes: enough for a signature, or for the first tag of a document.
    static let length = 16

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(Self.length)) }

    /// Reads the beginning of a file, blocking; `nil` if it is not a regular file or cannot be read.
    init?(of path: FilePath) {
        guard let bytes = ReadableFile(regular: path)?.rest(upTo: Self.length) else { return nil }
        self.init(bytes)
    }

    /// Printable ASCII, or white space.
    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte) }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

extension FileBeginning: CustomStringConvertible {
    /// The text for display, without control characters.
    var description: String {
        guard !bytes.isEmpty else { return "nothing" }
        guard bytes.allSatisfy(Self.isPlain) else { return bytes.map(Self.hexadecimal).joined(separator: " ") }
        let words = bytes.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
        return words.isEmpty ? "blanks" : "\"\(words.joined(separator: " "))\""
    }
}
