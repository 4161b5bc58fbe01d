import Glibc

/// Reads local pictures. Blocking; belongs on a disk thread.
struct FileReader: Sendable {
    /// Bytes of one file, as for a download.
    let limit: Int

    func read(_ path: String) -> Result<Payload, ImageError> {
        guard !path.utf8.contains(0) else { return .failure(.unreadableFile("not a path: it contains a NUL")) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)  // a named pipe must not hold the thread
        guard descriptor >= 0 else { return .failure(failure()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(failure()) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.unreadableFile("not a file")) }
        guard status.st_size <= limit else {
            return .failure(.unreadableFile("the file is over the limit of \(limit) bytes"))
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failure(failure()) }
            if count == 0 { break }  // it became shorter while we read
            filled += count
        }
        bytes.removeLast(bytes.count - filled)
        return .success(Payload(bytes: bytes, origin: .file))
    }

    private func failure() -> ImageError { .unreadableFile(String(cString: strerror(errno))) }
}
