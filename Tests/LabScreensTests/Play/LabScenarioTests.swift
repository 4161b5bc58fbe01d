import ImageLab
import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// The built-in scenarios: each passes, and each fails when what it tests is broken.
@Suite(.serialized, .endsInTime) struct LabScenarioTests: ScenarioWords {
    @Test(arguments: LabScenario.all.map(\.name))
    func `a scenario that cannot be played is refused with the reason`(name: String) throws {
        let scenario = try #require(LabScenario.all.first { $0.name == name })
        let supported = LabScenario.screenRows
        #expect(supported.lowerBound <= 24 && supported.upperBound >= 100)
        for rows in [5, 1000] {
            let reason = "scenario \(name) needs a screen of 15 to 240 rows; this one has \(rows)"
            #expect(scenario.refusal(rows: rows, hasDiskCache: true) == reason)
        }
        let reason = "scenario \(name) needs the disk cache (leave out --no-cache)"
        #expect(scenario.refusal(rows: 24, hasDiskCache: false) == (scenario.needsDiskCache ? reason : nil))
    }

    @Test func `every scenario has captions, a description and a check for wrong pictures`() {
        for scenario in LabScenario.all {
            #expect(!scenario.summary.isEmpty && scenario.captions.count > 1, "\(scenario.name)")
            #expect(scenario.steps.last?.text == "stalePaints == 0", "\(scenario.name)")
        }
        #expect(Set(LabScenario.all.map(\.name)).count == LabScenario.all.count)
        #expect(LabScenario.all.filter(\.needsDiskCache).map(\.name) == ["transition", "refreshCached"])
    }

    @MainActor @Test func `every counter that a step compares is one of the Lab's`() {
        let known = Set(LabCounters.all.map(\.name) + ["selectedRow"])
        for step in LabScenario.all.flatMap(\.steps) {
            let words = step.text.split(separator: " ")
            for (number, word) in words.enumerated() where ["==", ">=", "<=", ">", "<"].contains(word) {
                #expect(known.contains(String(words[number - 1])), "\(step.text)")
            }
        }
    }

    @Test func `what a scenario expects to be in progress outlasts a stop by the user`() {
        var expectations = 0
        for scenario in LabScenario.all {
            var isHeld = false
            var (delay, timeout, loadDelay, isDownloading) = (0, 0, 0, true)
            for step in scenario.steps {
                let value = step.text.split(separator: " ").last.flatMap { Int($0) }
                switch step.text {
                case "hold deliveries": isHeld = true
                case "release deliveries": isHeld = false
                case "no faults": delay = 0
                case "downloads: off": isDownloading = false
                case "downloads: on": isDownloading = true
                case let text where text.hasPrefix("delay: "): delay = value ?? 0
                case let text where text.hasPrefix("timeout: "): timeout = value ?? 0
                case let text where text.hasPrefix("loadDelay: "): loadDelay = value ?? 0
                case "every cell is loading":
                    #expect(isHeld || delay >= 600_000 && timeout >= 600 || !isDownloading, "\(scenario.name)")
                    expectations += 1
                case "every cell is waiting":
                    #expect(loadDelay >= 600_000, "\(scenario.name)")
                    expectations += 1
                default: break
                }
            }
        }
        #expect(expectations > 1)
    }

    /// A feature that a copy of a scenario switches off, and the check that must fail.
    struct Break: Sendable, CustomTestStringConvertible {
        let scenario: LabScenario
        /// The text of the step that is replaced where it is first.
        let step: String
        let instead: [LabStep]
        let noticed: String
        /// The timeout of each wait: short if the one that must fail lasts so long.
        var timeout = Duration.seconds(20)
        var testDescription: String { "\(scenario.name): \(step) -> \(instead.map(\.text))" }
    }

