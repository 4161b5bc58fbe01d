import Basis
import CSystem
import Dispatch
import Glibc

/// A terminal of the kernel's whose other end is held by a test: keys go in, what a program draws comes out.
///
/// Every wait is for something to happen, with a deadline; none is for time to pass. One thread at a time, and not one
/// of Swift's pool: run a test's part in ``driven(_:)``.
public final class PseudoTerminal: @unchecked Sendable {
    // Unchecked because one thread at a time may wait and read (see above), and nothing else changes `output`, what is
    // `unseen`, or calls `sink`; `bytesPerSecond` is set by that thread too; the rest is immutable.

    public struct Failure: Error, CustomStringConvertible {
        public var description: String
        public init(description: String) { self.description = description }
    }

    /// Path of the end that a program opens.
    public let path: String
    /// Everything drawn so far.
    public private(set) var output: [UInt8] = []
    /// How fast what is drawn is read, as by a terminal behind a slow line; `nil`: as it comes.
    public var bytesPerSecond: Int? { didSet { reader?.bytesPerSecond = bytesPerSecond } }
    private let master: Int32
    /// Who reads while the test does something else; `nil`: nobody.
    private let reader: LineReader?
    /// Keeps the line alive and its modes readable when no program has it open.
    private let slave: Int32
    private let sink: ([UInt8]) -> Void
    /// What was read and begins behind the end of a frame.
    private var unseen: ArraySlice<UInt8> = []
    private var frameEnds = FrameEnds()

    /// A terminal of this size; what is drawn on it is handed to `sink` (an emulator) as the test looks at it.
    ///
    /// With `readsAhead` it is read as soon as it is drawn, as by a terminal, also while the test is held up elsewhere:
    /// without it nothing is read then, and once the line is full the program draws no more, or gives up its last words.
    public init(
        columns: Int = 80, rows: Int = 24, pixelWidth: Int = 0, pixelHeight: Int = 0, readsAhead: Bool = false,
        sink: @escaping ([UInt8]) -> Void = { _ in }
    ) throws {
        var name = [CChar](repeating: 0, count: 128)
        var slave = Int32(-1)
        master = halftone_open_terminal(&slave, &name, name.count)
        guard master >= 0 else { throw Failure(description: "no pseudo-terminal: errno \(errno)") }
        self.slave = slave
        reader = readsAhead ? try LineReader(line: master) : nil
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        self.sink = sink
        resize(columns: columns, rows: rows, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
    }

    deinit {
        reader?.stop()
        close(master)
        close(slave)
    }

    /// The process becomes the leader of a session whose controlling terminal is the one at `path`.
    public static func adopt(_ path: String) throws {
        guard setsid() >= 0 else { throw Failure(description: "setsid: \(errno)") }
        let descriptor = open(path, O_RDWR)
        guard descriptor >= 0, halftone_take_terminal(descriptor) == 0 else {
            throw Failure(description: "cannot take \(path): \(errno)")
        }
        close(descriptor)
    }

    /// Runs `body` on a thread that may block.
    public func driven<Result: Sendable>(
        _ body: @escaping @Sendable (PseudoTerminal) throws -> Result
    ) async throws -> Result { try await drive(body).cancellableValue }

    /// The same, begun at once: a program that waits for keys must not wait until Swift's pool, full of other tests, has
    /// a thread for who presses them.
    public func drive<Result: Sendable>(
        _ body: @escaping @Sendable (PseudoTerminal) throws -> Result
    ) -> Task<Result, any Error> {
        Task(executorPreference: OwnThread("pseudo-terminal")) { try body(self) }
    }

    // MARK: - The person at the terminal

    /// Types text or the sequence of a key.
    public func type(_ text: String) throws { try type(Array(text.utf8)) }

    /// Types any bytes.
    public func type(_ bytes: [UInt8]) throws {
        guard halftone_write_bounded(master, bytes, bytes.count, Int32(Wait.seconds) * 1000) else {
            throw Failure(description: "waited \(Wait.seconds) s for the program to read its keys")
        }
    }

    /// Changes the window's size; the program gets SIGWINCH from the kernel.
    public func resize(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(pixelWidth),
            ws_ypixel: UInt16(pixelHeight))
        _ = halftone_set_window_size(master, &size)
    }

    /// Closes the window: the program gets SIGHUP, and end of file from the terminal.
    public func hangUp() throws {
        reader?.stop()
        // The descriptor's number stays ours, so that a later read or close meets /dev/null and not somebody else's file.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(nothing, master)
        close(nothing)
        // A program that another test is starting right now may hold a copy of the descriptor until it is replaced. A
        // line that is hung up has an error, too; before that, one whose other end is closed may still take bytes.
        let wait = Wait("the hang-up of a line whose other end is closed")
        var line = pollfd(fd: slave, events: 0, revents: 0)
        while poll(&line, 1, 1) != 1 || line.revents & Int16(POLLERR) == 0 {
            _ = try wait.check()
            sched_yield()
        }
    }

