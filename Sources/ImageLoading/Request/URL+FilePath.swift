import Basis
import FoundationEssentials

extension URL {
    /// The path of a `file:` URL as it is to be opened, which need not be UTF-8.
    public var filePath: FilePath { FilePath(percentEncoded: path(percentEncoded: true)) }

    /// The `file:` URL of a path; a relative one is inside the working directory.
    public init(_ file: FilePath) {
        let text = file.absolute().fileURL
        self = URL(string: text) ?? URL(filePath: file.text, directoryHint: .notDirectory)
    }
}
