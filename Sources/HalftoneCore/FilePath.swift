import Glibc

/// A file path on this machine, as bytes, which are usually UTF-8 but need not be.
///
/// The bytes are used to open the file; the ``description`` is for display.
public struct FilePath: Hashable, Sendable {
    /// The path without a terminating NUL.
    public let bytes: [UInt8]

    /// Creates a path from the UTF-8 bytes of a text. Nothing is decoded, resolved or checked.
    public init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    /// Creates a path from bytes without a terminating NUL.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a path from a NUL-terminated string, which is copied.
    public init(cString: UnsafePointer<CChar>) {
        bytes = UnsafeRawBufferPointer(start: cString, count: strlen(cString)).map { $0 }
    }

    /// Calls `body` with the path as a NUL-terminated string. No file name contains a NUL: a path with one is passed as
    /// an empty path, because the part before the NUL may be the name of another file.
    public func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        let ended = bytes.contains(0) ? [0] : bytes + [0]
        return ended.withUnsafeBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map(body) ?? body("")
            }
        }
    }

    /// The path as text; `nil` if it is not UTF-8.
    public var exactText: String? { String(validating: bytes, as: UTF8.self) }

    /// The path as text, in which U+FFFD replaces what is not UTF-8. Not sanitized, and not for opening files.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: - Parts

    /// Whether the path has no bytes: the working directory, as a ``folder``.
    public var isEmpty: Bool { bytes.isEmpty }
    /// Whether the path begins with a slash.
    public var isAbsolute: Bool { bytes.first == Self.slash }
    /// Whether the last byte is a slash, as in `photos/` and `/`.
    private var hasSlashAtEnd: Bool { bytes.last == Self.slash }
    /// Whether the path begins with a dot. For a file name: whether shells hide the file.
    public var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

    /// The path components, without empty ones.
    public var pieces: [ArraySlice<UInt8>] { bytes.split(separator: Self.slash) }

    /// The last component, sanitized for display: `/` for the root, `?` if nothing is left.
    public var shownName: String {
        let piece = pieces.last.map { TextSanitizer.clean(bytes: $0) } ?? "/"
        return piece.isEmpty ? "?" : piece
    }

    /// The parent folder, as a prefix for ``appending(_:)``: empty for the working directory.
    public var folder: FilePath {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return "" }
        return slash == 0 ? "/" : FilePath(bytes: Array(bytes[..<slash]))
    }

    /// Returns the path of `name` inside this folder; an absolute name is returned unchanged.
    public func appending(_ name: FilePath) -> FilePath {
        if isEmpty || name.isAbsolute { return name }
        return FilePath(bytes: hasSlashAtEnd ? bytes + name.bytes : bytes + [Self.slash] + name.bytes)
    }

    /// Returns the absolute path. Leading `./` is removed; `..` stays, as symbolic links may lead elsewhere.
    public func absolute() -> FilePath {
        guard !isAbsolute else { return self }
        guard let here = getcwd(nil, 0) else { return self }
        defer { free(here) }
        var rest = bytes[...]
        while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2).drop { $0 == Self.slash } }
        return FilePath(cString: here).appending(FilePath(bytes: Array(rest)))
    }

    private static let slash = UInt8(ascii: "/")

    // MARK: - As a URL

    /// The `file:` URL of an absolute path (RFC 8089): every byte that a path may not contain literally is
    /// percent-encoded.
    public var fileURL: String { "file://" + PercentEscapes.encode(bytes, keeping: "-._~/!$&'()*+,=:@") }

    /// Creates a path from the percent-encoded path of a URL. A malformed escape stays as it is.
    public init(percentEncoded path: some StringProtocol) {
        self.init(bytes: PercentEscapes.decodeTolerantly(path.utf8))
    }
}

extension FilePath: CustomStringConvertible {
    /// The path, sanitized for display.
    public var description: String { TextSanitizer.clean(bytes: bytes) }
}

extension FilePath: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}
