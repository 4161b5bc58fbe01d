import HalftoneCore
import Glibc
import ImageCoding
import ImageFeeds
import ImageLoading
import OptionParsing
import Pixels
import ScreenKit
import TerminalScreen

/// `halftone print`: pictures to standard output, as half blocks or by another method.
struct PrintCommand: Subcommand {
    static let name = "print"
    static let summary = "print pictures"
    static let usage = "print [OPTION...] IMAGE..."
    static let about = """
        Prints pictures as half blocks, or by the method of --pictures. An IMAGE is a file, a URL, a folder, whose pictures
        are printed in natural order, or - for one on standard input.
        """
    static var notes: String {
        "in the FORMAT of a title:\n"
            + OptionFacts.columns(PictureTitle.placeholders.map { ("%\($0.letter)", $0.meaning) })
    }
    static let operands: ArgumentCompletion? = .file

    static func run(_ options: PrintOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        let images = operands.map { FeedSource(argument: $0) }
        guard !images.isEmpty else { throw UsageError("print needs at least one IMAGE") }
        try options.check()
        try options.common.checkTrace(besides: images)
        let tally = PrintTally(images, options)
        if let status = Program.refusal(needs(of: tally.images, options)) { return status }
        return try PrintCommand(options: options, found: tally).run()
    }

    let options: PrintOptions
    /// The pictures of the operands, before any is printed.
    let found: PrintTally
    private var images: [FeedSource] { found.images }

    /// Returns the resources needed to start: only memory for one local picture.
    private static func needs(of images: [FeedSource], _ options: PrintOptions) -> StartRequirements {
        let isRemote = images.contains { if case .url = $0 { true } else { false } }
        return images.count == 1 && !isRemote && !options.animates ? .onePicture : .pictures
    }

    /// Returns the exit status: 0 if all pictures were printed, 1 if some were not, 2 if none was.
    private func run() throws(UsageError) -> Int32 {
        var terminal = OutputTerminal(colors: options.common.colors)
        if options.animates, !terminal.isTerminal {
            throw UsageError("--animate needs a terminal (use --frame for a single frame)")
        }
        if let refusal = terminal.query(for: options) { Output.printError(refusal) }
        let trace: Trace
        do throws(TraceError) {
            trace = try options.common.makeTrace()
        } catch {
            Output.printError("\(error)")
            return 2
        }
        let opener = PictureOpener(options: options.common, trace: trace)
        let tally = print(on: terminal, opener)
        terminal.discardLateReply()
        if options.common.isVerbose {
            Output.printError("output: \(line(of: terminal))")
            Output.printError("pictures: \(tally.printed) of \(images.count)")
        }
        opener.finish()
        trace.finish { $0.peakResidentBytes = Resources.peakResidentBytes }
        guard let failure = trace.failure else { return tally.status }
        Output.printError("the trace is incomplete: \(failure)")
        return max(tally.status, 1)
    }

    /// Returns the box of pictures, and what is known of the terminal, for `--verbose`.
    private func line(of terminal: OutputTerminal) -> String {
        let box = makeJob(terminal).box
        let cells = box.rows == PrintOptions.maxSize.rows ? "\(box.columns) columns" : "\(box) cells"
        let aspect = (terminal.pixelAspect * 100).rounded() / 100
        let shape = terminal.pixelAspect == 1 ? "" : ", pixel aspect \(aspect)"
        return "\(cells)\(shape), \(terminal.colors.rawValue) colors, because \(terminal.reason)"
    }

    /// Returns the job for a terminal's present size.
    private func makeJob(_ terminal: OutputTerminal, _ sheet: ContactSheet? = nil) -> PrintJob {
        var box = sheet?.place ?? options.size ?? terminal.size
        if options.animates {
            // Frames are drawn over each other, so picture and title must not be higher than the screen.
            box.columns = min(box.columns, terminal.size.columns)
            box.rows = max(1, min(box.rows, terminal.size.rows - (options.title == nil ? 0 : 1)))
        }
        return PrintJob(options: options, terminal: terminal, box: box)
    }

    /// Prints pictures until the output is closed.
    private func print(on terminal: OutputTerminal, _ opener: PictureOpener) -> PrintTally {
        var sheet = options.gridColumns.map {
            ContactSheet(columns: $0, box: options.size ?? terminal.size, pixelAspect: terminal.pixelAspect)
        }
        let job = makeJob(terminal, sheet)
        var tally = found
        let pictures = job.pictures(of: images, opener)
        while !tally.isCutShort, let picture = pictures.next() {
            tally.add(picture)
            switch picture.content {
            case .lines(let lines): tally.isCutShort = !Output.write(lines)
            case .entry(let entry): tally.isCutShort = !write(sheet?.add(entry), job)
            case .animation(let animation, let title, let warning):
                play(animation, title, warning, of: picture.source, on: terminal, &tally, opener)
            case nil: break
            }
            if sheet == nil { tally.printErrors() }  // a line in between would break a sheet
        }
        if !tally.isCutShort { tally.isCutShort = !write(sheet?.finish(), job) }
        tally.printErrors()
        return tally
    }

    private func write(_ row: Canvas?, _ job: PrintJob) -> Bool {
        row.map { Output.write(job.printer.lines(of: $0)) } ?? true
    }

    /// Plays an animation as often as it says. An endless one is played until it is interrupted, or once if other
    /// pictures are printed too.
    private func play(
        _ animation: AnimatedImage, _ title: String?, _ warning: DecodeWarning?, of source: PublicAddress,
        on terminal: OutputTerminal, _ tally: inout PrintTally, _ opener: PictureOpener
    ) {
        let stage: AnimationStage
        do throws(TerminalError) {
            stage = try AnimationStage()
        } catch {
            Output.printError("\(error)")
            return tally.isCutShort = true
        }
        var run = AnimationRun(animation, on: stage, title: title, warning: warning) { makeJob(terminal.resized()) }
        let end = run.play(loops: animation.loopCount == 0 && images.count > 1 ? 1 : animation.loopCount)
        let late = stage.end()
        if let message = run.message { tally.add(message, of: source) }
        let signal = if case .interrupted(let signal) = end { signal } else { late }
        if let signal {
            tally.printErrors()
            opener.finish()
            ProcessSignals.terminate(bySignal: signal)
        }
        if case .outputEnded = end { tally.isCutShort = true }
    }
}
