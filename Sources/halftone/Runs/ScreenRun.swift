import HalftoneCore
import ImageLoading
import LabScreens
import Pixels
import ScreenKit
import TerminalScreen
import TerminalViews

/// The common part of a run of the gallery or the Lab, from the start of the session to the exit status.
@MainActor
final class ScreenRun {
    /// The terminal session; `nil` if nothing is shown.
    let session: TerminalSession?
    let trace: Trace
    let frames = FrameStatistics()
    private let theme: Theme.Choice
    /// The method of drawing pictures that was asked for; `nil` for pixels if there are any.
    private let pictures: PictureMethod?
    /// Returns the choice of the key `P` on a terminal, which comes before ``pictures``; `nil` if there is none.
    var rememberedPictures: @MainActor (_ terminal: String) -> PictureMethods.Choice? = { _ in nil }
    /// Whether a switch of the Lab names the method, which comes before both.
    private var isSwitched = false
    /// Whether the user was told that pictures cannot be drawn as asked.
    private var hasSaidRefusal = false
    private let time = SystemTime()
    private let began: Duration
    /// Errors of the disk cache, which come from its own threads.
    private let cacheComplaints = Lock<[String]>([])

    init(session: TerminalSession?, trace: Trace, theme: Theme.Choice, pictures: PictureMethod?) {
        began = time.now
        (self.session, self.trace, self.theme, self.pictures) = (session, trace, theme, pictures)
    }

    /// Returns the theme for a background, which is `nil` if the terminal has not reported it.
    private func theme(on background: RGB?) -> Theme {
        Theme.of(theme, colors: session?.colors ?? .direct, background: background)
    }

    /// Keeps an error of the disk cache until the terminal is restored. Any thread.
    var keepComplaint: @Sendable (String) -> Void {
        { [cacheComplaints] line in cacheComplaints.withLock { $0.append(line) } }
    }

    var complaintsOfCache: [String] { cacheComplaints.withLock(\.self) }

    // MARK: - The screen

    func makeEnvironment<Action>(_ manager: ImageManager, keys: KeyBindings<Action>) -> ScreenEnvironment {
        let environment = ScreenEnvironment(session, manager: manager)
        environment[KeyBindings<Action>.self] = keys
        environment.theme = theme(on: session?.facts.background)
        environment[PictureChoice.self] = pictures
        _ = adoptPictures(environment)
        return environment
    }

    /// Draws pictures as was chosen, as far as the terminal is known to show it. Returns whether they are now drawn
    /// otherwise.
    func adoptPictures(_ environment: ScreenEnvironment) -> Bool {
        let methods = PictureMethods(session, offscreen: OffscreenTerminal.pixelSupport)
        environment[PictureMethods.self] = methods
        if !isSwitched, session?.facts.isComplete == true, let choice = rememberedPictures(methods.terminal) {
            environment[PictureChoice.self] = methods.method(choice)
        }
        let renderer = methods.renderer(environment[PictureChoice.self], from: environment.renderer)
        defer { environment.renderer = renderer }
        return renderer != environment.renderer
    }

    /// Draws pictures as the Lab's switch says.
    func choosePictures(_ choice: LabPictures, _ environment: ScreenEnvironment) {
        isSwitched = choice != .start
        environment[PictureChoice.self] =
            switch choice {
            case .start: pictures
            case .method(let method): method
            }
        _ = adoptPictures(environment)
    }

    /// Returns the application, on the session or another terminal. When the terminal has replied, `didChangeTheme` is
    /// called if its background requires another theme, `didChangePictures` if pictures are now drawn otherwise, and
    /// `didRefusePictures` with a reason if they cannot be drawn as asked; this also when it has not replied in time.
    func makeApplication(
        on terminal: any LoopTerminal, _ root: View & LoopRoot, _ environment: ScreenEnvironment,
        didLearnFacts: @escaping @MainActor (TerminalCapabilities) -> Void = { _ in },
        didChangeTheme: @escaping @MainActor () -> Void, didChangePictures: @escaping @MainActor () -> Void,
        didRefusePictures: @escaping @MainActor (String) -> Void
    ) -> TerminalApplication {
        let application = TerminalApplication(
            terminal: terminal, session: session, environment: environment, rootView: root, frames: frames)
        let sayRefusal = { [unowned self] in
            guard !hasSaidRefusal, let complaint = environment[PictureMethods.self].complaint(about: pictures) else {
                return
            }
            hasSaidRefusal = true
            didRefusePictures(complaint)
        }
        if session?.facts.isComplete == true { sayRefusal() }  // the terminal is not asked
        if session?.facts.isComplete == false {
            Task {
                try? await Task.sleep(for: TerminalQuery.pixelTimeout)
                sayRefusal()
            }
        }
        application.loop.didLearnFacts = { [unowned self] facts in
            didLearnFacts(facts)
            if facts.isComplete {
                if adoptPictures(environment) { didChangePictures() }
                sayRefusal()
            }
            let theme = theme(on: facts.background)
            guard theme != environment.theme else { return }
            environment.theme = theme
            didChangeTheme()
        }
        return application
    }

    // MARK: - The end

    /// Completes the trace. Returns why it is incomplete; `nil` if it is not.
    func finishTrace() -> String? {
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

    /// Prints the report of `--verbose`, if it was requested.
    func report(_ options: CommonOptions, _ add: (inout VerboseReport) -> Void) {
        guard var report = VerboseReport(options) else { return }
        add(&report)
        report.addLoads(trace.summary)
        report.addCost(time.now - began)
        report.say()
    }

    /// Ends the process according to the loop's end, with `status` after quitting.
    func exit(_ end: TerminalApplication.End, status: Int32) -> Never {
        switch end {
        case .quit: ProgramEnd.exit(status)
        case .signal(let number): ProgramEnd.terminate(bySignal: number)
        case .failure(let error):
            Output.printError("\(error)")
            ProgramEnd.exit(1)
        }
    }
}
