import HalftoneCore
import FoundationEssentials
import Glibc

/// Standard output and standard error. Untrusted text must be sanitized by the caller.
enum Output {
    /// Reserves descriptors 0, 1 and 2 if they are closed, so that no file that is opened later, such as the trace,
    /// gets one of these numbers. Using them still fails. Call before any file is opened.
    static func reserveStandardDescriptors() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)  // gets the lowest free descriptor, which is this one
        }
    }

    /// Writes text to standard output. Returns `false` after a failure, which is reported on standard error.
    @discardableResult
    static func print(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Returns a value that always is JSON, in one line. Control characters beyond ASCII are escaped too, so that a
    /// terminal is safe from them.
    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        guard let bytes = try? encoder.encode(value) else {
            preconditionFailure("texts, dates, finite numbers and flags are always JSON")
        }
        let json = String(decoding: bytes, as: UTF8.self)
        guard TextSanitizer.clean(json) != json else { return json }  // the usual case
        var result = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            if scalar.value < 0x7F || TextSanitizer.clean(String(scalar)) == String(scalar) {
                result.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
                }
            }
        }
        return String(result)
    }

    /// Writes bytes to standard output. Returns `false` after a failure, which is reported on standard error, unless
    /// the reader of a pipe is gone.
    static func write(_ bytes: [UInt8]) -> Bool {
        guard !write(bytes, to: STDOUT_FILENO) else { return true }
        if errno != EPIPE { printError("standard output: \(String(cString: strerror(errno)))") }
        return false
    }

    /// Writes bytes to a descriptor. Returns `false` after a failure, with the reason in `errno`.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN {  // another process may have made it non-blocking
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

    /// Prints one line on standard error, without passwords: a quoted word may be an address in the wrong place, such
    /// as `--trace http://bob:secret@host`.
    static func printError(_ line: String) {
        _ = write(Array("halftone: \(TextSanitizer.sentence(line))\n".utf8), to: STDERR_FILENO)
    }
}
