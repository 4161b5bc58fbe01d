import Basis
import Glibc

/// Standard output and standard error. Foreign text must be sanitized before it gets here.
enum Output {
    /// Keeps 0, 1 and 2 from becoming the next file that is opened, such as the trace, when the program was started
    /// without them. Using them fails as it did before. To be called before anything is opened.
    static func reserveStandardDescriptors() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)  // gets the lowest free number, which is this one
        }
    }

    /// Writes text to standard output. `false` when it could not be written, which has been said then.
    @discardableResult
    static func print(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Writes to standard output. `false` when it could not be written: a full disk has been complained about, a reader
    /// that went away has not.
    static func write(_ bytes: [UInt8]) -> Bool {
        guard !write(bytes, to: STDOUT_FILENO) else { return true }
        if errno != EPIPE { printError("standard output: \(String(cString: strerror(errno)))") }
        return false
    }

    /// `errno` says why it returned `false`.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN {  // standard output shares a non-blocking description
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                    continue
                }
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
            return true
        }
    }

    /// One line on standard error. What is quoted in it may be an address in the wrong place, such as
    /// `--trace http://bob:secret@host`: no password is said.
    static func printError(_ line: String) {
        _ = write(Array("halftone: \(TextSanitizer.sentence(line))\n".utf8), to: STDERR_FILENO)
    }
}
