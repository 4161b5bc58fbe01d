import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct OptionNameTests {
    @Test func `option sets print their names`() {
        #expect("\([.bold, .reverse] as CellStyle.TextAttributes)" == "[bold, reverse]")
        #expect("\([.shift, .control] as KeyModifiers)" == "[shift, control]")
        #expect("\(CellRuns.repeatingASCII)" == "[repeatingASCII]")
    }

    @Test func `every bit of an option set has one name`() {
        #expect(CellStyle.TextAttributes.names.map(\.option.rawValue) == [1, 2, 4, 8, 16])
        #expect(KeyModifiers.names.map(\.option.rawValue) == [1, 2, 4])
        #expect(CellRuns.names.map(\.option.rawValue).sorted() == [1, 2, 4, 8, 16, 32])
    }

    @Test func `a canvas prints its size and not its cells`() {
        #expect("\(Canvas(size: CellSize(columns: 80, rows: 24)))" == "canvas of 80x24 cells")
    }
}
