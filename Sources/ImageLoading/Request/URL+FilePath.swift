import HalftoneCore
import FoundationEssentials

extension URL {
    /// The path to open for a `file:` URL; it need not be UTF-8.
    public var filePath: FilePath { FilePath(percentEncoded: path(percentEncoded: true)) }

    /// Creates the `file:` URL of a path; a relative path is inside the working directory.
    public init(_ file: FilePath) {
        let text = file.absolute().fileURL
        self = URL(string: text) ?? URL(filePath: file.text, directoryHint: .notDirectory)
    }
}
