import HalftoneCore
import CSystem
import Dispatch
import Glibc

/// A reader of a terminal line that reads output as soon as it arrives, and keeps the pieces in which it arrived.
///
/// It has its own thread, so a consumer that is delayed for seconds misses no piece. When many pieces are pending,
/// further output waits in the line, so that a program that draws without end cannot run ahead without bound.
final class LineReader: Sendable {
    private struct State {
        var pieces: [[UInt8]] = []
        var bytesPerSecond: Int?
        var isGreedy = false
        /// Signaled when the line was found empty, or when all bytes that it could contain were read.
        var flushes: [(done: DispatchSemaphore, bytes: Int)] = []
        var isOver = false
    }

    private let state = Lock(State())
    /// Counts the pending pieces.
    private let news = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    /// A pipe that wakes the thread after a change of ``state``.
    private let calls: (reading: CInt, writing: CInt)

    /// Maximum number of pending pieces.
    static let mostPieces = 64
    /// More bytes than the kernel buffers for a line.
    static let mostBytes = 1 << 20

    /// Starts reading `line`, until ``stop()``. The caller closes it.
    init(line: CInt) throws {
        guard let calls = makePipe() else { throw PseudoTerminal.Failure(description: "no pipe: errno \(errno)") }
        self.calls = calls
        DispatchQueue(label: "line reader").async { [self] in run(line) }
    }

    deinit {
        close(calls.reading)
        close(calls.writing)
    }

    /// The rate of reading; `nil` for no limit.
    var bytesPerSecond: Int? {
        get { state.withLock { $0.bytesPerSecond } }
        set {
            state.withLock { $0.bytesPerSecond = newValue }
            call()
        }
    }

    /// Removes the limit of pending pieces.
    func readAll() {
        state.withLock { $0.isGreedy = true }
        call()
    }

    /// The pending pieces.
    var waiting: [[UInt8]] { state.withLock { $0.pieces } }

    /// Returns the next piece; empty if none arrives in time.
    func take(milliseconds: Int32) -> [UInt8] {
        guard news.wait(timeout: .now() + .milliseconds(Int(milliseconds))) == .success else { return [] }
        let piece = state.withLock { $0.pieces.removeFirst() }
        call()  // one more piece may be read
        return piece
    }

    /// Waits until earlier output is pending, as far as the limit of pieces allows; at most ``Wait/seconds``.
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

    /// Stops reading and waits for the thread's end.
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
            // without waiting if a flush is pending, which depends on whether the line is empty
            let ready = poll(&polled, nfds_t(polled.count), flushes == 0 ? -1 : 0)
            if ready > 0, polled[0].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 4096)
                _ = read(calls.reading, &bytes, bytes.count)
            }
            // a program that draws without end, or has closed its end, must not make a flush wait without end
            let count = ready > 0 && polled[1].revents != 0 ? receive(line) : 0
            tell(flushes, after: count > 0 ? count : Self.mostBytes)
        }
        tell(state.withLock { $0.flushes.count }, after: Self.mostBytes)
        ended.signal()
    }

    /// Reads once and returns the number of bytes; 0 at the end, or if there are none now.
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
        // a hundredth of a second for a hundredth of the bytes per second; also a pause after the end of the output
        if rate != nil || bytes.isEmpty { _ = poll(nil, 0, 10) }
        return bytes.count
    }

    /// Completes those of the first `count` flushes for which enough bytes were read.
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
