import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// Held deliveries: the next one is named, and its result is shown.
@MainActor @Suite(.endsInTime) struct DeliveryTests: ScenarioWords {
    @Test(
        arguments: [
            (2, false, "load 20 → cell 2: its picture", "load 20 → cell 2: its picture, taken"),
            (1, true, "load 20 → cell 1: its picture, will be dropped", "load 20 → cell 1: its picture, dropped"),
            (nil, true, "load 20 → no cell: its picture, will be dropped", "load 20 → no cell: its picture, dropped"),
        ] as [(Int?, Bool, String, String)])
    func `a held delivery names its target and its result`(
        cell: Int?, isLate: Bool, announcement: String, outcome: String
    ) {
        let delivery = Delivery(content: "its picture", load: 20, cell: cell, isLate: isLate)
        #expect(delivery.announcement == announcement && delivery.outcome == outcome)
    }

    /// Returns a Lab whose cells have two pictures, with a delivery of each held back.
    private func stageWithHeldDeliveries(_ switches: [String] = []) async throws -> LabStage {
        let stage = try LabStage()
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

    /// What ends the wait of a load for its delivery.
    enum Ending: CaseIterable { case reload, reloadWithoutCancel, reuse, cancel }

    @Test(arguments: Ending.allCases)
    func `a delivery that nothing waits for any more is late, for both pictures`(ending: Ending) async throws {
        let stage = try await stageWithHeldDeliveries(ending == .reloadWithoutCancel ? ["avoidAutoCancelImage"] : [])
        defer { stage.lab.close() }
        let cell = try #require(stage.screen.table.selectedCell)
        func loads() -> [Int] { cell.pictures.compactMap(\.load.operation?.id) }
        let old = loads()
        switch ending {
        case .reload, .reloadWithoutCancel: await reload(stage)
        case .reuse: stage.press(.character("G"))
        case .cancel: stage.press(.character("x"))
        }
        _ = stage.lines()
        let new = loads()
        let deliveries = release(in: stage)
        #expect(old.count == 2 && old.allSatisfy { deliveries[$0]?.isLate == true }, "\(deliveries)")
        #expect(old.compactMap { deliveries[$0]?.cell } == [cell.number, cell.number])
        guard ending != .cancel, ending != .reuse else { return }
        #expect(Set(old + new).count == 4 && new.allSatisfy { deliveries[$0]?.isLate == false }, "\(deliveries)")
    }

    @Test func `four counters are always there, and all that are not 0 in a panel with their meanings`() throws {
        let stage = try LabStage(columns: 80, rows: 24)
        defer { stage.lab.close() }
        try stage.lab.set("downloads", to: "off")
        #expect(stage.shows("wrong pictures 0 ✓  dropped late 0  cancelled 0  requests 0  e all counters"))
        stage.happen(1, .query, .miss, .cancel)
        stage.press(.character("e"))
        #expect(stage.shows("  1  loads cancelled by cell reuse") && !stage.shows("retries after a transient failure"))
        #expect(stage.screen.context == .details)
        stage.press(.character("e"))
        #expect(!stage.shows("loads cancelled by cell reuse") && stage.screen.context == .table)
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
            check(screenShows("will be dropped"))
            press("n")
            check(screenShows(", dropped"))
            release
            wait(idle)
            check(lateDropped >= 1)
        }
    ]
}
