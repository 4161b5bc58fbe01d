import Glibc
import OptionParsing
import Pixels
import ScreenKit
import TerminalScreen

/// The properties of standard output for pictures: its size, colors and cell aspect.
struct OutputTerminal {
    private(set) var size: CellSize
    private(set) var colors: ColorDepth
    private(set) var pixelAspect: Double
    let isTerminal: Bool
    /// The background color; `nil` if it was not queried or not reported.
    var background: RGB?
    /// The pixels to print pictures in; `nil` to print them with characters.
    private(set) var pixels: TerminalPixels?
    private(set) var printer: PicturePrinter
    /// Whether half blocks are known to be two columns wide, so that pictures of characters are printed with spaces.
    private(set) var hasWideBlocks = false
    /// Whether a reply is outstanding, which may arrive after the last read.
    private var hasPendingReply = false
    /// The reason for the color depth, for `--verbose`.
    private(set) var reason: String
    private let environment = TerminalEnvironment { Variable.value(of: $0) }
    /// The terminfo entry of the terminal; `nil` without one.
    private let terminfo: TerminfoCapabilities?
    private let detection: TerminalDetection

    /// Creates the properties. The size is that of the terminal, or of `COLUMNS` and `LINES`; otherwise the width is
    /// that of the controlling terminal, or 80, and the height is twice the width. A pipe gets 24-bit color, unless
    /// `colors` or `NO_COLOR` is set.
    init(colors: ColorDepth?) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        let window = isTerminal ? TerminalWindow(of: STDOUT_FILENO) : nil
        if let window {
            size = Self.size(in: window)
        } else {
            // Without a terminal a picture may be four times as high as wide.
            let columns = Self.count("COLUMNS") ?? Self.columnsOfControllingTerminal ?? 80
            size = CellSize(columns: columns, rows: Self.count("LINES") ?? 2 * columns)
        }
        pixelAspect = TerminalWindow.pixelAspect(ofCell: window?.cell)
        terminfo = isTerminal ? TerminfoCapabilities.loaded(for: environment.term) : nil
        // Without a terminfo entry it is most likely xterm-compatible.
        detection = TerminalDetection(
            choice: colors, environment: environment, terminfo: terminfo ?? TerminfoCapabilities(colors: 256))
        if let colors {
            (self.colors, reason) = (colors, "--colors or colors set it")
        } else if isTerminal {
            (self.colors, reason) = (detection.colors, detection.reason)
        } else {
            (self.colors, reason) = environment.wantsNoColor ? (.mono, "NO_COLOR") : (.direct, "it is not a terminal")
        }
        printer = PicturePrinter(colors: self.colors)
    }

    /// Queries the terminal for what the options depend on: pixels for pictures, and the background color. Call it before
    /// other threads start; without a reply it takes until the timeout, and input during that time is lost. A file or a
    /// pipe gets pixels only if the command line asks for them.
    ///
    /// Returns why the requested protocol cannot be used; `nil` if it can, or if none is requested.
    @MainActor
    mutating func query(for options: PrintOptions) -> String? {
        let requested = options.common.pictureMethod
        let wantsPixels = if case .glyphs = requested { false } else { true }
        guard isTerminal, let path = ttyname(STDOUT_FILENO) else {
            guard case .pixels(let method) = requested, options.common.typed.contains("pictures") else { return nil }
            pixels =
                Self.controllingTerminal?.cell.flatMap { TerminalPixels(method, cell: $0) }
                ?? TerminalPixels(method, cell: Self.usualCell)
            printer = PicturePrinter(colors: colors, method: method)
            return nil
        }
        guard wantsPixels || options.background == .terminal else { return nil }
        let query = TerminalQuery.run(
            path: String(cString: path), terminfo: terminfo,
            queries: wantsPixels ? .all(detection, environment) : .background,
            timeout: wantsPixels ? TerminalQuery.pixelTimeout : TerminalQuery.defaultTimeout)
        background = query.facts.background
        hasPendingReply = query.hasPendingReplies
        guard wantsPixels else { return nil }
        hasWideBlocks = query.facts.ambiguousWidth == 2
        if options.common.colors == nil {
            let refined = detection.refined(by: query.facts)
            (colors, reason) = (refined.colors, refined.reason)
        }
        let support = query.pixelSupport(environment, colors: colors, isPrinted: true)
        let methods = PictureMethods(colors: colors, support: support)
        pixels = methods.renderer(requested, from: PictureRenderer(colors: colors)).pixels
        printer = PicturePrinter(colors: colors, method: pixels?.method, sixelColors: support.sixelColors)
        return methods.message(about: requested)
    }

    /// Returns the terminal with the present size of its window.
    func resized() -> OutputTerminal {
        guard let window = TerminalWindow(of: STDOUT_FILENO) else { return self }
        var resized = self
        resized.size = Self.size(in: window)
        resized.pixelAspect = TerminalWindow.pixelAspect(ofCell: window.cell)
        resized.pixels = pixels.flatMap { TerminalPixels($0.method, cell: window.cell ?? $0.cell) ?? $0 }
        return resized
    }

    /// The last line is for the prompt.
    private static func size(in window: TerminalWindow) -> CellSize {
        CellSize(columns: window.size.columns, rows: max(1, window.size.rows - 1))
    }

    /// The size of a cell in pixels where there is no terminal.
    private static let usualCell = PixelSize(width: 10, height: 20)

    /// Discards the input at the end, if a reply is outstanding, because the shell would read a late reply as a
    /// command.
    func discardLateReply() {
        // In the background this would stop the process.
        guard hasPendingReply, tcgetpgrp(STDOUT_FILENO) == getpgrp() else { return }
        tcflush(STDOUT_FILENO, TCIFLUSH)
    }

    /// Returns the background of pictures for this terminal.
    func background(asked: PictureBackground) -> PictureBackground {
        guard asked == .terminal, let background else { return asked }
        return .terminalColor(background)
    }

    /// The width of the controlling terminal, for output that is piped into a pager.
    private static var columnsOfControllingTerminal: Int? { controllingTerminal?.size.columns }

    private static var controllingTerminal: TerminalWindow? {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        return TerminalWindow(of: terminal)
    }

    /// Returns a number of columns or rows from the environment; `nil` if it is not valid.
    private static func count(_ name: String) -> Int? {
        Variable.value(of: name).flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
}
