import HalftoneCore
import Glibc
import ImageFeeds

/// The pictures of a run of `halftone print`, how many of them were printed, and the errors.
struct PrintTally {
    /// The operands, with folders replaced by their pictures.
    private(set) var images: [FeedSource] = []
    private(set) var printed = 0
    /// Whether output ended before the last picture.
    var isCutShort = false
    /// Whether a picture, a folder or an entry of a folder was left out.
    private var isIncomplete = false
    private var messages: [String] = []

    /// Reads the folders; blocks.
    init(_ operands: [FeedSource], _ options: PrintOptions) {
        for source in operands {
            guard case .path(let path) = source, Self.isFolder(path) else {
                images.append(source)
                continue
            }
            do throws(FeedError) {
                let folder = try Folder(
                    reading: path, isRecursive: options.isRecursive, limits: options.common.feedLimits)
                for case .local(let file) in folder.items.map(\.picture) { images.append(.path(file)) }
                for warning in folder.warnings { leaveOut(source, warning, isPartial: true) }
            } catch {
                leaveOut(source, error, isPartial: false)
            }
        }
    }

    private mutating func leaveOut(_ source: FeedSource, _ error: FeedError, isPartial: Bool) {
        isIncomplete = true
        messages.append(FeedFailure(source: source, error: error, isPartial: isPartial).description)
    }

    private static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString({ stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Counts a picture, and adds its error or warning.
    mutating func add(_ picture: PrintedPicture) {
        if picture.content == nil { isIncomplete = true } else { printed += 1 }
        if let message = picture.message { add(message, of: picture.source) }
    }

    /// Adds an error of a picture that was counted already.
    mutating func add(_ message: String, of source: PublicAddress) {
        messages.append("\(source.excerpt): \(message)")
    }

    /// Prints the new errors, a line each.
    mutating func printErrors() {
        for message in messages { Output.printError(message) }
        messages = []
    }

    /// The exit status: 0 if everything was printed, 1 if something was not, 2 if nothing was.
    var status: Int32 { printed == 0 ? 2 : isIncomplete || isCutShort ? 1 : 0 }
}
