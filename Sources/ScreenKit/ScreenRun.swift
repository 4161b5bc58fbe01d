import HalftoneCore
import ImageLoading
import Pixels
import TerminalScreen
import TerminalViews

/// The common part of a run of the gallery or the Lab, from the start of the session to the exit status.
@MainActor
package final class ScreenRun {
    /// The terminal session; `nil` if nothing is shown.
    package let session: TerminalSession?
    package let trace: Trace
    package let frames = FrameStatistics()
    private let theme: Theme.Choice
    /// The method of drawing pictures that was asked for; `nil` for pixels if there are any.
    private let pictures: PictureMethod?
    /// Returns the choice of the key `P` on a terminal, which comes before ``pictures``; `nil` if there is none.
    package var rememberedPictures: @MainActor (_ terminal: String) -> PictureMethods.Choice? = { _ in nil }
    /// Whether a switch names the method, which comes before both.
    private var isSwitched = false
    /// Whether the user was told that pictures cannot be drawn as asked.
    private var hasReportedRefusal = false
    private let time = SystemTime()
    private let began: Duration
    /// Errors of the disk cache, which come from its own threads.
    private let cacheErrorLines = Lock<[String]>([])

    package init(session: TerminalSession?, trace: Trace, theme: Theme.Choice, pictures: PictureMethod?) {
        began = time.now
        (self.session, self.trace, self.theme, self.pictures) = (session, trace, theme, pictures)
    }

    /// Returns the theme for a background, which is `nil` if the terminal has not reported it.
    private func theme(on background: RGB?) -> Theme {
        Theme.of(theme, colors: session?.colors ?? .direct, background: background)
    }

    /// Keeps an error of the disk cache until the terminal is restored. Any thread.
    package var reportCacheError: @Sendable (String) -> Void {
        { [cacheErrorLines] line in cacheErrorLines.withLock { $0.append(line) } }
    }

    package var cacheErrors: [String] { cacheErrorLines.withLock(\.self) }

    // MARK: - The screen

    package func makeEnvironment<Action>(_ manager: ImageManager, keys: KeyBindings<Action>) -> ScreenEnvironment {
        let environment = ScreenEnvironment(session, manager: manager)
        environment[KeyBindings<Action>.self] = keys
        environment.theme = theme(on: session?.facts.background)
        environment[PictureChoice.self] = pictures
        _ = adoptPictures(environment)
        return environment
    }

    /// Draws pictures as was chosen, as far as the terminal is known to show it. Returns whether they are now drawn
    /// otherwise.
    package func adoptPictures(_ environment: ScreenEnvironment) -> Bool {
        let methods = PictureMethods(session)
        environment[PictureMethods.self] = methods
        if !isSwitched, session?.facts.isComplete == true, let choice = rememberedPictures(methods.terminal) {
            environment[PictureChoice.self] = methods.method(choice)
        }
        let renderer = methods.renderer(environment[PictureChoice.self], from: environment.renderer)
        defer { environment.renderer = renderer }
        return renderer != environment.renderer
    }

    /// Draws pictures by the method of a switch, `nil` being the best one; as they were asked for, unless `isSwitched`.
    package func choosePictures(_ method: PictureMethod?, isSwitched: Bool, _ environment: ScreenEnvironment) {
        self.isSwitched = isSwitched
        environment[PictureChoice.self] = isSwitched ? method : pictures
        _ = adoptPictures(environment)
    }

    /// Returns the application, on the session or another terminal. When the terminal has replied, `didChangeTheme` is
    /// called if its background requires another theme, and `didChangePictures` if pictures are now drawn otherwise.
    /// `didRefusePictures` is called with the reason if they cannot be drawn as asked, also if there was no reply in time.
    package func makeApplication(
        on terminal: any LoopTerminal, _ root: View & LoopRoot, _ environment: ScreenEnvironment,
        didLearnFacts: @escaping @MainActor (TerminalCapabilities) -> Void = { _ in },
        didChangeTheme: @escaping @MainActor () -> Void, didChangePictures: @escaping @MainActor () -> Void,
        didRefusePictures: @escaping @MainActor (String) -> Void
    ) -> TerminalApplication {
        let application = TerminalApplication(
            terminal: terminal, session: session, environment: environment, rootView: root, frames: frames)
        let reportRefusal = { [unowned self] in
            guard !hasReportedRefusal, let message = environment[PictureMethods.self].message(about: pictures) else {
                return
            }
            hasReportedRefusal = true
            didRefusePictures(message)
        }
        if session?.facts.isComplete == true { reportRefusal() }  // the terminal is not asked
        if session?.facts.isComplete == false {
            Task {
                try? await Task.sleep(for: TerminalQuery.pixelTimeout)
                reportRefusal()
            }
        }
        application.loop.didLearnFacts = { [unowned self] facts in
            didLearnFacts(facts)
            if facts.isComplete {
                if adoptPictures(environment) { didChangePictures() }
                reportRefusal()
            }
            let theme = theme(on: facts.background)
            guard theme != environment.theme else { return }
            environment.theme = theme
            didChangeTheme()
        }
        return application
    }

    // MARK: - The end

    /// The time since the beginning.
    package var elapsed: Duration { time.now - began }

    /// Completes the trace. Returns why it is incomplete; `nil` if it is not.
    package func finishTrace() -> String? {
        trace.finish { summary in
            summary.framesPresented = frames.presented
            summary.framesDropped = frames.dropped
            summary.bytesWritten = frames.bytes
            summary.encodeMicroseconds = Int(frames.encoding.seconds * 1e6)
            summary.writeMicroseconds = Int(frames.writing.seconds * 1e6)
            summary.peakResidentBytes = Resources.peakResidentBytes
        }
        return trace.failure.map { "the trace is incomplete: \($0)" }
    }
}
