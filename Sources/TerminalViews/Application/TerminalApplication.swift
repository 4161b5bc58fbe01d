import HalftoneCore
import Glibc
import ImageLoading
import TerminalScreen

/// A program in the terminal: one window, and the main loop that brings it keys, time, images and signals.
///
/// ```swift
/// TerminalApplication { environment in PictureList(environment) }.run()
/// ```
///
/// Main actor only, in a program with a synchronous `main` (such as `main.swift`), because signals arrive on the thread
/// on which a process starts. Frames are drawn when something changed, on average at most sixty a second; a slow
/// terminal gets fewer, and keys stay live. A new size, Ctrl-Z, Ctrl-C and signals that end the process are handled,
/// and the terminal is restored in every case, a crash included.
@MainActor
public final class TerminalApplication {
    /// The reason for the end of an application.
    public enum End {
        /// ``TerminalApplication/quit()`` was called.
        case quit
        /// A signal with this number, such as SIGTERM or Ctrl-C's SIGINT.
        case signal(Int32)
        /// The terminal is gone or failed.
        case failure(any Error)
    }

    /// A request that only the main loop can fulfill.
    package enum Request {
        case quit
        case redraw
        /// Send bytes to the terminal with the next frame.
        case send(TerminalSequence)
        /// Call a closure while the terminal is lent to another program; blocks the loop.
        case lend(@MainActor () -> Void)
    }

    /// The terminal and the image manager, for the views of the application.
    let environment: ScreenEnvironment
    /// The window, filled by the root view.
    public let window: Window
    /// The terminal; `nil` if it could not be opened.
    let session: TerminalSession?
    /// Called when a running application ends, except by a crash, once the terminal is restored: text can be printed.
    /// Not called without a usable terminal. Returns the exit status of the process, which applies after ``End/quit``.
    /// Default: 0.
    public var didEnd: @MainActor (End) -> Int32 = { _ in 0 }
    /// Called before the process is stopped by Ctrl-Z, or waits for another program, for work that must not wait for
    /// its continuation.
    public var willSuspend: @MainActor () -> Void {
        get { loop.willSuspend }
        set { loop.willSuspend = newValue }
    }
    /// Called after the process was continued.
    public var didContinue: @MainActor () -> Void {
        get { loop.didContinue }
        set { loop.didContinue = newValue }
    }
    package let loop: MainLoop
    /// Why the terminal cannot be used.
    private let failure: TerminalError?

    /// Creates an application on the controlling terminal, which it takes at once.
    ///
    /// A program without a terminal gets its error line from ``run()``. The keys q, which quits, and Ctrl-L, which
    /// redraws the screen, work unless a view handles them.
    ///
    /// - Parameters:
    ///   - manager: The manager that image views load from. Default: the shared one.
    ///   - rootView: Returns the view that fills the window.
    public convenience init(
        manager: ImageManager = .shared, rootView: @MainActor (ScreenEnvironment) -> View
    ) {
        var failure: TerminalError?
        var session: TerminalSession?
        do throws(TerminalError) { session = try TerminalSession() } catch { failure = error }
        let environment = ScreenEnvironment(session, manager: manager)
        self.init(
            terminal: session ?? OffscreenTerminal(size: CellSize(columns: 80, rows: 24), signals: nil),
            session: session, environment: environment, rootView: rootView(environment), failure: failure)
        loop.didIgnore = { [weak self] event in
            switch event {
            case .key(.character("q")): self?.quit()
            case .key(.control("l")): self?.loop.perform(.redraw)
            case .key, .paste, .mouse, .reply: break
            }
        }
    }

    /// Creates an application on any kind of terminal. A root view that is a ``LoopRoot`` gets its requests fulfilled.
    package init(
        terminal: any LoopTerminal, session: TerminalSession?, environment: ScreenEnvironment, rootView: View,
        frames: FrameStatistics = FrameStatistics(), failure: TerminalError? = nil
    ) {
        (self.session, self.environment, self.failure) = (session, environment, failure)
        window = Window(size: terminal.size, environment: environment)
        window.addSubview(rootView)
        loop = MainLoop(terminal: terminal, window: window, root: rootView as? any LoopRoot, frames: frames)
        environment.application = self
    }

    // MARK: - Running

    /// Runs the application and ends the process: with the status of ``didEnd`` after ``quit()``, by the signal that
    /// ended it, or with 1 after a failure of the terminal. Without a usable terminal it prints one line to standard
    /// error and exits with 2; the same happens if it is called inside a task, such as by a `main.swift` with `await`
    /// at its top level, where it could not receive signals and keys.
    ///
    /// Running loads are cancelled and pending images written to disk. No exit handlers run, because libraries free in
    /// them what their own threads may still use.
    public func run() -> Never {
        if let failure { Self.exit(printing: failure, status: 2) }
        if Self.isInsideTask {
            session?.end()
            Self.exit(printing: Misuse(), status: 2)
        }
        run { [self] end in
            environment.manager.cancelAll()
            environment.manager.imageCache.flush()
            let status = didEnd(end)
            switch end {
            case .quit: Self.exit(status)
            case .signal(let number): ProcessSignals.terminate(bySignal: number)
            case .failure(let error): Self.exit(printing: error, status: 1)
            }
        }
    }

    /// Whether the caller is code of a task, which leaves the process's first thread when it suspends, and whose main
    /// actor would wait for ``run()`` to return.
    nonisolated package static var isInsideTask: Bool { withUnsafeCurrentTask { $0 != nil } }

    /// The error of a call inside a task.
    private struct Misuse: Error, CustomStringConvertible {
        let description =
            "TerminalApplication.run() was called inside a task (call it in a synchronous main, without a top-level await)"
    }

    /// Runs the application until its end, which must end the process.
    package func run(didEnd: @escaping @MainActor (End) -> Void) -> Never {
        let wakeups = PollWakeups()
        start(on: wakeups, didEnd: didEnd)
        wakeups.run()
    }

    /// Starts the application. `didEnd` is called once, after the terminal was restored.
    package func start(on wakeups: any LoopWakeups, didEnd: @escaping @MainActor (End) -> Void) {
        loop.start(on: wakeups) { [self] end in
            session?.end()
            didEnd(end)
        }
    }

    private static func exit(printing error: any Error, status: Int32) -> Never {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
        let line = Array("\(TextSanitizer.clean(name)): \(error)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(status)
    }

    private static func exit(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }

    // MARK: - Verbs

    /// Ends the application, and under ``run()`` the process: it then does not return. Before ``run()`` it takes effect
    /// there. Does nothing when the application has ended.
    public func quit() { loop.perform(.quit) }
}
