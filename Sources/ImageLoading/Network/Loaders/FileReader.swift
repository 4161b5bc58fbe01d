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
        var error: ImageError?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
            useLargePages(for: UnsafeMutableRawBufferPointer(buffer))
            while filled < buffer.count, error == nil {
                let count = Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
                if count < 0, errno == EINTR { continue }
                if count < 0 { error = failure() }
                if count == 0 { break }  // it became shorter while we read
                filled += max(0, count)
            }
        }
        if let error { return .failure(error) }
        return .success(Payload(bytes: bytes, origin: .file))
    }

    /// A large file is several hundred ordinary pages, and the kernel stops for each of them.
    private func useLargePages(for buffer: UnsafeMutableRawBufferPointer) {
        let page = 4096
        guard buffer.count >= 4_000_000, let start = buffer.baseAddress else { return }
        let skipped = (page - Int(bitPattern: start) % page) % page
        madvise(start + skipped, (buffer.count - skipped) / page * page, MADV_HUGEPAGE)
    }

    private func failure() -> ImageError { .unreadableFile(String(cString: strerror(errno))) }
}
