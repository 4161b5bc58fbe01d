import CJail
import Glibc

/// The worker's end of its connection to the program: standard input, which is a socket. Blocks.
package enum WorkerSocket {
    /// Makes the kernel end the process when the program closes the connection, even in the middle of a decode. Returns
    /// `false`, and sets `errno`, if it cannot.
    static func endWithProgram() -> Bool { cjail_end_with(STDIN_FILENO) == 0 }

    /// Reads bytes. Returns `false` if the program has gone.
    static func read(_ count: Int, into target: UnsafeMutableRawPointer) -> Bool {
        var done = 0
        while done < count {
            let read = Glibc.read(STDIN_FILENO, target + done, count - done)
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { return false }
            done += read
        }
        return true
    }

    /// Discards bytes. Returns `false` if the program has gone.
    static func skip(_ count: Int) -> Bool {
        var left = count
        while left > 0 {
            guard let piece = read(min(left, 1 << 16)) else { return false }
            left -= piece.count
        }
        return true
    }

    /// Reads bytes; `nil` if the program has gone.
    package static func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return bytes.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { read(count, into: $0) } ?? true
        } ? bytes : nil
    }

    /// Writes bytes. Returns `false` if the program has gone.
    @discardableResult
    package static func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = Glibc.write(STDIN_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                rest = rest.dropFirst(written)
            }
            return true
        }
    }
}
