import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// The model is a measure for the encoders, so it is tested by itself.
@Suite(.endsInTime) struct ModelTerminalTests {
    private var terminal = ModelTerminal(size: CellSize(columns: 4, rows: 3), cell: PixelSize(width: 2, height: 4))

    /// A white sixel image that fills one cell.
    private static let white = "\u{1B}P0;1q\"1;1;2;4#0;2;100;100;100#0NN\u{1B}\\"

    private mutating func draw(_ text: String) { terminal.feed(Array(text.utf8)) }

    /// The cells that are white, as columns and rows.
    private var whiteCells: [[Int]] {
        let screen = terminal.screenshot
        return (0..<3).flatMap { row in
            (0..<4).filter { screen[2 * $0, 4 * row].opaque.hex == 0xFFFFFF }.map { [$0, row] }
        }
    }

    @Test mutating func `text erases the pixels of its cell`() {
        draw("\u{1B}[1;2H" + Self.white + "\u{1B}[1;3H" + Self.white)
        #expect(whiteCells == [[1, 0], [2, 0]])
        draw("\u{1B}[1;2Ha")
        #expect(whiteCells == [[2, 0]])
    }

    @Test(arguments: ["\u{1B}[K", "\u{1B}[2X", "\u{1B}[J", "\u{1B}[2K", "\u{1B}[2J"])
    mutating func `erased cells lose their pixels`(erasure: String) {
        draw("\u{1B}[1;1H" + Self.white + "\u{1B}[1;3H" + Self.white + "\u{1B}[1;2H" + erasure)
        #expect(whiteCells == (erasure.contains("2K") || erasure.contains("2J") ? [] : [[0, 0]]))
    }

    @Test mutating func `pixels scroll with the text, between the margins`() {
        draw("\u{1B}[1;1H" + Self.white + "\u{1B}[2;2H" + Self.white + "\u{1B}[2;3r\u{1B}[T")
        #expect(whiteCells == [[0, 0], [1, 2]])
        draw("\u{1B}[2S")
        #expect(whiteCells == [[0, 0]])
        #expect(terminal.problems.count == 2)
        draw("\u{1B}[r\u{1B}[S")
        #expect(whiteCells == [])
        #expect(terminal.problems.count == 2)
    }

    @Test mutating func `sixels in the last row scroll`() {
        draw("\u{1B}[3;1H" + Self.white)
        #expect(whiteCells == [[0, 1]])
    }

    @Test mutating func `text after sixels without a position is a problem`() {
        draw(Self.white + "a")
        #expect(terminal.problems.count == 1)
    }

    @Test(arguments: [
        "\u{1B}P0;1q\"1;1;2;4#0;2;100;100;100#0NN-\u{1B}\\", "\u{1B}P0;1q\"1;1;2;4#0;2;100;100;100#0~\u{1B}\\",
        "\u{1B}P0;1q\"1;1;2;4#0NN\u{1B}\\", "\u{1B}P0;0q\"1;1;2;4#0;2;100;100;100#0NN\u{1B}\\", "\u{1B}[?1Z",
        "\u{1B}_Ga=d,d=I,i=4,q=2\u{1B}\\", "\u{1B}_Ga=p,U=1,i=4,c=2,r=2,q=2\u{1B}\\",
        "\u{1B}_Ga=t,f=24,s=1,v=1,i=4,q=2;AAA\u{1B}\\", "\u{1B}]1337;File=inline=1:AAAA\u{7}",
    ])
    mutating func `wrong sequences are problems`(sent: String) {
        draw(sent)
        #expect(!terminal.problems.isEmpty)
    }

    @Test mutating func `a sequence may arrive byte by byte`() {
        for byte in ("\u{1B}[2;2H" + Self.white).utf8 { terminal.feed([byte]) }
        #expect(whiteCells == [[1, 1]])
        #expect(!terminal.isInsideSequence)
        draw("\u{1B}_Ga=t,f=24,s=1,v=1,i=4,q=2,m=1;AA\u{1B}\\")
        #expect(terminal.isInsideSequence)
    }

    @Test mutating func `a placeholder without its picture is empty, and one of another picture too`() {
        let blank = terminal.screenshot
        draw("\u{1B}[38;2;0;0;9m\(KittyPlaceholder.text(row: 0, column: 0))")
        #expect(terminal.screenshot == blank)
    }
}
