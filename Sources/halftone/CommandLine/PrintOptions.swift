import ImageCoding
import OptionParsing
import Pixels
import TerminalScreen

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

    /// The largest box. Its rows are those of a width alone.
    static let maxSize = CellSize(columns: 10_000, rows: 10_000)

    static var rows: [OptionRow<PrintOptions>] {
        [
            OptionRow(
                "size",
                .cells(from: CellSize(columns: 1, rows: 1), to: maxSize, allowsWidth: true),
                help: "the cells to fit into, or their width alone"
            ) { $0.size = $1 },
            OptionRow("fit", .choice("HOW", Fit.allCases)) { $0.fit = $1 },
            OptionRow(
                "grid", .number("COLUMNS", 1...1000),
                help: "a contact sheet with this many pictures per row, each at most ROWS of --size high"
            ) { $0.gridColumns = $1 },
            OptionRow("background", .background, help: "checker, none or #rrggbb, behind transparent pixels") {
                $0.background = $1
            },
            OptionRow("fidelity", .choice("HOW", [DecodeOptions.Fidelity.fast, .exact])) {
                $0.fidelity = $1
            },
            OptionRow("recursive", short: "R", help: "print the pictures of the folders inside a folder too") {
                $0.isRecursive = true
            },
            OptionRow("frame", .number("N", 1...1_000_000), help: "that frame of an animation; 1 is the first") {
                $0.frame = $1 - 1
            },
            OptionRow("animate", help: "play animations, on a terminal, until their end or Ctrl-C") {
                $0.animates = true
            },
            OptionRow("title", .title, help: "a line under each picture; see below") { $0.title = $1 },
            CommonOptions.trace(),
        ]
    }

    /// Throws for options that exclude each other.
    func check() throws(UsageError) {
        if animates, gridColumns != nil { throw UsageError("--animate and --grid cannot be combined") }
        if animates, frame != nil { throw UsageError("--animate and --frame cannot be combined") }
        // A width alone allows the most rows, all of which would be filled; an animation has those of the screen.
        if fit != .contain, gridColumns == nil, !animates, size?.rows == Self.maxSize.rows {
            throw UsageError("--fit \(fit.rawValue) needs a --size of COLUMNSxROWS")
        }
    }
}
