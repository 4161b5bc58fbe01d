import Glibc
import TestSupport
import Testing

@testable import TerminalViews

/// What wakes the main loop, with real descriptors and a clock that stands still.
@MainActor @Suite(.endsInTime) struct PollWakeupsTests {
    private let wakeups = PollWakeups(time: ManualTime())
    private let near: Int32
    private let far: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        (near, far) = (ends[0], ends[1])
    }

    /// Makes the other end readable.
    private func send(from descriptor: Int32) { #expect(write(descriptor, "k", 1) == 1) }

    private func receive(on descriptor: Int32) {
        var byte: UInt8 = 0
        #expect(read(descriptor, &byte, 1) == 1)
    }

    private func finish() {
        close(near)
        close(far)
    }

    @Test func `a key arrives after every watch for room to write`() {
        defer { finish() }
        var (keys, rooms) = (0, 0)
        wakeups.watchInput(near) {
            receive(on: near)
            keys += 1
        }
        for round in 1...100 {
            wakeups.watchOutput(near) {
                rooms += 1
                wakeups.ignoreOutput()
            }
            wakeups.wait()
            #expect(rooms == round)
            send(from: far)
            wakeups.wait()
            #expect(keys == round)
        }
    }

    @Test func `nothing is called that was ended in the same round`() {
        defer { finish() }
        var log: [String] = []
        wakeups.watchInput(near) {
            log.append("near")
            wakeups.cancel()
        }
        wakeups.watchInput(far) { log.append("far") }
        wakeups.watchOutput(far) { log.append("room") }
        wakeups.didWake = { log.append("time") }
        wakeups.wake(after: .zero)
        send(from: far)
        send(from: near)
        wakeups.wait()
        #expect(log == ["near"])
    }

    @Test func `the time comes once, unless it is taken back`() {
        defer { finish() }
        var (times, keys) = (0, 0)
        wakeups.didWake = { times += 1 }
        wakeups.watchInput(near) { keys += 1 }
        send(from: far)
        wakeups.wake(after: .zero)
        wakeups.wait()
        wakeups.wait()
        wakeups.wake(after: .zero)
        wakeups.wake(after: nil)
        wakeups.wait()
        #expect(times == 1)
        #expect(keys == 3)
    }

    @Test func `a closed end is ready to be read`() {
        var isReady = false
        wakeups.watchInput(near) { isReady = true }
        close(far)
        wakeups.wait()
        #expect(isReady)
        close(near)
    }
}
