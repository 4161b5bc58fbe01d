import ImageLab
import ImageLoading
import ScreenKit
import TerminalScreen

/// The words that scenarios are written in: steps, conditions and numbers. Tests that play the Lab use them too.
protocol ScenarioWords {}

// MARK: - Steps

extension ScenarioWords {
    /// A caption, also a line of the report.
    static func say(_ text: String) -> LabStep { LabStep(text: text, action: .say, pause: .zero) }
    static func wait(_ check: LabCheck) -> LabStep {
        LabStep(text: "wait: \(check.text)", action: .wait(check), pause: .zero)
    }
    static func check(_ check: LabCheck) -> LabStep {
        LabStep(text: check.text, action: .check(check), pause: .milliseconds(600))
    }
    /// The steps of several rounds, which a tour performs quickly.
    static func repeated(_ count: Int, @LabStepBuilder _ steps: () -> [LabStep]) -> [LabStep] {
        let round = steps().map { step in
            LabStep(text: step.text, action: step.action, pause: min(step.pause, .milliseconds(120)))
        }
        return Array(repeatElement(round, count: count).joined())
    }

    /// Presses keys by their names, through the path of real ones.
    static func press(_ names: String...) -> LabStep {
        perform("press \(names.joined(separator: " "))") { player in
            try player.press(
                names.map { name throws(Failure) in
                    guard let key = Key(name: name) else { throw Failure("unknown key '\(name)'") }
                    return key
                })
        }
    }

    /// Sets a switch by its name and a text. A tour goes on soon, because several switches may prepare one effect.
    static func set(_ name: String, _ value: String) -> LabStep {
        perform("\(name): \(value)", pause: .milliseconds(300)) { try $0.screen.lab.set(name, to: value) }
    }

    static func feed(_ feed: LabFeed) -> LabStep { set(Switchboard.feed.name, feed.rawValue) }

    /// Turns on a fault of the server.
    static func fault(_ name: String, _ value: String = "on") -> LabStep { set(name, value) }

    static var noFaults: LabStep { perform("no faults") { $0.screen.lab.clearFaults() } }

    /// Empties caches.
    static func clear(_ tiers: CacheType) -> LabStep {
        perform(tiers == .memory ? "clear memory" : "clear caches", pause: .milliseconds(300)) {
            $0.screen.lab.clear(tiers)
        }
    }

    static var reload: LabStep { perform("reload") { $0.screen.table.reloadVisible() } }
    /// Loads all pictures in view as if for the first time, and counts from there.
    static var reloadFromServer: LabStep {
        perform("reload from the server") { player in
            player.screen.lab.clear(.all)
            player.screen.resetCounters()
            player.screen.table.reloadVisible()
        }
    }
    /// Holds deliveries to the views.
    static var hold: LabStep { perform("hold deliveries") { $0.screen.hold() } }
    static var release: LabStep { perform("release deliveries") { $0.screen.release() } }
    /// Releases one held delivery.
    static var deliver: LabStep { perform("one delivery") { $0.screen.deliver() } }
    /// Resets the counters, except wrong pictures, of which there must never be any.
    static var resetCounters: LabStep { perform("reset counters", pause: .zero) { $0.screen.resetCounters() } }

    static func perform(
        _ text: String, pause: Duration = .milliseconds(900),
        _ body: @escaping @MainActor @Sendable (ScenarioPlayer) throws -> Void
    ) -> LabStep { LabStep(text: text, action: .perform(body), pause: pause) }
}

// MARK: - Conditions

extension ScenarioWords {
    /// Nothing is in progress.
    static var idle: LabCheck {
        LabCheck(text: "idle") { facts in
            let states = LabCellFacts.State.allCases.compactMap { state -> String? in
                let count = facts.cells.count { $0.state == state }
                return count > 0 ? "\(count) \(state.rawValue)" : nil
            }
            let cells = "cells: " + (states.isEmpty ? "none" : states.joined(separator: ", "))
            return LabCheck.Verdict(
                holds: facts.isIdle, found: facts.isIdle ? "nothing is under way" : cells)
        }
    }

    static var everyCell: LabCells { LabCells(text: "every cell") { _ in true } }
    static var selectedCell: LabCells { LabCells(text: "the selected cell") { $0.isSelected } }
    static func cell(inRow row: Int) -> LabCells {
        LabCells(text: "the cell in row \(row)") { $0.row == row }
    }
}

// MARK: - Numbers

extension ScenarioWords {
    /// The selected row, from 1; 0 if it is out of view.
    static var selectedRow: LabNumber { LabNumber("selectedRow") { $0.cells.first(where: \.isSelected)?.row ?? 0 } }
    static var cells: LabNumber { LabNumber(counter: "cells") }
    static var visible: LabNumber { LabNumber(counter: "visible") }
    static var held: LabNumber { LabNumber(counter: "held") }
    static var memoryHits: LabNumber { LabNumber(counter: "memoryHits") }
    static var diskHits: LabNumber { LabNumber(counter: "diskHits") }
    static var joins: LabNumber { LabNumber(counter: "joins") }
    static var requests: LabNumber { LabNumber(counter: "requests") }
    static var cancelled: LabNumber { LabNumber(counter: "cancelled") }
    static var failed: LabNumber { LabNumber(counter: "failed") }
    static var retried: LabNumber { LabNumber(counter: "retried") }
    static var lateDropped: LabNumber { LabNumber(counter: "lateDropped") }
    static var stalePaints: LabNumber { LabNumber(counter: "stalePaints") }
    static var prefetching: LabNumber { LabNumber(counter: "prefetching") }
    static var served: LabNumber { LabNumber(counter: "served") }
    static var served304: LabNumber { LabNumber(counter: "served304") }
    static var clientsGone: LabNumber { LabNumber(counter: "clientsGone") }

    /// How many events of a kind were recorded since the last reset of the counters.
    static func count(_ event: TraceEvent.Name) -> LabNumber { LabNumber(counter: event.rawValue) }
}
