import Glibc

/// Why a file could not be written, in one line.
struct FileSavingError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What `errno` tells.
    static func system(_ what: String) -> FileSavingError {
        FileSavingError("\(what): \(String(cString: strerror(errno)))")
    }
}

/// Writes whole files: what has the name is complete, and nothing that was there is touched unless it is to be replaced.
/// Its calls block.
struct FileSaving: Sendable {
    let folder: String

    /// Names that are tried. A folder with more of one name has been saved to by a loop.
    private static let mostAttempts = 1_000

    /// Writes a file under the first name that is free, and returns that name. `name` says it by its number, from 0.
    func save(_ bytes: [UInt8], named name: (Int) -> String) throws(FileSavingError) -> String {
        let temporary = try write(bytes)
        defer { unlink(temporary) }
        for attempt in 0..<Self.mostAttempts {
            let name = name(attempt)
            // A link fails where the name is taken, whoever took it meanwhile.
            if link(temporary, folder + "/" + name) == 0 { return name }
            switch errno {
            case EEXIST: continue
            case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:  // a file system without links
                if try move(temporary, to: name) { return name }
            default: throw .system(folder)
            }
        }
        throw FileSavingError("\(folder): there are too many files of that name")
    }

    /// Writes a file in place of the one of that name.
    func replace(_ name: String, by bytes: [UInt8]) throws(FileSavingError) {
        let temporary = try write(bytes)
        guard rename(temporary, folder + "/" + name) == 0 else {
            let error = FileSavingError.system(folder)
            unlink(temporary)
            throw error
        }
    }

    /// Takes the name first, so that what is moved over it is ours. `false` if somebody else has it.
    private func move(_ temporary: String, to name: String) throws(FileSavingError) -> Bool {
        let path = folder + "/" + name
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { return false }
            throw .system(folder)
        }
        close(file)
        guard rename(temporary, path) == 0 else {
            let error = FileSavingError.system(folder)
            unlink(path)
            throw error
        }
        return true
    }

    /// A file with these bytes, on the disk, under a name that nobody else has.
    private func write(_ bytes: [UInt8]) throws(FileSavingError) -> String {
        var path = ""
        var file: Int32 = -1
        repeat {
            path = folder + "/.halftone-" + String(UInt64.random(in: .min ... .max), radix: 36)
            file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        } while file < 0 && errno == EEXIST
        guard file >= 0 else { throw .system(folder) }
        var rest = bytes[...]
        var isWritten = true
        while !rest.isEmpty, isWritten {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count > 0 { rest = rest.dropFirst(count) } else { isWritten = false }
        }
        if isWritten, fsync(file) == 0, close(file) == 0 { return path }
        let error = FileSavingError.system(folder)
        if !isWritten { close(file) }
        unlink(path)
        throw error
    }

    /// Makes the folder and those it is in, for the user alone.
    static func makeFolder(_ path: String) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            mkdir(String(path[..<end]), 0o700)  // one that is there stays as it is; what fails, the writing will tell
        }
    }
}
