import CSystem
import Glibc

/// The only writer to the terminal: it takes a frame, writes as much as the terminal accepts, and the rest later.
///
/// It never blocks, except in ``finish(_:within:)``. A started frame is always finished; the next is accepted only when
/// the writer is idle, so a slow terminal skips whole frames and no frame is cut. The main loop watches
/// the descriptor for writability while ``isIdle`` is false, and calls ``flush()``.
@MainActor
public final class TerminalWriter {
    /// The descriptor of the terminal. The writer does not close it.
    let fileDescriptor: Int32
    /// The error that ended all writing; `nil` while there is none.
    public private(set) var error: TerminalError?
    /// Number of bytes that the terminal has accepted.
    private(set) var bytesWritten = 0

    private var pending: [UInt8] = []
    private var offset = 0
    private var isInsideFrame = false  // the terminal may be in the middle of a sequence
    /// The rest of a character that was cut. Some terminals (libvterm) keep its beginning through any control sequence,
    /// and show it as a character of its own before the next one.
    private var continuationBytes: ArraySlice<UInt8> = []

    /// Creates a writer. `fileDescriptor` must be an open file description of the caller's own (opened, not inherited
    /// or duplicated): O_NONBLOCK is set on it, which would affect all processes that share it. SIGPIPE must be ignored
    /// if the descriptor can be a pipe or socket.
    public init(fileDescriptor: Int32) {
        self.fileDescriptor = fileDescriptor
        let flags = fcntl(fileDescriptor, F_GETFL)
        if flags < 0 || fcntl(fileDescriptor, F_SETFL, flags | O_NONBLOCK) < 0 {
            error = .system(call: "fcntl", errno: errno)
        }
    }

    /// Whether everything that was submitted is written, so that the next frame can be submitted.
    public var isIdle: Bool { pending.isEmpty }
    /// Whether writing has failed permanently, with ``error``.
    var isBroken: Bool { error != nil }

    /// Accepts a frame and writes what the terminal accepts at once. Returns `false`, and accepts nothing, if an
    /// earlier frame is unfinished or the writer is broken.
    @discardableResult
    public func submit(_ bytes: [UInt8]) -> Bool {
        guard isIdle, !isBroken else { return false }
        pending = isInsideFrame ? continuationBytes + TerminalSequence.recovery.bytes + bytes : bytes
        offset = 0
        write()
        return !isBroken
    }

    /// Writes more of the unfinished frame, as far as the terminal accepts it. Does nothing when idle.
    ///
    /// - Throws: ``error``, if writing has failed now or before.
    public func flush() throws(TerminalError) {
        if !isBroken, !isIdle { write() }
        if let error { throw error }
    }

    /// Discards the unfinished rest of a frame. The screen then shows part of it, so the caller invalidates the
    /// presenter. The next frame starts by ending the character or sequence that was cut.
    public func discardPending() {
        if offset > 0, !isIdle {
            isInsideFrame = true
            continuationBytes = pending[offset...].prefix(3).prefix { $0 & 0xC0 == 0x80 }  // UTF-8 continuation bytes
        }
        pending = []
        offset = 0
    }

    /// Ends a session: finishes the frame if the terminal accepts it in time, otherwise discards it, and writes
    /// `closing`. Blocks for at most `limit` in all; returns whether `closing` was written whole.
    ///
    /// After a discarded frame, the sequence that may have been cut is ended first (CAN and ST), so that it does not
    /// swallow `closing`.
    @discardableResult
    public func finish(_ closing: [UInt8] = [], within limit: Duration) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + limit
        // half of the time for the frame, so that a terminal that reads slowly still gets the closing sequences
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
                halftone_write_terminal(fileDescriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
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
            case EPIPE, EIO, ECONNRESET, ENXIO: error = .hangup
            case let code: error = .system(call: "write", errno: code)
            }
            pending = []
            return
        }
        pending = []
        isInsideFrame = false
    }
}
