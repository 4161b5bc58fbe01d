import Basis
import Glibc

/// Why nothing more can be written to the terminal.
public enum TerminalWriterError: DescribedError, Hashable, Sendable {
    /// The terminal is gone: its window was closed or the line hung up.
    case closed
    /// Writing failed for another reason, an `errno`.
    case failed(code: Int32)

    public var description: String {
        switch self {
        case .closed: "the terminal was closed"
        case .failed(let code): "writing to the terminal failed: \(String(cString: strerror(code)))"
        }
    }
}

/// The one way to the terminal: takes a frame, writes as much of it as the terminal accepts, and the rest later.
///
/// It never waits (but for ``finish(_:within:)``). A frame that was begun is finished; the next is taken only when the
/// writer is idle, so that a slow terminal skips whole frames and none is ever cut. The main loop watches
/// ``fileDescriptor`` for room while ``isIdle`` is false, and calls ``flush()``.
@MainActor
public final class TerminalWriter {
    /// Not closed by the writer.
    public let fileDescriptor: Int32
    /// What ended the writing for good.
    public private(set) var error: TerminalWriterError?
    /// Bytes that the terminal has accepted.
    public private(set) var bytesWritten = 0

    private var pending: [UInt8] = []
    private var offset = 0
    private var isInsideFrame = false  // the terminal may be in the middle of a sequence
    /// The rest of the character that the terminal is in the middle of. Some (libvterm) keep its beginning through any
    /// control sequence, and take it for a character of its own in front of the next one.
    private var restOfCharacter: ArraySlice<UInt8> = []

    /// `fileDescriptor` must be an open file description of the caller's own (opened, not inherited or duplicated):
    /// O_NONBLOCK is set on it, which everybody who shares a description would feel. SIGPIPE must be ignored where the
    /// descriptor can be a pipe or socket.
    public init(fileDescriptor: Int32) {
        self.fileDescriptor = fileDescriptor
        let flags = fcntl(fileDescriptor, F_GETFL)
        if flags < 0 || fcntl(fileDescriptor, F_SETFL, flags | O_NONBLOCK) < 0 { error = .failed(code: errno) }
    }

    /// Whether everything that was submitted is written, and the next frame may come.
    public var isIdle: Bool { pending.isEmpty }
    /// Whether writing has failed for good; ``error`` says why.
    public var isBroken: Bool { error != nil }

    /// Takes a frame and writes what goes at once. Returns `false`, and takes nothing, when an earlier frame is not
    /// finished or the writer is broken.
    @discardableResult
    public func submit(_ bytes: [UInt8]) -> Bool {
        guard isIdle, !isBroken else { return false }
        pending = isInsideFrame ? restOfCharacter + TerminalSequence.recovery + bytes : bytes
        offset = 0
        write()
        return !isBroken
    }

    /// Writes more of the unfinished frame, as far as the terminal takes it. Does nothing when idle.
    public func flush() throws(TerminalWriterError) {
        if !isBroken, !isIdle { write() }
        if let error { throw error }
    }

    /// Forgets the unfinished rest of a frame. The screen then shows part of it; the caller invalidates the presenter.
    /// The next frame begins by ending whatever character or sequence was cut.
    public func discardPending() {
        if offset > 0, !isIdle {
            isInsideFrame = true
            restOfCharacter = pending[offset...].prefix(3).prefix { $0 & 0xC0 == 0x80 }  // UTF-8's continuing bytes
        }
        pending = []
        offset = 0
    }

    /// The last words at the end of a session: finishes the frame if the terminal takes it in time, gives it up
    /// otherwise, and writes `closing`. Waits no longer than `limit` in all; returns whether `closing` got out whole.
    ///
    /// Where a frame is given up, the sequence that may have been cut is ended first (CAN and ST), so that it does not
    /// swallow what follows.
    @discardableResult
    public func finish(_ closing: [UInt8] = [], within limit: Duration) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + limit
        // Half of the time for the frame, so that a terminal which reads slowly still gets its closing words.
        waitUntilIdle(deadline: clock.now + limit / 2, clock: clock)
        if !isIdle { discardPending() }
        guard submit(closing) else { return false }
        waitUntilIdle(deadline: end, clock: clock)
        return isIdle && !isBroken
    }

    private func waitUntilIdle(deadline: ContinuousClock.Instant, clock: ContinuousClock) {
        while !isIdle, !isBroken {
            let left = deadline - clock.now
            let milliseconds = max(
                0, left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000)
            var descriptor = pollfd(fd: fileDescriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&descriptor, 1, Int32(clamping: milliseconds))
            if ready > 0 { write() } else if ready == 0 || errno != EINTR { return }
            if left <= .zero { return }
        }
    }

    private func write() {
        while offset < pending.count {
            let written = pending.withUnsafeBytes { bytes in
                Glibc.write(fileDescriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
            }
            if written == 0 { return }
            guard written < 0 else {
                offset += written
                bytesWritten += written
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return
            case EPIPE, EIO, ECONNRESET, ENXIO: error = .closed
            case let code: error = .failed(code: code)
            }
            pending = []
            return
        }
        pending = []
        isInsideFrame = false
    }
}
