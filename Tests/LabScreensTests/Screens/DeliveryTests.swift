import ImageLoading
import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// Held deliveries: the next one is named, and its result is shown.
@MainActor @Suite(.endsInTime) struct DeliveryTests: ScenarioWords {
    @Test func `a held delivery names its target and its result`() {
        func delivery(_ load: Int, cell: Int? = 1, _ reason: String?) -> Delivery {
            Delivery(content: "its picture", load: load, cell: cell, dropReason: reason)
        }
        let wanted = delivery(20, cell: 2, nil)
        #expect(wanted.announcement == "load 20 → cell 2: its picture")
        #expect(wanted.outcome == "load 20 → cell 2: its picture, taken")
        let late = delivery(19, "now row 9's cell")
        #expect(late.announcement == "will be dropped: now row 9's cell; load 19 → cell 1: its picture")
        #expect(late.outcome == "load 19 → cell 1: its picture, dropped: now row 9's cell")
        #expect(delivery(3, cell: nil, "so").outcome == "load 3 → no cell: its picture, dropped: so")
    }

    /// Returns a Lab whose cells have two pictures, with a delivery of each held back.
    private func stageWithHeldDeliveries(
        _ switches: [String] = [], columns: Int = 160, rows: Int = 50
    ) async throws -> LabStage {
        let stage = try LabStage(columns: columns, rows: rows)
        stage.lab.toggleBeside()
        for name in switches { try stage.lab.set(name, to: "on") }
        await until("every picture") {
            _ = stage.lines()
            return stage.screen.isIdle
        }
        stage.press(.character("p"))
        await reload(stage)
        return stage
    }

    /// Reloads every picture from the server, up to the deliveries.
    private func reload(_ stage: LabStage) async {
        stage.press(.character("C"), .character("R"))
        await until("the deliveries to be held") {
            _ = stage.lines()
            return stage.lab.gate.count > 0 && stage.lab.manager.activeLoadCount == 0
        }
    }

    /// Releases the held deliveries one by one. Returns the last one of each load.
    private func release(in stage: LabStage) -> [Int: Delivery] {
        var deliveries: [Int: Delivery] = [:]
        while let next = stage.screen.nextDelivery {
            deliveries[next.load] = next
            stage.lab.gate.deliver()
        }
        return deliveries
    }

    /// Returns the loads of both pictures of a cell.
    private func loads(of cell: LabCell) -> [Int] { cell.viewIDs.compactMap { cell.load(ofView: $0) } }

    @Test(arguments: [[], ["avoidAutoCancelImage"]] as [[String]])
    func `a late delivery for the same row names the newer load, for both pictures`(switches: [String]) async throws {
        let stage = try await stageWithHeldDeliveries(switches)
        defer { stage.lab.close() }
        let cell = try #require(stage.screen.table.selectedCell)
        let old = loads(of: cell)
        await reload(stage)
        let new = loads(of: cell)
        #expect(Set(old + new).count == 4)
        let deliveries = release(in: stage)
        for (old, new) in zip(old, new) {
            #expect(deliveries[old]?.dropReason == "replaced by load \(new)", "\(deliveries)")
            #expect(deliveries[old]?.cell == cell.number)
            #expect(deliveries[new].map { $0.dropReason == nil } == true, "\(deliveries)")
        }
    }

    @Test func `a late delivery names the row that its cell shows by now, for both pictures`() async throws {
        let stage = try await stageWithHeldDeliveries()
        defer { stage.lab.close() }
        let cells = stage.screen.table.visibleCells
        let old = cells.map { loads(of: $0) }
        stage.press(.character("G"))
        _ = stage.lines()
        let visible = stage.screen.table.visibleCells
        let reused = cells.firstIndex { cell in cell.row > cells.count && visible.contains { $0 === cell } }
        let index = try #require(reused)
        let deliveries = release(in: stage)
        #expect(old[index].count == 2)
        for load in old[index] {
            #expect(deliveries[load]?.dropReason == "now row \(cells[index].row + 1)'s cell", "\(deliveries)")
        }
    }

    @Test func `a delivery of a load that a key has cancelled says so`() async throws {
        let stage = try await stageWithHeldDeliveries()
        defer { stage.lab.close() }
        let load = try #require(stage.screen.table.selectedCell?.facts.load)
        stage.press(.character("x"))
        #expect(release(in: stage)[load]?.dropReason == "the load was cancelled")
    }

    /// Regression: what stood before the reason left no room for it.
    @Test func `the reason for a drop is completely visible on 80 columns`() async throws {
        let stage = try await stageWithHeldDeliveries(columns: 80, rows: 24)
        defer { stage.lab.close() }
        stage.press(.character("x"))
        var reasons: [String] = []
        while let next = stage.screen.nextDelivery {
            if let reason = next.dropReason {
                #expect(stage.shows("will be dropped: \(reason)"))
                reasons.append(reason)
            }
            stage.press(.character("n"))
        }
        #expect(reasons.contains("the load was cancelled"))
    }

    @Test func `four counters are always there, and all that are not 0 in a panel with their meanings`() throws {
        let stage = try LabStage(columns: 80, rows: 24)
        defer { stage.lab.close() }
        try stage.lab.set("downloads", to: "off")
        #expect(stage.shows("wrong pictures 0 ✓  dropped late 0  cancelled 0  requests 0  e all counters"))
        stage.happen(1, .query, .miss, .cancel)
        stage.press(.character("e"))
        #expect(stage.shows("  1  loads cancelled by cell reuse") && !stage.shows("retries after a transient failure"))
        #expect(stage.screen.openPanel === stage.screen.allCounters)
        stage.press(.character("e"))
        #expect(!stage.shows("loads cancelled by cell reuse") && stage.screen.openPanel == nil)
    }

    /// Regression: events just before the reset were counted afterwards.
    @Test func `earlier events are not counted after a reset of the counters`() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        stage.trace.record(TraceEvent(.paint))
        stage.screen.resetCounters()
        stage.lab.takeEvents()
        #expect(stage.lab.model.counts[.paint] == 1 && stage.screen.counters["paint"] == 0)
    }

    nonisolated static let plays = [
        LabPlay(
            "the next delivery is named before it is let through, and told of afterwards",
            size: CellSize(columns: 160, rows: 36)
        ) {
            wait(idle)
            hold
            clear(.all)
            reload
            wait(held >= visible)
            wait(live == 0)
            check(screenShows("next: load"))
            press("n")
            check(screenShows(", taken"))
            press("G")
            check(screenShows("will be dropped: now row"))
            press("n")
            check(screenShows(", dropped: now row"))
            release
            wait(idle)
            check(lateDropped >= 1)
        }
    ]
}
