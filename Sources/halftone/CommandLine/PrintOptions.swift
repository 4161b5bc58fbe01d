import Basis
import ImageCoding
import Pixels
import TerminalScreen

/// What `halftone print` understands.
struct PrintOptions {
    var common = CommonOptions()
    /// `nil`: as large as the terminal.
    var size: CellSize?
    var fit = Fit.contain
    var background = PictureBackground.checkerboard
    var fidelity = DecodeOptions.Fidelity.fast
    /// `nil`: what suits the colours.
    var dither: PictureDither?
    /// Pictures side by side; `nil`: one under the other.
    var gridColumns: Int?
    /// Counted from 0; `nil`: the first, or all with `animates`.
    var frame: Int?
    var animates = false
    var title: PictureTitle?

    static var specs: [OptionSpec<PrintOptions>] {
        sizeSpecs + lookSpecs + [
            OptionSpec("grid", argument: "COLUMNS", help: "a contact sheet: so many pictures side by side") {
                (target, value) throws(UsageError) in
                target.gridColumns = try number("--grid", value, 1...1000)
            },
            OptionSpec("frame", argument: "N", help: "that frame of an animation; 1 is the first") {
                (target, value) throws(UsageError) in
                target.frame = try number("--frame", value, 1...1_000_000) - 1
            },
            OptionSpec("animate", help: "play animations, on a terminal, until their end or Ctrl-C") {
                (target, _) throws(UsageError) in target.animates = true
            },
            OptionSpec("title", argument: "FORMAT", help: "a line under each picture; see below") {
                (target, value) throws(UsageError) in target.title = try PictureTitle(value)
            },
        ] + CommonOptions.specs(\.common)
    }

    private static var sizeSpecs: [OptionSpec<PrintOptions>] {
        [
            OptionSpec("size", argument: "COLUMNSxROWS", help: "the cells to fit into") {
                (target, value) throws(UsageError) in target.size = try readSize(value)
            },
            OptionSpec(
                "fit", argument: "HOW", values: .words(Fit.allCases.map(\.rawValue)), help: "contain, cover or stretch"
            ) {
                (target, value) throws(UsageError) in target.fit = try choice("--fit", value, Fit.allCases)
            },
        ]
    }

    private static var lookSpecs: [OptionSpec<PrintOptions>] {
        [
            OptionSpec(
                "background", argument: "WHAT", values: .words(["checker", "none"]),
                help: "checker, none or #rrggbb, behind transparent pixels"
            ) {
                (target, value) throws(UsageError) in target.background = try readBackground(value)
            },
            OptionSpec("fidelity", argument: "HOW", values: .words(["fast", "exact"]), help: "fast or exact") {
                (target, value) throws(UsageError) in
                target.fidelity = try choice("--fidelity", value, [.fast, .exact])
            },
            OptionSpec(
                "dither", argument: "HOW", values: .words(PictureDither.allCases.map(\.rawValue)),
                help: "none, ordered or diffusion, with 256 colours and fewer"
            ) {
                (target, value) throws(UsageError) in
                target.dither = try choice("--dither", value, PictureDither.allCases)
            },
        ]
    }

    /// What cannot be asked for together.
    func check() throws(UsageError) {
        if animates, gridColumns != nil { throw UsageError("--animate and --grid do not go together") }
        if animates, frame != nil { throw UsageError("--animate and --frame do not go together") }
    }

    private static func readSize(_ text: String) throws(UsageError) -> CellSize {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...10_000).contains(columns),
            (1...10_000).contains(rows)
        else { throw UsageError("--size is COLUMNSxROWS, such as 80x40, not '\(Sanitiser.clean(text))'") }
        return CellSize(columns: columns, rows: rows)
    }

    private static func readBackground(_ text: String) throws(UsageError) -> PictureBackground {
        switch text {
        case "checker": return .checkerboard
        case "none": return .terminal
        default:
            let digits = text.dropFirst()
            guard text.hasPrefix("#"), digits.utf8.count == 6, digits.first != "+", let hex = UInt32(digits, radix: 16)
            else {
                throw UsageError("--background is checker, none or #rrggbb, not '\(Sanitiser.clean(text))'")
            }
            return .color(RGB(hex: hex))
        }
    }
}
