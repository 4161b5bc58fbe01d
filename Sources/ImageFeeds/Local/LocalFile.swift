import HalftoneCore
import Glibc

/// An open file of this machine; closed when the value ends. Its calls block.
struct LocalFile: ~Copyable {
    private let descriptor: Int32
    private let isStandardInput: Bool
    private let context: ReadContext
    /// The facts of the file; those of standard input do not matter.
    private let status: stat

    var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
    /// Whether reads wait for data. A file that is always ready does not block.
    private var isPipe: Bool { isStandardInput || status.st_mode & S_IFMT == S_IFIFO }
    var byteCount: Int { Int(status.st_size) }
    /// The modification time in seconds since 1970.
    var modified: Double { status.modified }

    /// Opens a file. A pipe is opened with or without a writer; reads wait for its data until `context` is cancelled.
    init(opening path: FilePath, context: ReadContext = ReadContext()) throws(FeedError) {
        let mode = O_RDONLY | O_CLOEXEC | O_NOCTTY | (Self.isPipe(path) ? O_NONBLOCK : 0)
        let descriptor = path.withCString { open($0, mode) }
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            let error = Self.unreadable
            if descriptor >= 0 { close(descriptor) }
            throw error
        }
        guard isatty(descriptor) == 0 else {
            close(descriptor)
            throw .unreadable("it is a terminal")
        }
        (self.descriptor, self.context, self.status) = (descriptor, context, status)
        isStandardInput = false
        if isPipe { _ = fcntl(descriptor, F_SETFL, 0) }
    }

    /// Uses standard input, which stays open. Reads wait for its data until `context` is cancelled.
    init(standardInput descriptor: Int32, context: ReadContext) {
        (self.descriptor, self.context, status) = (descriptor, context, stat())
        isStandardInput = true
    }

    deinit {
        if !isStandardInput { close(descriptor) }
    }

    /// Reads until `count` bytes or the end of the file.
    func read(upTo count: Int) throws(FeedError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, case let chunk = try readChunk(min(count - bytes.count, 262_144)), !chunk.isEmpty {
            bytes += chunk
        }
        return bytes
    }

    /// Reads at most `count` bytes; returns none at the end.
    func readChunk(_ count: Int) throws(FeedError) -> [UInt8] {
        if isPipe { try waitForWriter() } else if context.isCancelled { throw .cancelled }
        var failed = false
        let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var received = Glibc.read(descriptor, buffer.baseAddress, count)
            while received < 0, errno == EINTR { received = Glibc.read(descriptor, buffer.baseAddress, count) }
            failed = received < 0
            initialized = max(received, 0)
        }
        guard !failed else { throw Self.unreadable }
        if isPipe { context.count(bytes: chunk.count) }  // reports the first bytes of a slow writer
        return chunk
    }

    /// Waits until a pipe has data, or all its writers have closed it.
    private func waitForWriter() throws(FeedError) {
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat {
            guard !context.isCancelled else { throw .cancelled }
            context.count()
        } while poll(&asked, 1, 100) <= 0
        guard !context.isCancelled else { throw .cancelled }  // another read may wait for the same pipe
    }

    /// Returns the given bytes and the rest of the file, at most `limit` bytes. More than `memoryBytes` are copied to a
    /// temporary file, so that later writes to this file do not change them.
    func readAll(behind beginning: [UInt8], limit: Int, _ limits: FeedLimits) throws(FeedError) -> StoredBytes {
        guard byteCount <= limit else { throw .tooLarge(limit: ByteSize(limit)) }
        var limits = limits
        (limits.feedBytes, limits.listBytes) = (limit, limit)
        var buffer = DocumentBuffer(contentType: nil, expectedBytes: nil, limits: limits)
        try buffer.take(beginning)
        while case let chunk = try readChunk(262_144), !chunk.isEmpty {
            try buffer.take(chunk)
            if !isPipe { context.count(bytes: chunk.count) }
        }
        return buffer.body
    }

    /// The error of `errno`.
    static var unreadable: FeedError { .unreadable(String(cString: strerror(errno))) }

    // MARK: - Paths

    /// Returns whether reads of a source may wait for a writer.
    static func isPipe(_ source: FeedSource) -> Bool {
        if case .path(let path) = source { isPipe(path) } else { source == .standardInput }
    }

    private static func isPipe(_ path: FilePath) -> Bool {
        var facts = stat()
        return path.withCString({ stat($0, &facts) }) == 0
            && (facts.st_mode & S_IFMT == S_IFIFO || facts.st_mode & S_IFMT == S_IFSOCK)
    }
}

extension stat {
    var modified: Double { Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) * 1e-9 }
}
