import Basis
import CSystem
import Dispatch
import Glibc

/// Reads what is drawn on a terminal's line as soon as it comes, and keeps it in the pieces in which it came.
///
/// A thread of its own: whoever looks at the pieces may be held up for seconds, and finds each of them all the same. What
/// comes between two pieces that nobody has taken waits in the line, as soon as there are many: a program that draws for
/// ever is not to be further and further ahead.
final class LineReader: Sendable {
    private struct State {
        var pieces: [[UInt8]] = []
        var bytesPerSecond: Int?
        var isGreedy = false
        /// Told when the line has been found empty, or so much has been read that nothing is left of what it had.
        var flushes: [(done: DispatchSemaphore, bytes: Int)] = []
        var isOver = false
    }

    private let state = Lock(State())
    /// Counts the pieces that were not taken.
    private let news = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    /// Readable when the thread is to look at ``state``.
    private let calls: (reading: CInt, writing: CInt)

    /// So many pieces that nobody has taken are read ahead.
    static let mostPieces = 64
    /// More than the kernel has room for on a line.
    static let mostBytes = 1 << 20

    /// `line` is read until ``stop()``, and not closed.
    init(line: CInt) throws {
        guard let calls = makePipe() else { throw PseudoTerminal.Failure(description: "no pipe: errno \(errno)") }
        self.calls = calls
        DispatchQueue(label: "line reader").async { [self] in run(line) }
    }

    deinit {
        close(calls.reading)
        close(calls.writing)
    }

    /// How fast it is read; `nil`: as it comes.
    var bytesPerSecond: Int? {
        get { state.withLock { $0.bytesPerSecond } }
        set {
            state.withLock { $0.bytesPerSecond = newValue }
            call()
        }
    }

    /// From now on everything is read at once, however much nobody has taken.
    func readAll() {
        state.withLock { $0.isGreedy = true }
        call()
    }

    /// The pieces that nobody has taken.
    var waiting: [[UInt8]] { state.withLock { $0.pieces } }

    /// The next piece; empty if none comes in time.
    func take(milliseconds: Int32) -> [UInt8] {
        guard news.wait(timeout: .now() + .milliseconds(Int(milliseconds))) == .success else { return [] }
        let piece = state.withLock { $0.pieces.removeFirst() }
        call()  // there is room for one more
        return piece
    }

    /// Returns when all that was drawn before can be taken, but for what there is no room for; at the latest after
    /// ``Wait/seconds``.
    func flush() {
        let done = DispatchSemaphore(value: 0)
        let isOver = state.withLock { state in
            if !state.isOver { state.flushes.append((done, Self.mostBytes)) }
            return state.isOver
        }
        guard !isOver else { return }
        call()
        _ = done.wait(timeout: .now() + .seconds(Wait.seconds))
    }

    /// Returns when the line is read no more.
    func stop() {
        let wasOver = state.withLock { state in
            defer { state.isOver = true }
            return state.isOver
        }
        guard !wasOver else { return }
        call()
        _ = ended.wait(timeout: .now() + .seconds(Wait.seconds))
    }

    private func call() {
        var byte: UInt8 = 0
        _ = write(calls.writing, &byte, 1)
    }

    // MARK: - Its thread

    private func run(_ line: CInt) {
        while true {
            let (isOver, isFull, flushes) = state.withLock { state in
                (state.isOver, !state.isGreedy && state.pieces.count >= Self.mostPieces, state.flushes.count)
            }
            if isOver { break }
            var polled = [
                pollfd(fd: calls.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isFull ? -1 : line, events: Int16(POLLIN), revents: 0),
            ]
            // If somebody waits to hear that there is nothing, no longer than it takes to look.
            let ready = poll(&polled, nfds_t(polled.count), flushes == 0 ? -1 : 0)
            if ready > 0, polled[0].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 4096)
                _ = read(calls.reading, &bytes, bytes.count)
            }
            // A program that draws for ever, and one that has closed its end, must not keep others waiting for ever.
            let count = ready > 0 && polled[1].revents != 0 ? receive(line) : 0
            tell(flushes, after: count > 0 ? count : Self.mostBytes)
        }
        tell(state.withLock { $0.flushes.count }, after: Self.mostBytes)
        ended.signal()
    }

    /// The bytes that were read; none if there will be no more, or none for now.
    private func receive(_ line: CInt) -> Int {
        let rate = bytesPerSecond
        let room = rate.map { max(1, $0 / 100) } ?? 65536
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = max(0, read(line, buffer.baseAddress, buffer.count))
        }
        if !bytes.isEmpty {
            state.withLock { $0.pieces.append(bytes) }
            news.signal()
        }
        // a hundredth of a second for a hundredth of the bytes; and no rush where there is nothing to read any more
        if rate != nil || bytes.isEmpty { _ = poll(nil, 0, 10) }
        return bytes.count
    }

    /// Of the first so many who wait, those are told for whom enough has been read: the first have waited for longest.
    private func tell(_ count: Int, after bytes: Int) {
        guard count > 0 else { return }
        let told = state.withLock { state in
            for index in 0..<count { state.flushes[index].bytes -= bytes }
            let told = state.flushes.prefix { $0.bytes <= 0 }
            state.flushes.removeFirst(told.count)
            return told
        }
        for each in told { each.done.signal() }
    }
}
