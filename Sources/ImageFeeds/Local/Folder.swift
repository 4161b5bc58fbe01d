import Basis
import Glibc

/// The pictures of one folder in natural order. Hidden files and folders are skipped.
struct Folder {
    private(set) var items: [FeedItem] = []
    private(set) var warnings: [FeedError] = []
    private var unreadableFolders: (count: Int, why: String)?
    private let isRecursive: Bool
    private let limits: FeedLimits
    private let context: ReadContext
    private var isFull = false

    /// Reads the folder; blocks. With `isRecursive` the folders inside it too, each behind the pictures of its own:
    /// their titles are paths from `path` on. Throws `.unreadable` with the system's reason, `.noPictures`, and
    /// `.cancelled` soon after `context` is cancelled.
    init(
        reading path: FilePath, isRecursive: Bool = false, limits: FeedLimits, context: ReadContext = ReadContext()
    ) throws(FeedError) {
        self.isRecursive = isRecursive
        self.limits = limits
        self.context = context
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw LocalFile.unreadable(path) }
        if let failure = read(descriptor, path: path, title: "", depth: 0), items.isEmpty { throw failure }
        guard !context.isCancelled else { throw .cancelled }
        if isFull { warnings.append(.tooManyItems(limit: limits.listItems)) }
        if let unreadableFolders {
            warnings.append(.leftOut(count: unreadableFolders.count, why: unreadableFolders.why))
        }
        guard !items.isEmpty else { throw warnings.first ?? .noPictures(.folder) }
    }

    /// One folder, which is closed at the end, and what is inside it. Returns the error that ended the reading.
    private mutating func read(_ folder: Int32, path: FilePath, title: String, depth: Int) -> FeedError? {
        guard let stream = fdopendir(folder) else {
            close(folder)
            return LocalFile.unreadable(path)
        }
        defer { closedir(stream) }
        var found: [FeedItem] = []
        var inside: [FilePath] = []
        errno = 0
        while let entry = readdir(stream) {
            guard !context.isCancelled else { return .cancelled }
            let name = Self.name(of: entry)
            guard !name.isHidden else { continue }
            let item = Self.picture(name, in: folder, path: path, title: title)
            context.count(found: item == nil ? 0 : 1, seen: 1)
            if let item {
                found.append(item)
            } else if isRecursive {
                inside.append(name)
            }
            if items.count + found.count > limits.listItems {
                found.removeLast()
                isFull = true
                break
            }
            errno = 0
        }
        let failure = errno == 0 || isFull ? nil : LocalFile.unreadable(path)
        items += found.sorted { NaturalOrder.precedes($0.title, $1.title) }
        for name in inside.sorted(by: NaturalOrder.precedes) where !isFull && !context.isCancelled {
            enter(name, in: folder, path: path, title: title, depth: depth + 1)
        }
        return failure
    }

    /// Links are not followed: they may lead around in circles.
    private mutating func enter(_ name: FilePath, in folder: Int32, path: FilePath, title: String, depth: Int) {
        let path = path.appending(name)
        let inner = name.withCString { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard inner >= 0 else {
            if errno != ENOTDIR, errno != ELOOP { leaveOut(LocalFile.unreadable(path), name) }
            return
        }
        guard depth <= limits.folderDepth else {
            close(inner)
            return leaveOut(.unreadable(path: path, why: "more than \(limits.folderDepth) folders deep"), name)
        }
        if let failure = read(inner, path: path, title: title + path.shownName + "/", depth: depth) {
            leaveOut(failure, name)
        }
    }

    private mutating func leaveOut(_ error: FeedError, _ name: FilePath) {
        unreadableFolders = ((unreadableFolders?.count ?? 0) + 1, unreadableFolders?.why ?? "\(name) \(error)")
    }

    private static func picture(_ name: FilePath, in folder: Int32, path: FilePath, title: String) -> FeedItem? {
        var status = stat()
        guard name.withCString({ fstatat(folder, $0, &status, 0) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        guard PictureName.isPicture(name.text) || Self.hasSignature(name, in: folder) else { return nil }
        let path = path.appending(name)
        return FeedItem(
            title: title + path.shownName, picture: .local(path), date: status.modified,
            byteCount: Int(status.st_size))
    }

    /// For files whose name says nothing. Only regular files get here: opening a pipe would wait.
    private static func hasSignature(_ name: FilePath, in folder: Int32) -> Bool {
        let file = name.withCString { openat(folder, $0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard file >= 0 else { return false }
        defer { close(file) }
        let head = [UInt8](unsafeUninitializedCapacity: PictureName.signatureLength) { buffer, initialized in
            initialized = max(0, Glibc.read(file, buffer.baseAddress, buffer.count))
        }
        return PictureName.hasSignature(head)
    }

    static func name(of entry: UnsafeMutablePointer<dirent>) -> FilePath {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                FilePath(cString: $0)
            }
        }
    }
}