    /// Bytes that were typed and that no program has read: what a shell would take for a command.
    public var unreadInput: Int {
        var modes = termios()
        guard tcgetattr(slave, &modes) == 0 else { return 0 }
        modes.c_lflag &= ~tcflag_t(ICANON)  // count what is no whole line, too
        tcsetattr(slave, TCSANOW, &modes)
        var waiting = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 0) == 1 else { return 0 }
        var bytes = [UInt8](repeating: 0, count: 4096)
        return max(0, read(slave, &bytes, bytes.count))
    }

    // MARK: - Looking at the screen

    /// Reads what is drawn until `condition` holds, or throws with what was drawn at the end.
    public func wait(
        for what: String, seconds: Int = Wait.seconds, until condition: (PseudoTerminal) -> Bool
    ) throws {
        let wait = Wait(what, seconds: seconds)
        while !condition(self) { _ = pump(milliseconds: try wait.check("last output: \(outputTail)")) }
    }

    /// Reads what is there now.
    public func drain() {
        var count = 0
        let end = output.count + LineReader.mostBytes  // a program may draw for ever
        repeat {
            reader?.flush()
            count = 0
            while pump(milliseconds: 0) { count += 1 }
        } while reader != nil && count >= LineReader.mostPieces && output.count < end  // was there no room for more?
    }

    /// Whether these bytes were read ahead, in one piece, and not yet looked at.
    public func hasRead(_ text: String) -> Bool {
        reader?.waiting.contains { Self.firstRange(of: Array(text.utf8), in: $0) != nil } ?? false
    }

    /// From now on everything is read as it comes, however far behind the test is: whatever a program says at its end is
    /// taken from it.
    public func readAll() { reader?.readAll() }

    /// The output as text, controls as `␛` and `^X`.
    public var outputTail: String {
        String(decoding: output.suffix(2000), as: UTF8.self).unicodeScalars.map { scalar in
            switch scalar.value {
            case 0x1B: "␛"
            case 0x00..<0x20: "^\(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))"
            default: String(scalar)
            }
        }.joined()
    }

    public func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }

    public func contains(_ bytes: [UInt8]) -> Bool { Self.firstRange(of: bytes, in: output) != nil }

    static func firstRange(of needle: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
        guard let first = needle.first, bytes.count >= needle.count else { return nil }
        for start in 0...(bytes.count - needle.count)
        where bytes[start] == first && bytes[start..<start + needle.count].elementsEqual(needle) {
            return start..<start + needle.count
        }
        return nil
    }

    /// The line's modes as they are now.
    public var modes: LineModes {
        var value = termios()
        tcgetattr(slave, &value)
        return LineModes(value)
    }

    /// Takes in what is drawn up to the end of a frame, waiting so long for something to read. False when nothing came.
    ///
    /// A frame at a time, so that whoever waits looks at every one, however many lay in the line when this thread came to
    /// read: what shows for two seconds is not missed by a test that was held up for three.
    private func pump(milliseconds: Int32) -> Bool {
        if unseen.isEmpty { unseen = receive(milliseconds: milliseconds)[...] }
        guard !unseen.isEmpty else { return false }
        let bytes = Array(unseen[..<(frameEnds.first(in: unseen) ?? unseen.endIndex)])
        unseen = unseen.dropFirst(bytes.count)
        output += bytes
        sink(bytes)
        return true
    }

    private func receive(milliseconds: Int32) -> [UInt8] {
        if let reader { return reader.take(milliseconds: milliseconds) }
        var poll = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return [] }
        let room = bytesPerSecond.map { max(1, $0 / 100) } ?? 65536
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = max(0, read(master, buffer.baseAddress, buffer.count))
        }
        if bytesPerSecond != nil { _ = Glibc.poll(nil, 0, 10) }  // a hundredth of a second for a hundredth of the bytes
        return bytes
    }
}

/// Finds where synchronised updates (DEC mode 2026) end in what is read, however it is cut into pieces.
struct FrameEnds {
    private static let sequence = Array("\u{1B}[?2026l".utf8)
    private var matched = 0

    /// The index after the first end in the bytes that come next; `nil` if there is none in them. What stands behind an
    /// end is to be given again.
    mutating func first(in bytes: ArraySlice<UInt8>) -> Int? {
        for (index, byte) in zip(bytes.indices, bytes) {
            // Only the first byte of the sequence can begin it anew.
            matched = byte == Self.sequence[matched] ? matched + 1 : byte == Self.sequence[0] ? 1 : 0
            guard matched == Self.sequence.count else { continue }
            matched = 0
            return index + 1
        }
        return nil
    }
}

/// A terminal line's modes, comparable.
public struct LineModes: Hashable, Sendable, CustomStringConvertible {
    public let input, output, control, local: UInt32
    public let characters: [UInt8]

    init(_ modes: termios) {
        (input, output, control, local) = (modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag)
        characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
    }

    public var isCanonical: Bool { local & tcflag_t(ICANON) != 0 }
    public var echoes: Bool { local & tcflag_t(ECHO) != 0 }
    public var description: String { "modes \(input) \(output) \(control) \(local)" }
}
