import HalftoneCore
import Glibc

/// A search for the paths that a ``PathPattern`` matches. Blocks. Unreadable folders are skipped, as in shells.
struct PatternWalk {
    /// The matches, in natural order.
    private(set) var paths: [FilePath] = []
    /// Whether there are more matches than the limit.
    private(set) var isCut = false

    private let pattern: PathPattern
    private let limit: Int
    private let context: ReadContext

    /// Finds the matches; `nil` if the path is not a pattern, has no matches or is itself the name of a file, or if
    /// `context` is cancelled before the first match.
    init?(_ path: FilePath, limit: Int, context: ReadContext = ReadContext()) {
        guard let pattern = PathPattern(path), path.withCString({ access($0, F_OK) }) != 0 else { return nil }
        self.pattern = pattern
        self.limit = limit
        self.context = context
        walk()
        guard !paths.isEmpty else { return nil }
        paths.sort(by: NaturalOrder.precedes)
    }

    /// Pending folders are in a list, not on the stack and not open, because a tree may be as deep as a path is long.
    private mutating func walk() {
        var waiting = [(folder: pattern.isAbsolute ? FilePath("/") : "", places: pattern.start)]
        while let (folder, places) = waiting.popLast() {
            for name in names(in: folder, at: places) {
                guard !context.isCancelled else { return }
                let path = folder.appending(name)
                guard let kind = Self.kind(of: path) else { continue }
                let next = pattern.places(after: places, name, kind)
                context.count(found: pattern.isMatch(next) ? 1 : 0, seen: 1)
                if pattern.isMatch(next) {
                    guard paths.count < limit else { return isCut = true }
                    paths.append(pattern.meansFolders ? FilePath(bytes: path.bytes + "/".utf8) : path)
                }
                if kind.isFolder, pattern.goesOn(from: next) { waiting.append((path, next)) }
            }
        }
    }

    /// Removes duplicates.
    private func names(in folder: FilePath, at places: PathPattern.Places) -> Set<FilePath> {
        var names = Set(pattern.names(at: places))
        guard pattern.needsReading(at: places),
            let stream = (folder.isEmpty ? "." : folder).withCString({ opendir($0) })
        else {
            return names
        }
        defer { closedir(stream) }
        while !context.isCancelled, let entry = readdir(stream) {
            let name = Folder.name(of: entry)
            if name != ".", name != ".." { names.insert(name) }
        }
        return names
    }

    private static func kind(of path: FilePath) -> PathPattern.Kind? {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFLNK else {
            return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
        }
        // A broken link counts as a file that cannot be read.
        return path.withCString({ stat($0, &status) }) == 0
            && status.st_mode & S_IFMT == S_IFDIR ? .linkedFolder : .file
    }
}
