import HalftoneCore
import CSystem
import Glibc
import ScreenKit

/// Atomic writing of files: written under a hidden name in the same folder, synced to disk, and renamed when complete.
/// Existing files are only changed by replacement. Its calls block.
struct FileSaving: Sendable {
    let folder: String
    /// The permissions of a new file, before the umask.
    var rights: mode_t = 0o666

    /// Maximum number of names to try.
    private static let maxAttempts = 1_000

    /// Returns the first existing name whose file has these bytes; `nil` if a free name comes first.
    func name(holding bytes: StoredBytes, named name: (Int) -> String) -> String? {
        for attempt in 0..<Self.maxAttempts {
            let name = name(attempt)
            let path = FilePath(folder + "/" + name)
            guard let file = ReadableFile(path, flags: O_NOFOLLOW | O_NONBLOCK) else {
                if errno == ENOENT { return nil }
                continue
            }
            if file.isRegular, StoredBytes(file, count: file.byteCount) == bytes { return name }
        }
        return nil
    }

    /// Writes a file under the first free name, and returns that name. `name` returns the name of an attempt, from 0.
    /// After `token` is revoked, neither the file nor a part of it is left, unless it existed before.
    func save(
        _ bytes: StoredBytes, token: CommitToken = CommitToken(), named name: (Int) -> String
    ) throws(Failure) -> String {
        let temporary = try write(bytes, token)
        defer { token.removeTemporary() }
        for attempt in 0..<Self.maxAttempts {
            let name = name(attempt)
            if token.commit({ halftone_rename_new(temporary, folder + "/" + name) }) == 0 { return name }
            guard errno == EEXIST else { throw .system(folder) }
        }
        throw Failure("\(folder): too many files with that name")
    }

    func replace(_ name: String, by bytes: StoredBytes) throws(Failure) {
        let temporary = try write(bytes, CommitToken())
        guard rename(temporary, folder + "/" + name) == 0 else {
            let error = Failure.system(folder)
            unlink(temporary)
            throw error
        }
    }

    /// Writes a file with a unique temporary name and returns its path.
    private func write(_ bytes: StoredBytes, _ token: CommitToken) throws(Failure) -> String {
        var path = ""
        var file: Int32 = -1
        repeat {
            path = folder + "/.halftone-" + String(UInt64.random(in: .min ... .max), radix: 36)
            file = token.makeTemporary(path) { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights) }
        } while file < 0 && errno == EEXIST
        guard file >= 0 else { throw .system(folder) }
        let isWritten = fill(file, with: bytes)
        let code = errno
        if isWritten, close(file) == 0 { return path }
        let error = Failure.system(folder, isWritten ? errno : code)
        if !isWritten { close(file) }
        token.removeTemporary()
        throw error
    }

    /// Writes all bytes and syncs them to disk. Returns `false` with `errno` on failure.
    private func fill(_ file: Int32, with bytes: StoredBytes) -> Bool {
        errno = EIO  // for a temporary file that cannot be read
        var isWritten = true
        let isRead = bytes.forEachPiece { piece, _ in isWritten = isWritten && append(piece, to: file) }
        return isRead && isWritten && fsync(file) == 0
    }

    private func append(_ piece: [UInt8], to file: Int32) -> Bool {
        var rest = piece[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Creates the folder and its parents, for the user only.
    static func makeFolder(_ path: String) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            mkdir(String(path[..<end]), 0o700)  // an existing folder is left unchanged; the write reports failures
        }
    }
}
