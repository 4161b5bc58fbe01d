import Glibc

/// A named pipe. Opening and reading have a time limit, so that a test fails if its program never opens the other end.
///
/// Opening, reading and writing block, so do not use it on a thread of Swift's pool.
public struct NamedPipe: Sendable {
    public let path: String

    /// Creates the pipe.
    public init(_ path: String) throws {
        guard mkfifo(path, 0o600) == 0 else {
            throw PseudoTerminal.Failure(description: "no pipe at \(path): \(String(cString: strerror(errno)))")
        }
        self.path = path
    }

    /// Opens the reading end, without waiting for a writer. The caller closes it.
    ///
    /// - Parameter outlivesWriters: whether the pipe stays open after its writers, for further ones.
    public func openReader(outlivesWriters: Bool = false) throws -> CInt {
        let descriptor = open(path, (outlivesWriters ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw PseudoTerminal.Failure(description: "cannot open \(path): errno \(errno)") }
        return descriptor
    }

    /// Waits for a reader and opens the writing end. The caller closes it.
    public func openWriter() throws -> CInt {
        let wait = Wait("something to read from \(path)")
        while true {
            let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFL, O_WRONLY)
                return descriptor
            }
            guard errno == ENXIO || errno == EINTR else {
                throw PseudoTerminal.Failure(description: "cannot open \(path): errno \(errno)")
            }
            _ = try wait.check()
            _ = poll(nil, 0, 1)
        }
    }

    /// Reads from a descriptor of ``openReader()`` until `isEnough` returns `true`, or all writers have closed the
    /// pipe.
    public static func read(
        _ descriptor: CInt, for what: String, until isEnough: (String) -> Bool = { _ in false }
    ) throws -> String {
        let wait = Wait(what)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let text = String(decoding: bytes, as: UTF8.self), !isEnough(text) {
            var line = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&line, 1, try wait.check("came: \(text)")) > 0 else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { break }
            if count > 0 { bytes += buffer[..<count] }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
