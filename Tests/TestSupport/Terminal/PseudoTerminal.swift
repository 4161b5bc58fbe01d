import HalftoneCore
import CSystem
import Dispatch
import Glibc

/// A pseudo-terminal under a test's control: the test types keys and reads a program's output.
///
/// Every wait is for an event, with a deadline; none is for time to pass. Use it from one thread at a time, and not on
/// a thread of Swift's pool: run the test's part in ``driven(_:)``.
public final class PseudoTerminal: @unchecked Sendable {
    // Unchecked because only one thread at a time waits and reads (see above), and only it changes `output`, `unseen`
    // and `bytesPerSecond`, or calls `sink`; the rest is immutable.

    public struct Failure: Error, CustomStringConvertible {
        public var description: String
        public init(description: String) { self.description = description }
    }

    /// The path of the end that a program opens.
    public let path: String
    /// All output so far.
    public private(set) var output: [UInt8] = []
    /// The rate at which output is read, like a terminal behind a slow connection; `nil` for no limit.
    public var bytesPerSecond: Int? { didSet { reader?.bytesPerSecond = bytesPerSecond } }
    private let master: Int32
    /// The reader that reads while the test does something else; `nil` without `readsAhead`.
    private let reader: LineReader?
    /// Keeps the line open, and its modes readable, when no program has it open.
    private let slave: Int32
    private let sink: ([UInt8]) -> Void
    /// Bytes that were read and follow the end of a frame.
    private var unseen: ArraySlice<UInt8> = []
    private var updates = UpdateBrackets()

    /// Creates a terminal of this size. Output is passed to `sink` (an emulator) when the test reads it.
    ///
    /// With `readsAhead`, output is read as soon as it arrives, as a terminal does, even while the test is busy.
    /// Without it, a full line blocks the program, which may then lose its last output.
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

    /// Makes this process the leader of a session with the controlling terminal at `path`.
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

    /// Like ``driven(_:)``, but starts immediately: a program that waits for keys must not wait until Swift's pool,
    /// which other tests fill, has a free thread.
    public func drive<Result: Sendable>(
        _ body: @escaping @Sendable (PseudoTerminal) throws -> Result
    ) -> Task<Result, any Error> {
        Task(executorPreference: OwnThread("pseudo-terminal")) { try body(self) }
    }

    // MARK: - The person at the terminal

    /// Types text or a key's sequence.
    public func type(_ text: String) throws { try type(Array(text.utf8)) }

    /// Types bytes.
    public func type(_ bytes: [UInt8]) throws {
        guard halftone_write_bounded(master, bytes, bytes.count, Int32(Wait.seconds) * 1000) else {
            throw Failure(description: "waited \(Wait.seconds) s for the program to read its keys")
        }
    }

    /// Changes the window's size; the kernel sends SIGWINCH to the program.
    public func resize(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(pixelWidth),
            ws_ypixel: UInt16(pixelHeight))
        _ = halftone_set_window_size(master, &size)
    }

    /// Closes the terminal: the program gets SIGHUP, and end of file when it reads.
    public func hangUp() throws {
        reader?.stop()
        // the descriptor is replaced by /dev/null, so that a later read or close does not affect another file
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(nothing, master)
        close(nothing)
        // A program that another test is starting may hold a copy of the descriptor until it calls exec. POLLERR shows
        // the hang-up; before it, a line whose other end is closed may still accept bytes.
        let wait = Wait("the hang-up of a line whose other end is closed")
        var line = pollfd(fd: slave, events: 0, revents: 0)
        while poll(&line, 1, 1) != 1 || line.revents & Int16(POLLERR) == 0 {
            _ = try wait.check()
            sched_yield()
        }
    }

    /// Number of typed bytes that no program has read, which a shell would take for a command.
    public var unreadInput: Int {
        var modes = termios()
        guard tcgetattr(slave, &modes) == 0 else { return 0 }
        modes.c_lflag &= ~tcflag_t(ICANON)  // incomplete lines count, too
        tcsetattr(slave, TCSANOW, &modes)
        var waiting = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 0) == 1 else { return 0 }
        var bytes = [UInt8](repeating: 0, count: 4096)
        return max(0, read(slave, &bytes, bytes.count))
    }

    // MARK: - Looking at the screen

    /// Reads output until `condition` holds. After the time limit it throws an error with the last output.
    public func wait(
        for what: String, seconds: Int = Wait.seconds, until condition: (PseudoTerminal) -> Bool
    ) throws {
        let wait = Wait(what, seconds: seconds)
        while !condition(self) { _ = pump(milliseconds: try wait.check("last output: \(outputTail)")) }
    }

    /// Reads the available output.
    public func drain() {
        var count = 0
        let end = output.count + LineReader.mostBytes  // a program may draw without end
        repeat {
            reader?.flush()
            count = 0
            while pump(milliseconds: 0) { count += 1 }
        } while reader != nil && count >= LineReader.mostPieces && output.count < end  // the reader was full
    }

    /// Returns whether this text was read ahead, in one piece, and not yet passed to the test.
    public func hasRead(_ text: String) -> Bool {
        reader?.waiting.contains { Self.firstRange(of: Array(text.utf8), in: $0) != nil } ?? false
    }

    /// Removes the limit of output that is read ahead, so that a program can always write its last output.
    public func readAll() { reader?.readAll() }

    /// The last output as text, with control characters as `␛` and `^X`.
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

    /// The current modes of the line.
    public var modes: LineModes {
        var value = termios()
        tcgetattr(slave, &value)
        return LineModes(value)
    }

    /// Reads output up to the end of a frame, waiting at most `milliseconds`. Returns `false` if nothing arrived.
    ///
    /// One frame at a time, so that a wait checks every frame, however many are pending: a test that was delayed for
    /// three seconds still finds a message that is shown for two.
    private func pump(milliseconds: Int32) -> Bool {
        if unseen.isEmpty { unseen = receive(milliseconds: milliseconds)[...] }
        guard !unseen.isEmpty else { return false }
        let end = unseen.firstIndex { updates.read($0) }
        let bytes = Array(unseen[..<(end.map { $0 + 1 } ?? unseen.endIndex)])
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
