import HalftoneCore
import CSystem
import Glibc
import ImageLoading
import TerminalScreen

/// The terminal while an animation plays on its normal screen: the cursor is hidden and keys are not echoed into the
/// picture. Whatever ends the process gives both back.
@MainActor
final class AnimationStage {
    /// What happened while a frame was being shown.
    enum Event {
        case timePassed
        case end(signal: Int32)
        /// The window has another size, or the program was stopped and continued: the frame must be drawn anew.
        case resized
        case continued
    }

    private let inbox: SignalInbox
    private let time: any TimeSource
    /// For what takes long: this thread answers signals.
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

    /// Does work that may take long, such as a decode. Is it interrupted meanwhile, the work is cancelled and not waited
    /// for. Whatever else happens is answered by the next ``wait(until:)``.
    func wait<Value: Sendable>(
        for work: @escaping @Sendable (CancellationToken) -> Value
    ) throws(Interruption) -> Value {
        try inbox.wait(for: PollableTask(on: worker, work))
    }

    /// Waits until that time, or until something happens before.
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

    /// Ends the animation: gives the terminal back and restores the effects of signals, which are not read while the next
    /// picture is fetched. Throws a signal that arrived too late to be seen while it played.
    func end() throws(Interruption) {
        leave()
        let late = inbox.close()
        for case .end(let signal) in late { throw Interruption(signal: signal) }
        if late.contains(.suspend) { halftone_stop_self() }
    }

    /// Gives the terminal back: the cursor stands below the picture and shows, colors are its own, keys are echoed.
    private func leave() {
        halftone_restore_disarm()
        _ = Output.write(Self.restoring)
        tcsetattr(STDOUT_FILENO, TCSADRAIN, &modes)
    }

    private func enter() {
        // A key that is echoed would scroll the picture away. Control keys still make signals.
        var quiet = modes
        quiet.c_lflag &= ~tcflag_t(ECHO)
        _ = halftone_restore_install(STDOUT_FILENO, Self.restoring, Self.restoring.count, &modes)
        tcsetattr(STDOUT_FILENO, TCSADRAIN, &quiet)
        _ = Output.write(TerminalSequence.cursorVisible(false).bytes)
    }

    private static let restoring: [UInt8] = [
        TerminalSequence.synchronizedUpdate(false), .resetStyle, .cursorVisible(true),
    ].flatMap(\.bytes)
}
