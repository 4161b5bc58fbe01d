import ImageCoding
import OptionParsing
import Pixels
import TerminalScreen

/// The options of `halftone print`.
struct PrintOptions: CommandOptions {
    var common = CommonOptions()
    /// The box in cells; `nil` for the size of the terminal.
    var size: CellSize?
    var fit = Fit.contain
    var background = PictureBackground.checkerboard
    var fidelity = DecodeOptions.Fidelity.fast
    /// The columns of a contact sheet; `nil` to print pictures one below the other.
    var gridColumns: Int?
    /// The index of the frame, from 0; `nil` for the first, or for all with `animates`.
    var frame: Int?
    var animates = false
    var title: PictureTitle?
    /// Whether the folders inside a folder are printed too.
    var isRecursive = false

    static var rows: [OptionRow<PrintOptions>] { sizeRows + lookRows + otherRows }

    private static var sizeRows: [OptionRow<PrintOptions>] {
        [
            OptionRow(
                "size",
                .cells(
                    from: CellSize(columns: 1, rows: 1), to: CellSize(columns: 10_000, rows: 10_000),
                    allowsWidth: true),
                help: "the cells to fit into, or their width alone",
                manual: """
                    The cells to fit into, or their width alone; by default the terminal's, else
                    .Ev COLUMNS
                    and
                    .Ev LINES ,
                    else as wide as the terminal of the pipe, or 80 columns.
                    """
            ) { $0.size = $1 },
            OptionRow("fit", .choice("HOW", Fit.allCases), help: "contain, cover or stretch") { $0.fit = $1 },
            OptionRow(
                "grid", .number("COLUMNS", 1...1000), help: "a contact sheet: so many pictures side by side",
                manual: "Print a contact sheet: so many pictures side by side, each in a box as high as it is wide."
            ) { $0.gridColumns = $1 },
        ]
    }

    private static var lookRows: [OptionRow<PrintOptions>] {
        [
            OptionRow(
                "background", .background, help: "checker, none or #rrggbb, behind transparent pixels",
                manual: """
                    What is behind transparent pixels:
                    .Cm checker , none
                    or
                    .Li #rrggbb .
                    With
                    .Cm none ,
                    the terminal is queried for its background color, to blend partly transparent pixels with it; if it does
                    not answer, they are blended with black.
                    If it has not answered within a quarter of a second, everything typed until the pictures are printed is
                    dropped, so that a late answer is not taken for a command.
                    """
            ) { $0.background = $1 },
            OptionRow(
                "fidelity", .choice("HOW", [DecodeOptions.Fidelity.fast, .exact]), help: "fast or exact",
                manual: """
                    .Cm fast
                    reduces JPEG pictures while decoding as far as that can hardly be seen;
                    .Cm exact
                    averages every pixel in linear light.
                    """
            ) { $0.fidelity = $1 },
        ]
    }

    private static var otherRows: [OptionRow<PrintOptions>] {
        [
            OptionRow("recursive", short: "R", help: "print the pictures of the folders inside a folder too") {
                $0.isRecursive = true
            },
            OptionRow(
                "frame", .number("N", 1...1_000_000), help: "that frame of an animation; 1 is the first",
                manual: "Print that frame of an animation; 1 is the first."
            ) { $0.frame = $1 - 1 },
            OptionRow(
                "animate", help: "play animations, on a terminal, until their end or Ctrl-C",
                manual: """
                    Play animations, on a terminal, as often as they say or until they are interrupted; an endless one is
                    played once if other pictures follow.
                    """
            ) { $0.animates = true },
            OptionRow(
                "title", .title, help: "a line under each picture; see below",
                manual: "Print a line under each picture; under an animation it stays while that plays.\nIn it\n"
                    + PictureTitle.places.map { ".Li \\&%\($0.letter)\nis the \($0.meaning)" }.joined(separator: ",\n")
                    + "."
            ) { $0.title = $1 },
        ]
    }

    /// Throws for options that exclude each other.
    func check() throws(UsageError) {
        if animates, gridColumns != nil { throw UsageError("--animate and --grid do not go together") }
        if animates, frame != nil { throw UsageError("--animate and --frame do not go together") }
    }
}
