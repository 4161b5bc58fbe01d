import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// Held deliveries: the next one is named, and its result is shown.
@MainActor @Suite(.endsInTime) struct DeliveryTests {
    @Test func `a held delivery names its target and its result`() {
        let wanted = Delivery(content: "its picture", load: 20, cell: 2, row: 4, isLate: false)
        #expect(wanted.announcement == "load 20 → cell 2: its picture")
        #expect(wanted.outcome == "load 20 → cell 2: its picture, taken")
        let late = Delivery(content: "its picture", load: 19, cell: 1, row: 9, isLate: true)
        #expect(late.announcement == "load 19 → cell 1: its picture, late, will be dropped")
        #expect(late.outcome == "load 19 → cell 1: its picture, dropped, now row 9's cell")
        let ahead = Delivery(content: "its picture", load: 3, cell: nil, row: nil, isLate: true)
        #expect(ahead.outcome == "load 3 → no cell: its picture, dropped, nothing waits for it")
    }

    @Test func `a chosen counter is explained`() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        stage.press(.character("e"))
        #expect(stage.footer.contains("stale 0: cells painted with another row's picture: must stay 0"))
        stage.press(.right)
        #expect(stage.footer.contains("late 0: results that arrived after their cell was reused"))
        stage.press(.down)
        #expect(stage.footer.contains("reused 0: rows that got a cell"))
        stage.press(.escape)
        #expect(stage.screen.focus == .table && stage.footer.contains("quit"))
    }

    @Test func `a click on a counter chooses it`() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        let lines = stage.lines()
        let row = try #require(lines.lastIndex { $0.contains("clients gone 0") })
        let column = try #require(lines[row].firstRange(of: "clients gone")).lowerBound
        stage.click(lines[row].distance(from: lines[row].startIndex, to: column), row)
        #expect(stage.footer.contains("clients gone 0: connections closed early"))
    }

    nonisolated static let plays = [
        LabPlay(
            name: "the next delivery is named before it is let through, and told of afterwards",
            arguments: ["--size", "160x36"],
            script: """
                wait for idle
                pause
                clear caches
                reload
                wait for held >= visible
                wait for live == 0
                expect screen shows next: load
                key n
                expect screen shows , taken
                key G
                expect screen shows late, will be dropped
                key n
                expect screen shows dropped, now row
                resume
                wait for idle
                expect lateDropped >= 1
                """)
    ]
}
