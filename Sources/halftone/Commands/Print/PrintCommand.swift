import Basis
import FoundationEssentials
import Glibc
import ImageCoding
import ImageFeeds
import ImageLoading
import Pixels
import TerminalScreen

/// `halftone print`: pictures to standard output, as half blocks.
struct PrintCommand {
    let options: PrintOptions
    let images: [String]

    /// 0: all were printed; 1: some were not; 2: none was.
    func run() -> Int32 {
        let terminal = OutputTerminal(colors: options.common.colors)
        let trace: Trace
        do throws(TraceError) {
            trace = try options.common.makeTrace()
        } catch {
            Output.complain("\(error)")
            return 2
        }
        // Made for the first URL only: a file needs neither the network nor the disk cache.
        var engine: Engine?
        func theEngine() -> Engine {
            let made = engine ?? Engine(options.common, trace: trace, warn: { Output.complain($0) })
            engine = made
            return made
        }
        let status = printAll(on: terminal) { name in
            switch FeedSource(argument: name) {
            case .url(let url): fetch(url, theEngine(), terminal)
            case .path(let path): read(path, terminal, trace)
            case .standardInput: read(name, terminal, trace)  // a file of that name
            }
        }
        engine?.manager.diskCache?.flush()
        trace.finish { $0.peakResidentBytes = Resources.peakResidentBytes }
        guard let failure = trace.failure else { return status }
        Output.complain("the trace is incomplete: \(failure)")
        return max(status, 1)
    }

    /// Prints what `load` brings, for as long as somebody reads it, and returns the exit status.
    private func printAll(on terminal: OutputTerminal, _ load: (String) -> Result<Image, ImageError>) -> Int32 {
        var failed = 0
        var isCutShort = false
        for name in images {
            switch load(name) {
            case .success(let image):
                isCutShort = !Output.write(lines(of: image, terminal))
                if let warning = image.warning { Output.complain("\(Sanitiser.clean(name)): \(warning)") }
            case .failure(let error):
                failed += 1
                Output.complain("\(Sanitiser.clean(name)): \(error)")
            }
            if isCutShort { break }  // nobody reads on, or the disk is full
        }
        if failed == images.count { return 2 }
        return failed == 0 && !isCutShort ? 0 : 1
    }

    private func lines(of image: Image, _ terminal: OutputTerminal) -> [UInt8] {
        let cells = PictureRenderer(colors: terminal.colors).cells(for: image.bitmap, background: options.background)
        return PicturePrinter(colors: terminal.colors).lines(of: cells)
    }

    private func variant(_ terminal: OutputTerminal) -> ImageVariant {
        let box = options.size ?? terminal.size
        return ImageVariant(
            box: PixelSize(width: box.columns, height: 2 * box.rows), fit: options.fit,
            pixelAspect: terminal.pixelAspect, fidelity: options.fidelity)
    }

    private func read(_ path: String, _ terminal: OutputTerminal, _ trace: Trace) -> Result<Image, ImageError> {
        trace.record(TraceEvent(.query, url: path))
        let result = LocalPicture.decode(path, variant: variant(terminal))
        switch result {
        case .success: trace.record(TraceEvent(.complete, url: path))
        case .failure(let error): trace.record(TraceEvent(.fail, url: path, error: error.description))
        }
        return result
    }

    /// Waits, on the main thread, for what the engine does on its own.
    private func fetch(_ url: String, _ engine: Engine, _ terminal: OutputTerminal) -> Result<Image, ImageError> {
        guard let address = URL(string: url) else { return .failure(.invalidURL) }
        var context = ImageContext()
        context.variant = variant(terminal)
        return engine.manager.waitForImage(address, context: context).map(\.image)
    }
}

/// What standard output is, for pictures: how large, in which colours, with cells of which shape.
struct OutputTerminal {
    let size: CellSize
    let colors: ColorDepth
    let pixelAspect: Double

    /// A terminal says its size; else `COLUMNS` and `LINES` do; else it is 80 columns wide and twice as many rows
    /// long. A pipe gets 24-bit colour, unless `colors` or `NO_COLOR` say otherwise.
    init(colors: ColorDepth?) {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let window = isTerminal ? TerminalWindow(of: STDOUT_FILENO) : nil
        if let window {
            // The last line is the prompt's.
            size = CellSize(columns: window.size.columns, rows: max(1, window.size.rows - 1))
        } else {
            // Without a terminal a picture may be as long as it is wide, four times over.
            let columns = Self.count("COLUMNS") ?? 80
            size = CellSize(columns: columns, rows: Self.count("LINES") ?? 2 * columns)
        }
        pixelAspect = window?.pixelAspect ?? 1
        let environment = TerminalEnvironment { Engine.environment($0) }
        if let colors {
            self.colors = colors
        } else if isTerminal {
            // Without an entry it is most likely a descendant of xterm.
            let terminfo = TerminfoFacts.loaded(for: environment.term) ?? TerminfoFacts(colors: 256)
            self.colors = TerminalDetection(environment: environment, terminfo: terminfo).colors
        } else {
            self.colors = environment.wantsNoColor ? .mono : .direct
        }
    }

    /// A number of columns or rows that the environment says; `nil` if it is none that can be meant.
    private static func count(_ name: String) -> Int? {
        Engine.environment(name).flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
}
