import Basis
import Glibc

/// Standard output and standard error. Foreign text in what is printed has been sanitised by whoever made the line.
enum Output {
    /// Writes text to standard output. `false` when nobody reads it any more, or the disk is full.
    @discardableResult
    static func print(_ text: String) -> Bool { write(Array(text.utf8)) }

    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Bool {
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

    /// One line on standard error.
    static func complain(_ line: String) {
        write(Array("halftone: \(line)\n".utf8), to: STDERR_FILENO)
    }
}
