import HalftoneCore
import Glibc
import ImageCoding
import ImageFeeds
import ImageLoading
import OptionParsing
import Pixels
import TerminalScreen

/// `halftone print`: pictures to standard output, as half blocks or by another method.
struct PrintCommand: Subcommand {
    static let name = "print"
    static let summary = "print pictures"
    static let usage = ["print [OPTION...] IMAGE..."]
    static let about = """
        Prints pictures as half blocks, or by the method of --pictures. An IMAGE is a file, a URL, a folder, whose pictures
        are printed in natural order, or - for one on standard input.
        """
    static var notes: String {
        let places = PictureTitle.Place.allCases.map { ("%\($0.rawValue)", $0.meaning) }
        return "in the FORMAT of a title:\n" + OptionFacts.columns(places + [("%%", "percent sign")])
    }
    static let operands: ArgumentCompletion? = .file
    static let loadsPictures = true

    static func run(_ options: PrintOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        let images = operands.map { FeedSource(argument: $0) }
        guard !images.isEmpty else { throw UsageError("print needs at least one IMAGE") }
        try options.check()
        try options.common.checkTrace(besides: images)
        let list = PrintList(images, options)
        if let status = Program.refusal(needs(of: list.images, options)) { return status }
        return try PrintCommand(options: options, list: list).run()
    }

    let options: PrintOptions
    let list: PrintList
    private var images: [FeedSource] { list.images }

    /// Returns the resources needed to start: only memory for one local picture.
    private static func needs(of images: [FeedSource], _ options: PrintOptions) -> StartingNeeds {
        let isRemote = images.contains { if case .url = $0 { true } else { false } }
        return images.count == 1 && !isRemote && !options.animates ? .onePicture : .pictures
    }

    /// Returns the exit status: 0 if all pictures were printed, 1 if some were not, 2 if none was.
    private func run() throws(UsageError) -> Int32 {
        var terminal = OutputTerminal(colors: options.common.colors)
        if options.animates, !terminal.isTerminal {
            throw UsageError("--animate needs a terminal (use --frame for a single frame)")
        }
        if let complaint = terminal.choosePixels(options.common) { Output.printError(complaint) }
        if options.background == .terminal { terminal.queryBackground() }
        let trace: Trace
        do throws(TraceError) {
            trace = try options.common.makeTrace()
        } catch {
            Output.printError("\(error)")
            return 2
        }
        let opener = PictureOpener(options: options.common, trace: trace)
        let tally = print(on: terminal, opener)
        terminal.dropLateAnswer()
        if options.common.isVerbose {
            Output.printError("output: \(Self.line(of: terminal))")
            Output.printError("pictures: \(tally.printed) of \(images.count)")
        }
        opener.finish()
        trace.finish { $0.peakResidentBytes = Resources.peakResidentBytes }
        guard let failure = trace.failure else { return tally.status }
        Output.printError("the trace is incomplete: \(failure)")
        return max(tally.status, 1)
    }

    /// Returns what is known of the terminal, for `--verbose`.
    private static func line(of terminal: OutputTerminal) -> String {
        let aspect = (terminal.pixelAspect * 100).rounded() / 100
        let shape = terminal.pixelAspect == 1 ? "" : ", a cell \(aspect) as wide as half as high"
        return "\(terminal.size) cells\(shape), \(terminal.colors.rawValue) colors, because \(terminal.reason)"
    }

    private func print(on terminal: OutputTerminal, _ opener: PictureOpener) -> PrintTally {
        if options.animates {
            return AnimationCommand(options: options, list: list, terminal: terminal, opener: opener).run()
        }
        let box = options.size ?? terminal.size
        let sheet = options.gridColumns.map {
            ContactSheet(columns: $0, box: box, pixelAspect: terminal.pixelAspect)
        }
        let job = PrintJob(options: options, terminal: terminal, box: sheet?.place ?? box)
        var tally = PrintTally(list)
        if var sheet {
            let pictures = job.pictures(of: images, opener) { $0 }
            printSheet(&sheet, of: pictures, with: job, &tally)
        } else {
            let pictures = job.pictures(of: images, opener) { job.printer.lines(of: $0) }
            printOneByOne(pictures, with: job, &tally)
        }
        return tally
    }

    /// Prints pictures until the output is closed.
    private func printOneByOne(
        _ pictures: DecodeAhead<PrintedPicture<[UInt8]>>, with job: PrintJob, _ tally: inout PrintTally
    ) {
        while let picture = pictures.next() {
            tally.add(picture)
            if var lines = picture.printed {
                if let title = picture.title {
                    lines += Array((job.line(title) + "\n").utf8)
                }
                if !Output.write(lines) { return tally.isCutShort = true }  // the output is closed, or the disk is full
            }
            tally.printErrors()
        }
        tally.printErrors()  // for empty folders
    }

    private func printSheet(
        _ sheet: inout ContactSheet, of pictures: DecodeAhead<PrintedPicture<PictureCells>>, with job: PrintJob,
        _ tally: inout PrintTally
    ) {
        while let picture = pictures.next() {
            tally.add(picture)
            guard let shown = picture.printed else { continue }
            if let row = sheet.add(ContactSheet.Entry(picture: shown, title: picture.title)),
                !Output.write(job.printer.lines(of: row))
            {
                tally.isCutShort = true
                break
            }
        }
        if !tally.isCutShort, let row = sheet.finish() {
            tally.isCutShort = !Output.write(job.printer.lines(of: row))
        }
        tally.printErrors()  // at the end, because a line in between would break the sheet
    }
}

/// The counts of printed and failed pictures, and the errors.
struct PrintTally {
    let count: Int
    /// Whether output ended before the last picture.
    var isCutShort = false
    private(set) var printed = 0
    private var failures: Int
    private var complaints: [String]
    /// Whether entries of a folder were left out.
    private let isIncomplete: Bool

    /// Creates the counts. Unreadable entries of folders count as pictures that were not printed.
    init(_ list: PrintList) {
        count = list.images.count + list.failures.count
        failures = list.failures.count
        complaints = (list.failures + list.warnings).map(\.description)
        isIncomplete = !list.warnings.isEmpty
    }

    mutating func add<Printed>(_ picture: PrintedPicture<Printed>) {
        count(picture.source, isPrinted: picture.printed != nil, complaint: picture.complaint)
    }

    /// Counts a picture, and adds its error or warning.
    mutating func count(_ source: PublicAddress, isPrinted: Bool, complaint: String?) {
        if isPrinted { printed += 1 } else { failures += 1 }
        if let complaint { add(complaint, of: source) }
    }

    /// Adds an error of a picture that was counted already.
    mutating func add(_ complaint: String, of source: PublicAddress) {
        complaints.append("\(source): \(complaint)")
    }

    /// Prints the new errors, a line each.
    mutating func printErrors() {
        for complaint in complaints { Output.printError(complaint) }
        complaints = []
    }

    var status: Int32 {
        if failures == count { return 2 }
        return failures == 0 && !isIncomplete && !isCutShort ? 0 : 1
    }
}
