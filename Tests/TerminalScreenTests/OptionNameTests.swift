import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct OptionNameTests {
    @Test func `option sets print the names of all their bits`() {
        #expect("\(CellStyle.TextAttributes(rawValue: 31))" == "[bold, dim, italic, underline, reverse]")
        #expect("\(KeyModifiers(rawValue: 7))" == "[shift, alt, control]")
    }

    @Test func `a canvas prints its size and not its cells`() {
        #expect("\(Canvas(size: CellSize(columns: 80, rows: 24)))" == "canvas of 80x24 cells")
    }
}