    private static let breaks = [
        Break(
            scenario: .reuse,
            step: "To the end and back: each cell shows the picture of the row that it has now.",
            instead: [hold], noticed: "wait: idle", timeout: .seconds(5)),
        Break(scenario: .reuse, step: "delay: 600000", instead: [noFaults], noticed: "every cell is loading"),
        Break(
            scenario: .cancellation, step: "avoidAutoCancelImage: on", instead: [set("avoidAutoCancelImage", "off")],
            noticed: "cancelled == 0"),
        Break(
            scenario: .cancellation, step: "press G", instead: [press("j")],
            noticed: "cancelled >= visible", timeout: .seconds(5)),
        Break(
            scenario: .pixels, step: "press g", instead: [], noticed: "uploadCancelled >= 1"),
        Break(
            scenario: .placeholder, step: "delayPlaceholder: on", instead: [set("delayPlaceholder", "off")],
            noticed: "every cell is preview"),
        Break(
            scenario: .transition, step: "transition: curlUp", instead: [set("transition", "none")],
            noticed: "transition == visible"),
        Break(
            scenario: .transition, step: "forceTransition: on", instead: [set("forceTransition", "off")],
            noticed: "transition == visible"),
        Break(
            scenario: .failures, step: "retryFailed: on", instead: [set("retryFailed", "off")],
            noticed: "requests == visible"),
        Break(scenario: .failures, step: "fail: 1", instead: [fault("fail", "3")], noticed: "every cell is shown"),
        Break(
            scenario: .refresh, step: "refreshCached: on", instead: [set("refreshCached", "off")],
            noticed: "every cell is preview"),
        Break(scenario: .refresh, step: "feed: changing", instead: [feed(.steady)], noticed: "served304 == 0"),
        Break(
            scenario: .sharing, step: "press b", instead: [set("speed", "1")], noticed: "wait: joins == visible",
            timeout: .seconds(5)),
        Break(
            scenario: .sharing, step: "prefetch: 4", instead: [], noticed: "wait: prefetching >= 1",
            timeout: .seconds(5)),
    ]

    @Test func `every scenario has one test that breaks it`() {
        #expect(Set(Self.breaks.map(\.scenario.name)) == Set(LabScenario.all.map(\.name)))
    }

    // MARK: - Plays

    static let plays = screens + withoutDisk + broken

    /// Every scenario passes on every common screen, and on the lowest and the highest that it allows. From 100 columns
    /// on the switchboard takes a third of them, and texts in cells have less space than with 80. The largest screen has
    /// a microscope, as large as on any wider one.
    private static let screens =
        LabScenario.all.enumerated().flatMap { number, scenario in
            let rows = LabScenario.screenRows
            let sizes = [(80, 24), (100, 30), (112, 36), (60, rows.lowerBound), (100, rows.upperBound)]
                .map { CellSize(columns: $0, rows: $1) }
            return SeededSchedules.share(of: sizes, from: number).map { LabPlay(scenario, size: $0) }
        } + LabScenario.all.prefix(1).map { LabPlay($0, size: CellSize(columns: 400, rows: 110)) }

    private static let withoutDisk = SeededSchedules.share(of: LabScenario.all.filter { !$0.needsDiskCache }).map {
        LabPlay($0, hasDiskCache: false)
    }

    /// Scenarios that must fail because what they test is switched off.
    private static let broken = breaks.map { broken in
        var steps = broken.scenario.steps
        let place = steps.firstIndex { $0.text == broken.step }
        if let place { steps.replaceSubrange(place...place, with: broken.instead) }
        // Checks after the one that must fail would wait for the feature that is switched off, and so may that one.
        let notices = steps.indices.last { steps[$0].text.hasSuffix(broken.noticed) } ?? steps.count - 1
        var play = LabPlay(broken.testDescription, timeout: broken.timeout) {
            Array(steps.prefix(through: notices))
        }
        play.fault = { run in
            guard place != nil else { return "the scenario has another step by now" }
            let failures = run.report.split(separator: "\n").filter { $0.hasPrefix("FAIL ") }
            let isNoticed = failures.contains { $0.hasPrefix("FAIL \(broken.noticed)") }
            return run.status == 1 && isNoticed && run.report.contains(": failed, ")
                ? nil : "it was not noticed: \(run.report)\(run.complaints)"
        }
        return play
    }
}
