import Basis
import Glibc
import ImageLab
import TerminalScreen
import TerminalViews

/// The main loop without a terminal: the same turns and the same frames, shown to nobody. For scripts in a pipe or in CI.
///
/// Every turn that changes something draws its frame: nothing depends on how fast frames may follow each other. Like the
/// ``MainLoop`` it takes its time from a ``TimeSource`` and its turns from ``LoopWakeups``.
@MainActor
final class OffscreenLoop: LabLoop {
    var pace = Pace()
    var didTurn: @MainActor (_ now: Duration) -> Duration? = { _ in nil }
    private(set) var canvas: Canvas?

    private let window: Window
    private let root: any LoopRoot
    private let frames: FrameFigures
    private let time: any TimeSource
    private let wakeups: any LoopWakeups
    /// `nil`: signals end the process where it stands.
    private let signals: (any OffscreenSignals)?
    private var didEnd: @MainActor (MainLoop.End) -> Void = { _ in }
    private var hasEnded = false

    init(
        window: Window, root: any LoopRoot, frames: FrameFigures, signals: (any OffscreenSignals)? = nil,
        time: any TimeSource = SystemTime(), wakeups: any LoopWakeups = DispatchWakeups()
    ) {
        (self.window, self.root, self.frames) = (window, root, frames)
        (self.signals, self.time, self.wakeups) = (signals, time, wakeups)
    }

    func start(didEnd: @escaping @MainActor (MainLoop.End) -> Void) {
        self.didEnd = didEnd
        wakeups.didWake = { [weak self] in self?.turn() }
        window.didNeedFrame = { [wakeups] in wakeups.wake(after: .zero) }
        root.didAsk = { [weak self] request in if case .quit = request { self?.end(.quit) } }
        if let signals { wakeups.watchInput(signals.descriptor) { [weak self] in self?.answer(signals) } }
        turn()
    }

    /// Whoever interrupts a script is told how far it came, and nothing of the run is left behind.
    private func answer(_ signals: any OffscreenSignals) {
        for signal in signals.read() {
            switch signal {
            case .end(let number): return end(.signal(number))
            case .suspend: signals.stop()
            case .continued, .resized: break
            }
        }
    }

    func handle(_ event: InputEvent) { window.sendEvent(event) }

    private func turn() {
        guard !hasEnded else { return }
        let now = time.now
        window.turn(at: pace.viewTime(at: now))
        guard !hasEnded else { return }
        if window.needsFrame {
            canvas = window.drawFrame()
            frames.presented += 1
        }
        let wish = didTurn(now)
        guard !hasEnded else { return }
        let moments = [window.nextDeadline.map(pace.wallTime), wish, window.needsFrame ? now : nil]
        wakeups.wake(after: moments.compactMap(\.self).min().map { max(.zero, $0 - now) })
    }

    func end(_ end: MainLoop.End) {
        guard !hasEnded else { return }
        hasEnded = true
        wakeups.cancel()
        didEnd(end)
    }
}

/// What the system tells a process that has no terminal to look after.
@MainActor
protocol OffscreenSignals: AnyObject {
    /// Readable when there is something to ``read()``.
    var descriptor: Int32 { get }
    func read() -> [ProcessSignal]
    /// Stops the process; returns when it has been continued.
    func stop()
}

extension ProcessSignals: OffscreenSignals {
    func stop() { raise(SIGSTOP) }
}
