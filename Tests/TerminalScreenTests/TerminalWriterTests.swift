import Glibc
@testable import TerminalScreen
import TestSupport
import Testing

@Suite(.endsInTime, .slow) @MainActor struct TerminalWriterTests {
    /// A socket with buffers as small as the system allows, and the bytes that its far end has read.
    @MainActor final class SlowTerminal {
        let near: Int32
        private(set) var far: Int32
        private(set) var received: [UInt8] = []

        init() {
            signal(SIGPIPE, SIG_IGN)
            var ends: [Int32] = [-1, -1]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
            (near, far) = (ends[0], ends[1])
            var bytes: Int32 = 1
            setsockopt(near, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }

        deinit {
            close(near)
            if far >= 0 { close(far) }
        }

        /// Reads the available bytes, at most `count`; never waits.
        func read(_ count: Int) {
            var buffer = [UInt8](repeating: 0, count: count)
            let got = recv(far, &buffer, count, Int32(MSG_DONTWAIT))
            if got > 0 { received += buffer.prefix(got) }
        }

        func hangUp() {
            shutdown(far, Int32(SHUT_RDWR))  // also for copies: another test may be starting a program
            close(far)
            far = -1
        }
    }

    private let terminal = SlowTerminal()
    private let writer: TerminalWriter
    private let frame = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) & 0x7F }

    private func readWholeFrame() throws {
        var turns = 0
        while terminal.received.count < frame.count, turns < 10_000 {
            terminal.read(777)
            try writer.flush()
            turns += 1
        }
    }

    init() { writer = TerminalWriter(fileDescriptor: terminal.near) }

    @Test func `a frame that fits is written at once`() throws {
        #expect(writer.submit([1, 2, 3]))
        #expect(writer.isIdle)
        #expect(writer.bytesWritten == 3)
        terminal.read(10)
        #expect(terminal.received == [1, 2, 3])
    }

    @Test func `a full terminal receives the rest later, in order`() throws {
        writer.submit(frame)
        #expect(!writer.isIdle)
        #expect(writer.bytesWritten < frame.count)
        try readWholeFrame()
        #expect((terminal.received == frame) == true)
        #expect(writer.isIdle)
        #expect(writer.bytesWritten == frame.count)
    }

    @Test func `a frame is refused whole while another is under way`() throws {
        #expect(writer.submit(frame))
        #expect(!writer.submit([0xAA, 0xBB]))
        try readWholeFrame()
        #expect(writer.submit([0xCC]))
        terminal.read(10)
        #expect((terminal.received == frame + [0xCC]) == true)
    }

    @Test func `flushing a full terminal returns at once`() throws {
        writer.submit(frame)
        let written = writer.bytesWritten
        try writer.flush()
        try writer.flush()
        #expect(writer.bytesWritten == written)
        #expect(!writer.isBroken)
    }

    @Test func `a closed terminal breaks the writer`() {
        terminal.hangUp()
        #expect(!writer.submit([1]))
        #expect(writer.isBroken)
        #expect(writer.isIdle)
        #expect(writer.error == .hangup)
        #expect(throws: TerminalError.hangup) { try writer.flush() }
        #expect(!writer.submit([2]))
        #expect(writer.finish([3], within: .seconds(10)) == false)
    }

    @Test func `a terminal that closes in mid-frame breaks the writer`() {
        writer.submit(frame)
        terminal.hangUp()
        #expect(throws: TerminalError.hangup) { try writer.flush() }
        #expect(writer.isIdle)
    }

    /// The write fails with EIO, and on a closed socket with EPIPE.
    @Test func `a hung-up line breaks the writer`() throws {
        let line = try PseudoTerminal()
        let descriptor = open(line.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(descriptor) }
        let writer = TerminalWriter(fileDescriptor: descriptor)
        #expect(writer.submit([1]))
        try line.hangUp()
        #expect(!writer.submit([2]) && writer.error == .hangup && writer.isIdle)
    }

    @Test func `any other failure is reported by its name`() {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let writer = TerminalWriter(fileDescriptor: descriptor)
        #expect(!writer.submit([1]) && writer.isBroken && writer.error == .system(call: "write", errno: ENOSPC))
        #expect(writer.error?.description == "the terminal failed: write: No space left on device")
    }

    @Test func `an invalid descriptor is broken from the start`() {
        let writer = TerminalWriter(fileDescriptor: -1)
        #expect(writer.error == .system(call: "fcntl", errno: EBADF))
        #expect(writer.error?.description.hasPrefix("the terminal failed: fcntl: ") == true)
    }

    @Test func `after a discarded frame the next one ends the cut sequence`() throws {
        writer.submit(frame)
        let cut = writer.bytesWritten
        writer.discardPending()
        #expect(writer.isIdle)
        for _ in 0..<1000 { terminal.read(4096) }
        #expect(terminal.received.count == cut)
        writer.submit(Array("next".utf8))
        terminal.read(100)
        #expect(Array(terminal.received.dropFirst(cut)) == Array("\u{18}\u{1B}\\next".utf8))
    }

    @Test(arguments: 0..<3)
    func `a character that was cut in a discarded frame is completed first`(shift: Int) throws {
        // given a frame of half blocks that is cut wherever the terminal stopped: in two of three cases inside a
        // character
        let frame =
            Array(repeating: UInt8(ascii: "x"), count: shift) + Array(String(repeating: "▀", count: 60_000).utf8)
        writer.submit(frame)
        let written = writer.bytesWritten
        writer.discardPending()
        writer.discardPending()  // twice, as when a stop follows a stop
        let next = Array("next".utf8)
        var turns = 0
        while terminal.received.last != next.last, turns < 10_000 {
            if writer.isIdle { writer.submit(next) }
            terminal.read(777)
            try writer.flush()
            turns += 1
        }
        // then the bytes that arrive are valid UTF-8
        let whole = shift + (written - shift + 2) / 3 * 3
        #expect(terminal.received == frame.prefix(whole) + [0x18, 0x1B, UInt8(ascii: "\\")] + next)
    }

    @Test func `a cut sequence is kept when the next frame is discarded unwritten`() throws {
        writer.submit(frame)
        let cut = writer.bytesWritten
        writer.discardPending()
        writer.submit(Array("full".utf8))
        #expect(writer.bytesWritten == cut)
        writer.discardPending()
        try writer.flush()
        for _ in 0..<1000 { terminal.read(4096) }
        writer.submit(Array("next".utf8))
        terminal.read(100)
        #expect(Array(terminal.received.dropFirst(cut)) == Array("\u{18}\u{1B}\\next".utf8))
        writer.submit(Array("more".utf8))
        terminal.read(100)
        #expect(terminal.received.suffix(8) == Array("nextmore".utf8)[...])
    }

    @Test func `finishing writes the closing words after the frame`() {
        #expect(writer.submit([1, 2]))
        #expect(writer.finish([3, 4], within: .seconds(10)))
        terminal.read(10)
        #expect(terminal.received == [1, 2, 3, 4])
    }

    @Test func `finishing on a terminal that reads nothing ends in time`() {
        writer.submit(frame)
        #expect(!writer.finish([3, 4], within: .zero))
    }

    @Test func `the closing words end a sequence that was cut`() {
        writer.submit(frame)
        let cut = writer.bytesWritten
        writer.discardPending()
        for _ in 0..<1000 { terminal.read(4096) }
        #expect(writer.finish(Array("bye".utf8), within: .zero))
        terminal.read(100)
        #expect(Array(terminal.received.dropFirst(cut)) == Array("\u{18}\u{1B}\\bye".utf8))
    }
}
