import Glibc

/// A named pipe whose ends are opened and read in bounded time: a test fails where its program never comes.
///
/// Opening, reading and writing block: not for a thread of Swift's pool.
public struct NamedPipe: Sendable {
    public let path: String

    /// Makes it.
    public init(_ path: String) throws {
        guard mkfifo(path, 0o600) == 0 else {
            throw PseudoTerminal.Failure(description: "no pipe at \(path): \(String(cString: strerror(errno)))")
        }
        self.path = path
    }

    /// Opens the end to read from, at once, also where nothing writes yet. To be closed by the caller.
    ///
    /// - Parameter outlivesWriters: whether the pipe has no end when a writer closes it, because another may come.
    public func openReader(outlivesWriters: Bool = false) throws -> CInt {
        let descriptor = open(path, (outlivesWriters ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw PseudoTerminal.Failure(description: "cannot open \(path): errno \(errno)") }
        return descriptor
    }

    /// Opens the end to write to as soon as something reads. To be closed by the caller.
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

    /// Reads from ``openReader()``'s end until `isEnough` of what has come, or every writer has closed its end.
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
