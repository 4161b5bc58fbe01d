import Glibc

/// The pictures of one folder in natural order. Hidden files are skipped, folders inside it are not entered.
struct Folder {
    private(set) var items: [FeedItem] = []
    private(set) var warnings: [FeedError] = []
    private var unreadableNames = 0

    /// Reads the folder; blocks. Throws `.unreadable` with the system's reason, and `.noPictures`.
    init(reading path: String, limits: FeedLimits) throws(FeedError) {
        guard let stream = opendir(path) else { throw LocalFile.unreadable(path) }
        defer { closedir(stream) }
        let folder = dirfd(stream)
        errno = 0
        while let entry = readdir(stream) {
            if let name = Self.name(of: entry) { add(name, in: folder, path: path) } else { unreadableNames += 1 }
            if items.count > limits.listItems {
                items.removeLast()
                warnings.append(.tooManyItems(limit: limits.listItems))
                break
            }
            errno = 0
        }
        guard errno == 0 || !items.isEmpty else { throw LocalFile.unreadable(path) }
        if unreadableNames > 0 { warnings.append(.leftOut(count: unreadableNames, why: "the name is not UTF-8")) }
        guard !items.isEmpty else { throw .noPictures(.folder) }
        items.sort { NaturalOrder.precedes($0.title, $1.title) }
    }

    private mutating func add(_ name: String, in folder: Int32, path: String) {
        guard !name.hasPrefix(".") else { return }
        var status = stat()
        guard fstatat(folder, name, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        guard PictureName.isPicture(name) || Self.hasSignature(name, in: folder) else { return }
        let path = LocalFile.join(path, name)
        items.append(
            FeedItem(
                title: LocalFile.name(of: path), picture: .local(path), date: status.modified,
                byteCount: Int(status.st_size)))
    }

    /// For files whose name says nothing. Only regular files get here: opening a pipe would wait.
    private static func hasSignature(_ name: String, in folder: Int32) -> Bool {
        let file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        let head = [UInt8](unsafeUninitializedCapacity: PictureName.signatureLength) { buffer, initialized in
            initialized = max(0, read(file, buffer.baseAddress, buffer.count))
        }
        return PictureName.hasSignature(head)
    }

    /// `nil` if the bytes of the name are not UTF-8: such a file cannot be named by a `String`.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                String(validatingCString: $0)
            }
        }
    }
}
