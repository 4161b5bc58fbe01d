import HalftoneCore
import CSystem
import Glibc
import ImageLoading
import TerminalScreen

/// The terminal while an animation plays on its normal screen: the cursor is hidden, and echo is off. Both are restored
/// at the end, also after signals.
@MainActor
final class AnimationStage {
    /// The event that ended a wait.
    enum Event {
        case timePassed
        case end(signal: Int32)
        /// The window's size changed, or the process was continued: the frame must be redrawn.
        case resized
        case continued
    }

    private let inbox: SignalInbox
    private let time: any TimeSource
    /// The queue for long work, while this thread handles signals.
    private let worker = WorkerPool(threads: 1)
    private var modes = termios()

    init(time: any TimeSource = SystemTime()) throws(TerminalError) {
        inbox = SignalInbox(source: try ProcessSignals(), time: time)
        self.time = time
        guard tcgetattr(STDOUT_FILENO, &modes) == 0 else { throw .system(call: "tcgetattr", errno: errno) }
        enter()
    }

    var now: Duration { time.now }

    func write(_ bytes: [UInt8]) -> Bool { Output.write(bytes) }

    /// Performs long work such as a decode. An interrupt cancels the work without waiting for it. Other events are
    /// handled by the next ``wait(until:)``.
    func wait<Value: Sendable>(
        for work: @escaping @Sendable (CancellationToken) -> Value
    ) throws(Interruption) -> Value {
        try inbox.wait(for: PollableTask(on: worker, work))
    }

    /// Waits until a time or an event.
    func wait(until deadline: Duration) -> Event {
        switch inbox.next(until: deadline) {
        case nil: return .timePassed
        case .end(let number): return .end(signal: number)
        case .resized: return .resized
        case .continued: break
        case .suspend:
            leave()
            halftone_stop_self()
        }
        enter()
        return .continued
    }

    /// Ends the animation: restores the terminal and the signal handlers, because signals are not read while the next
    /// picture is loaded. Throws a signal that arrived after the last wait.
    func end() throws(Interruption) {
        leave()
        let late = inbox.close()
        for case .end(let signal) in late { throw Interruption(signal: signal) }
        if late.contains(.suspend) { halftone_stop_self() }
    }

    /// Restores the terminal: a visible cursor below the picture, default colors, and echo.
    private func leave() {
        _ = Output.write(Self.restoring)
        _ = halftone_set_modes(STDOUT_FILENO, TCSADRAIN, &modes)
        halftone_restore_disarm()  // last: until here a crash still restores the terminal
    }

    private func enter() {
        // An echoed key would scroll the picture. Control keys still send signals.
        var quiet = modes
        quiet.c_lflag &= ~tcflag_t(ECHO)
        _ = halftone_restore_install(STDOUT_FILENO, Self.restoring, Self.restoring.count, &modes)
        _ = halftone_set_modes(STDOUT_FILENO, TCSADRAIN, &quiet)
        _ = Output.write(TerminalSequence.cursorVisible(false).bytes)
    }

    private static let restoring: [UInt8] = [
        TerminalSequence.synchronizedUpdate(false), .resetStyle, .cursorVisible(true),
    ].flatMap(\.bytes)
}
