import Glibc
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport

/// A terminal whose keys the test types, and whose screen is an emulator behind a connection that can be full.
@MainActor
package final class FakeTerminal: LoopTerminal {
    package let inputDescriptor: Int32 = -1001  // never used as one: ``ManualWakeups`` recognizes it
    package let signalDescriptor: Int32 = -1002
    package let outputDescriptor: Int32
    private let far: Int32
    package var descriptors: LoopDescriptors {
        LoopDescriptors(input: inputDescriptor, output: outputDescriptor, signals: signalDescriptor)
    }

    private let time: ManualTime
    package private(set) var emulator: TerminalEmulator
    private var decoder = KeyDecoder()
    private var typed: [UInt8] = []
    private var signals: [ProcessSignal] = []
    package private(set) var isHungUp = false

    package private(set) var size: CellSize
    /// The current size of the window; ``size`` is updated when the loop reads it.
    private var windowSize: CellSize
    package var pixelAspect = 1.0
    package var pixelSupport = PixelSupport(
        facts: TerminalCapabilities(), environment: TerminalEnvironment { _ in nil }, cell: nil)
    package func takeQueries() -> [UInt8] { [] }
    package private(set) var facts = TerminalCapabilities()
    package let supportsHyperlinks = false
    package var isActive = true
    /// The duration of a stop.
    package var stopDuration = Duration.seconds(60)
    package private(set) var stops = 0
    /// The calls of the loop that change the terminal's state.
    package private(set) var calls: [String] = []
    /// All bytes that were written.
    package private(set) var output: [UInt8] = []

    package init(size: CellSize, time: ManualTime) {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        (far, outputDescriptor) = (ends[0], ends[1])
        var bytes: Int32 = 1  // as little as the system allows: some kilobytes
        setsockopt(outputDescriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        (self.size, windowSize, self.time) = (size, size, time)
        emulator = TerminalEmulator(size: size)
    }

    isolated deinit {
        close(outputDescriptor)
        if !isHungUp { close(far) }
    }

    // MARK: - User and system

    package func type(_ text: String) { typed += Array(text.utf8) }
    package func send(_ signal: ProcessSignal) { signals.append(signal) }

    package func resize(to size: CellSize) {
        windowSize = size
        emulator.resize(size)
        send(.resized)
    }

    /// Ends the reading: writing fails from now on.
    package func hangUp() {
        isHungUp = true
        shutdown(far, Int32(SHUT_RDWR))  // also for copies: another test may be starting a program
        close(far)
    }

    package var hasSignals: Bool { !signals.isEmpty }

    /// Whether the program can write.
    package var hasRoom: Bool {
        var output = pollfd(fd: outputDescriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&output, 1, 0) > 0
    }

    /// Reads what has been written, at most `count` bytes, and shows it.
    package func show(atMost count: Int = .max) {
        var left = count
        var buffer = [UInt8](repeating: 0, count: 4096)
        while left > 0 {
            let got = recv(far, &buffer, min(left, buffer.count), Int32(MSG_DONTWAIT))
            guard got > 0 else { return }
            output += buffer.prefix(got)
            emulator.feed(Array(buffer.prefix(got)))
            left -= got
        }
    }

    // MARK: - LoopTerminal

    /// The number of colors that the loop draws with, which a test may change.
    package var colors = ColorDepth.direct
    package let presenterModes = Array("\u{1B}[?7l".utf8)
    package func makePresenter() -> (any Presenter)? { DirectColorPresenter(size: size) }

    package var hasInput: Bool { !typed.isEmpty || isHungUp }

    package func readEvents() throws(TerminalError) -> [InputEvent] {
        guard !isHungUp else { throw .hangup }
        defer { typed = [] }
        let events = decoder.decode(typed)
        for case .reply(let reply) in events { facts.adopt(reply) }
        return events
    }

    package var pendingInputTimeout: Duration? { decoder.timeout }
    package func finishPendingInput() -> [InputEvent] { decoder.finish() }

    package func readSignals() -> [ProcessSignal] {
        defer { signals = [] }
        return signals
    }

    package func resized() -> CellSize {
        size = windowSize
        return size
    }

    package func suspend() throws(TerminalError) {
        calls.append("suspend")
        stops += 1
        show()
        emulator = TerminalEmulator(size: windowSize)  // the shell has used the terminal meanwhile
        time.advance(by: stopDuration)
    }

    package func lend(_ use: @MainActor () -> Void) throws(TerminalError) {
        calls.append("lend")
        show()
        emulator = TerminalEmulator(size: windowSize)  // another program has used the terminal meanwhile
        use()
    }

    package func resume() throws(TerminalError) {
        calls.append("resume")
        emulator = TerminalEmulator(size: windowSize)
    }
}
