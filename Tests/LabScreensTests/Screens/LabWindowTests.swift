import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// The Lab's panels in windows of any size.
@MainActor @Suite(.endsInTime) struct LabWindowTests {
    /// Regression: the list of scenarios crashed in windows of fewer than four columns, even behind others.
    @Test(arguments: [Key.character("T"), .character("?"), .character("w"), .character("e"), .character("/")])
    func `a panel stays open through windows of every size`(key: Key) throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        stage.press(key)
        for columns in [1, 2, 3, 4, 5, 20, 200] {
            for rows in [1, 2, 3, 10, 60] {
                stage.window.resize(to: CellSize(columns: columns, rows: rows))
                #expect(stage.lines().count == rows)
            }
        }
    }
}
