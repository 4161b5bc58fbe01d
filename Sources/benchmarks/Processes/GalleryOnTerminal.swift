import Glibc

/// The gallery on a pseudo-terminal of 200x60, whose output is discarded and whose queries are not answered.
final class GalleryOnTerminal {
    /// Visible output to wait for.
    enum Sight {
        /// Any visible character.
        case frame
        /// A half block.
        case picture
    }

    private let master: Int32
    private let process: ChildProcess
    private let start: Double
    private var screen = VisibleOutput()
    private var bytes = 0

    init(_ command: Command) throws {
        var (master, terminal) = (Int32(-1), Int32(-1))
        var name = [CChar](repeating: 0, count: 128)
        var size = winsize(ws_row: 60, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &terminal, &name, nil, &size) == 0 else {
            throw Failure("no pseudo-terminal: \(Failure.system)")
        }
        defer { close(terminal) }
        for descriptor in [master, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.master = master
        start = Clock.wall.now
        do {
            process = try ChildProcess(command, terminal: path)
        } catch {
            close(master)
            throw error
        }
    }

    deinit { close(master) }

    /// Returns the wall time in seconds from the start of the process until the output is visible.
    func seconds(until sight: Sight) throws -> Double {
        while !(sight == .frame ? screen.hasText : screen.hasHalfBlock) {
            guard readSome() else { throw Failure("the gallery ended before its first \(sight)") }
        }
        return Clock.wall.now - start
    }

    /// Sends keys without waiting for output.
    func type(_ keys: String) { _ = write(master, keys, keys.utf8.count) }

    /// Reads and discards the output for some seconds.
    func watch(seconds: Double) throws {
        let end = Clock.wall.now + seconds
        while case let left = end - Clock.wall.now, left > 0 { _ = try readSome(within: left) }
    }

    /// Reads the output until there is none for `quiet` seconds. Throws if that does not happen in two minutes.
    ///
    /// Returns the seconds from the start of the process until the last output, and the bytes of all output.
    func rest(quietFor quiet: Double) throws -> (seconds: Double, bytes: Int) {
        var last = start
        while try readSome(within: quiet) {
            last = Clock.wall.now
            guard last - start < 120 else { throw Failure("the gallery does not come to rest") }
        }
        return (last - start, bytes)
    }

    /// Presses the key that quits, and returns after the end of the process.
    func quit() {
        type("q")
        while readSome() {}
    }

    /// Waits at most `seconds` for output and reads it. Returns `false` if there was none.
    private func readSome(within seconds: Double) throws -> Bool {
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32((seconds * 1000).rounded(.up))) > 0 else { return false }
        guard readSome() else { throw Failure("the gallery ended while it was watched") }
        return true
    }

    /// Reads available output. Returns `false` when no process has the terminal open any more.
    private func readSome() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { return false }
        screen.feed(buffer.prefix(count))
        bytes += count
        return true
    }
}

/// A minimal terminal parser that finds out whether output is visible.
private struct VisibleOutput {
    private enum State {
        case text
        case escape
        case sequence
        case string
    }

    private var state = State.text
    private var lastBytes = [UInt8](repeating: 0, count: 3)
    private(set) var hasText = false
    private(set) var hasHalfBlock = false

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            switch (state, byte) {
            case (.text, 0x1B): state = .escape
            case (.text, 0x21...): show(byte)
            case (.text, _): break
            case (.escape, UInt8(ascii: "[")): state = .sequence
            case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")): state = .string
            case (.escape, 0x20...0x2F): break
            case (.escape, _): state = .text
            case (.sequence, 0x40...0x7E):
                state = .text
                // DA1 is the last query at the start; what was printed before it is erased
                if byte == UInt8(ascii: "c") { (hasText, hasHalfBlock) = (false, false) }
            case (.sequence, _): break
            case (.string, 0x07): state = .text
            case (.string, 0x1B): state = .escape
            case (.string, _): break
            }
        }
    }

    private mutating func show(_ byte: UInt8) {
        hasText = true
        lastBytes = [lastBytes[1], lastBytes[2], byte]
        if lastBytes == [0xE2, 0x96, 0x80] || lastBytes == [0xE2, 0x96, 0x84] { hasHalfBlock = true }
    }
}
