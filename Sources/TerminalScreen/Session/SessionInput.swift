import CSystem
import Glibc
import HalftoneCore

/// The input of a terminal as events, read without blocking.
struct SessionInput {
    private let descriptor: Int32
    private let time: any TimeSource
    private var decoder: KeyDecoder
    private var doubleClick = DoubleClick()

    init(_ descriptor: Int32, keys: KeyTable, time: any TimeSource) {
        (self.descriptor, self.time, decoder) = (descriptor, time, KeyDecoder(table: keys))
    }

    /// Whether there are bytes to read.
    var isReadable: Bool {
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) > 0
    }

    /// How long to wait for more input before ``finish()``; `nil` if no input is unfinished.
    var timeout: Duration? { decoder.timeout }

    /// Returns all input since the last call.
    ///
    /// - Throws: `TerminalError.hangup` if the terminal is gone.
    mutating func read() throws(TerminalError) -> [InputEvent] {
        var events: [InputEvent] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<64 {  // 256 KB a turn: an endless paste must not starve the screen
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count > 0 {
                events += decoder.decode(bytes.prefix(count))
                if count < bytes.count { break }
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                break
            } else if events.isEmpty {
                throw .hangup  // EOF, or EIO
            } else {
                break
            }
        }
        return events.map { event in
            if case .mouse(let mouse) = event { .mouse(doubleClick.refine(mouse, at: time.now)) } else { event }
        }
    }

    /// Returns the events of unfinished input; call it after ``timeout``.
    mutating func finish() -> [InputEvent] { decoder.finish() }
}
