import HalftoneCore
import Glibc

/// The pictures of one folder in natural order. Hidden files and folders are skipped.
public struct Folder: Sendable {
    /// The folder's pictures, after its subfolders if those are shown.
    public private(set) var items: [FeedItem] = []
    /// The warnings about omitted entries.
    public private(set) var warnings: [FeedError] = []
    private var unreadableFolders: (count: Int, why: String)?
    private let isRecursive: Bool
    private let showsFolders: Bool
    private let limits: FeedLimits
    private let context: ReadContext
    private var isFull = false
    /// The remaining number of names to read in subfolders.
    private var namesToCount: Int

    /// Reads the folder; blocks. With `isRecursive` it also reads subfolders, each after the folder's own pictures,
    /// with titles that are paths relative to `path`. Otherwise `showsFolders` makes them items, before the pictures.
    /// Throws `.unreadable` with the system's reason, `.noPictures`, and `.cancelled` soon after `context` is
    /// cancelled.
    public init(
        reading path: FilePath, isRecursive: Bool = false, showsFolders: Bool = false, limits: FeedLimits,
        context: ReadContext = ReadContext()
    ) throws(FeedError) {
        self.isRecursive = isRecursive
        self.showsFolders = showsFolders && !isRecursive
        namesToCount = limits.countedNames
        self.limits = limits
        self.context = context
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw LocalFile.unreadable }
        if let failure = read(descriptor, path: path, title: "", depth: 0), items.isEmpty { throw failure }
        guard !context.isCancelled else { throw .cancelled }
        if isFull { warnings.append(.tooManyItems(limit: limits.listItems)) }
        if let unreadableFolders {
            warnings.append(.leftOut(count: unreadableFolders.count, why: unreadableFolders.why))
        }
        guard !items.isEmpty else { throw warnings.first ?? .noPictures(.folder) }
    }

    /// Reads one open folder and its subfolders, and closes it. Returns the error that ended the read.
    private mutating func read(_ folder: Int32, path: FilePath, title: String, depth: Int) -> FeedError? {
        guard let stream = fdopendir(folder) else {
            close(folder)
            return LocalFile.unreadable
        }
        defer { closedir(stream) }
        var found: [FeedItem] = []
        var inside: [FilePath] = []
        errno = 0
        while let entry = readdir(stream) {
            guard !context.isCancelled else { return .cancelled }
            let name = Self.name(of: entry)
            guard !name.isHidden else { continue }
            let item = item(name, in: folder, path: path, title: title)
            context.count(found: item?.picture.isPicture == true ? 1 : 0, seen: 1)
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
        let failure = errno == 0 || isFull ? nil : LocalFile.unreadable
        items += Self.inOrder(found)
        let inOrder = inside.map { (order: NaturalName($0), name: $0) }.sorted { $0.order < $1.order }
        for (_, name) in inOrder where !isFull && !context.isCancelled {
            enter(name, in: folder, path: path, title: title, depth: depth + 1)
        }
        return failure
    }

    /// Returns folders and then pictures, each in natural order. Sorts numbers, because moving the items costs more than
    /// comparing their titles.
    private static func inOrder(_ items: [FeedItem]) -> [FeedItem] {
        let (names, areFolders) = (items.map { NaturalName($0.title) }, items.map(\.isFolder))
        let order = items.indices.sorted {
            areFolders[$0] == areFolders[$1] ? names[$0] < names[$1] : areFolders[$0]
        }
        return order.map { items[$0] }
    }

    /// Links are not followed, because they may form a cycle.
    private mutating func enter(_ name: FilePath, in folder: Int32, path: FilePath, title: String, depth: Int) {
        let path = path.appending(name)
        let inner = name.withCString { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard inner >= 0 else {
            if errno != ENOTDIR, errno != ELOOP { leaveOut(LocalFile.unreadable, name) }
            return
        }
        guard depth <= limits.folderDepth else {
            close(inner)
            return leaveOut(.unreadable("more than \(limits.folderDepth) folders deep"), name)
        }
        if let failure = read(inner, path: path, title: title + path.shownName + "/", depth: depth) {
            leaveOut(failure, name)
        }
    }

    private mutating func leaveOut(_ error: FeedError, _ name: FilePath) {
        unreadableFolders = ((unreadableFolders?.count ?? 0) + 1, unreadableFolders?.why ?? "\(name) \(error)")
    }

    /// Returns the item of a picture or of a shown folder; `nil` for other entries.
    private mutating func item(_ name: FilePath, in folder: Int32, path: FilePath, title: String) -> FeedItem? {
        var status = stat()
        guard name.withCString({ fstatat(folder, $0, &status, 0) }) == 0 else { return nil }
        let path = path.appending(name)
        if showsFolders, status.st_mode & S_IFMT == S_IFDIR {
            var item = FeedItem(title: path.shownName + "/", picture: .folder(path), date: status.modified)
            if let (count, names) = pictures(inside: name, of: folder, device: status.st_dev) {
                (item.pictureCount, item.samples) = (count, names.map(path.appending))
            }
            return item
        }
        guard status.st_mode & S_IFMT == S_IFREG,
            PictureName.isPicture(name.text) || Self.hasSignature(name, in: folder)
        else { return nil }
        return FeedItem(
            title: title + path.shownName, picture: .local(path), date: status.modified,
            byteCount: Int(status.st_size))
    }

    /// Returns the number of files with names of pictures in a folder, and the first of them; `nil` if counting could
    /// take long: many names, or another device, which may be slow or automounted.
    private mutating func pictures(
        inside name: FilePath, of folder: Int32, device: dev_t
    ) -> (count: Int, first: [FilePath])? {
        var status = stat()
        guard namesToCount > 0, fstat(folder, &status) == 0, status.st_dev == device else { return nil }
        let inner = name.withCString { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard inner >= 0 else { return nil }
        guard let stream = fdopendir(inner) else {
            close(inner)
            return nil
        }
        defer { closedir(stream) }
        var (count, first) = (0, [(order: NaturalName, name: FilePath)]())
        while let entry = readdir(stream) {
            guard namesToCount > 0 else { return nil }
            namesToCount -= 1
            let name = Self.name(of: entry)
            guard !name.isHidden, PictureName.isPicture(name.text) else { continue }
            count += 1
            let order = NaturalName(name)
            let place = first.firstIndex { order < $0.order } ?? first.count
            guard place < FeedItem.maxSamples else { continue }
            first.insert((order, name), at: place)
            first = Array(first.prefix(FeedItem.maxSamples))
        }
        return (count, first.map(\.name))
    }

    /// Returns whether a file without extension is a picture. Only for regular files: opening a pipe would block.
    private static func hasSignature(_ name: FilePath, in folder: Int32) -> Bool {
        let file = name.withCString { openat(folder, $0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard file >= 0 else { return false }
        defer { close(file) }
        let head = [UInt8](unsafeUninitializedCapacity: FormatTraits.longestSignature) { buffer, initialized in
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
