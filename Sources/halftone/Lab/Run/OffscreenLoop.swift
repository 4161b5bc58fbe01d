import Basis
import Dispatch
import Glibc
import ImageLab
import TerminalScreen
import TerminalViews

/// The main loop without a terminal: the same turns and the same frames, shown to nobody. For scripts in a pipe or in CI.
///
/// Every turn that changes something draws its frame: nothing depends on how fast frames may follow each other.
@MainActor
final class OffscreenLoop: LabLoop {
    var pace = Pace()
    var didTurn: @MainActor (_ now: Duration) -> Duration? = { _ in nil }
    private(set) var canvas: Canvas?

    private let window: Window
    private let root: any LoopRoot
    private let frames: FrameFigures
    private let time: any TimeSource
    private let timer = DispatchSource.makeTimerSource(queue: .main)
    /// `nil`: signals end the process where it stands.
    private let signals: ProcessSignals?
    private var signalSource: (any DispatchSourceRead)?
    private var didEnd: @MainActor (MainLoop.End) -> Void = { _ in }
    private var hasEnded = false

    init(
        window: Window, root: any LoopRoot, frames: FrameFigures, signals: ProcessSignals? = nil,
        time: any TimeSource = SystemTime()
    ) {
        (self.window, self.root, self.frames, self.signals, self.time) = (window, root, frames, signals, time)
    }

    func start(didEnd: @escaping @MainActor (MainLoop.End) -> Void) {
        self.didEnd = didEnd
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.turn() } }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
        window.didNeedFrame = { [weak self] in self?.timer.schedule(deadline: .now()) }
        root.didAsk = { [weak self] request in if case .quit = request { self?.end(.quit) } }
        listenToSignals()
        turn()
    }

    /// Whoever interrupts a script is told how far it came, and nothing of the run is left behind.
    private func listenToSignals() {
        guard let signals else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: signals.descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                for signal in signals.read() {
                    switch signal {
                    case .end(let number): return self?.end(.signal(number)) ?? ()
                    case .suspend: raise(SIGSTOP)
                    case .continued, .resized: break
                    }
                }
            }
        }
        source.activate()
        signalSource = source
    }

    func handle(_ event: InputEvent) { window.sendEvent(event) }

    private func turn() {
        guard !hasEnded else { return }
        let now = time.now
        window.turn(at: pace.viewTime(at: now))
        if window.needsFrame {
            canvas = window.drawFrame()
            frames.presented += 1
        }
        let wish = didTurn(now)
        guard !hasEnded else { return }
        let next = [window.nextDeadline.map(pace.wallTime), wish, window.needsFrame ? now : nil].compactMap(\.self)
            .min()
        guard let next else { return timer.schedule(deadline: .distantFuture) }
        let delay = min(max(.zero, next - now), .seconds(3600))
        timer.schedule(deadline: .now() + .nanoseconds(Int(delay / .nanoseconds(1))), leeway: .milliseconds(1))
    }

    func end(_ end: MainLoop.End) {
        guard !hasEnded else { return }
        hasEnded = true
        timer.cancel()
        signalSource?.cancel()
        didEnd(end)
    }
}
