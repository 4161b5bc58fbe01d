import ImageLab
import TestSupport
import Testing

@testable import halftone

/// The built-in scenarios: each passes, and each fails when what it tests is broken.
@Suite(.serialized, .endsInTime) struct LabScenarioTests {
    private let bench = LabScriptBench()

    @Test(arguments: LabScenario.all.map(\.name))
    func `a scenario that cannot be played is refused with the reason`(name: String) async throws {
        let scenario = try #require(LabScenario.all.first { $0.name == name })
        let rows = scenario.screenRows
        #expect(rows.lowerBound <= 24 && rows.upperBound >= 100)
        for (size, count) in [("20x5", 5), ("1000x1000", 1000)] {
            let run = try await bench.run(["--scenario", name, "--size", size])
            #expect(run.status == 2 && run.report.isEmpty, "\(run.report)")
            let complaint =
                "halftone: scenario \(name) needs a screen of \(rows.lowerBound) to \(rows.upperBound) rows, such as "
                + "--size 80x24; this one has \(count)\n"
            #expect(run.complaints == complaint)
        }
        guard scenario.needsDiskCache else { return }
        let run = try await bench.run(["--no-cache", "--scenario", name])
        #expect(run.status == 2 && run.report.isEmpty, "\(run.report)")
        let complaint = "needs the disk cache (leave out --no-cache)\n"
        #expect(run.complaints == "halftone: scenario \(name) " + complaint)
    }

    @Test func `scripts have no disk without a disk cache`() async throws {
        #expect(LabScenario.all.filter(\.needsDiskCache).map(\.name) == ["transition", "cache", "refresh"])
        let run = try await bench.run(script: "expect switch disk is off\nset disk off\n", ["--no-cache"])
        #expect(run.status == 0, "\(run.report)")
        let refused = try await bench.run(script: "set disk on\n", ["--no-cache"])
        #expect(refused.status == 2 && refused.complaints.contains("invalid value 'on' for disk (off)"))
    }

    @Test func `the hostile scenario has every fault of the server`() {
        let script = LabScenario.hostile.script
        let words = script.split(separator: "\n").map { $0.split(separator: " ") }
        let faults = words.filter { $0.first == "fault" && $0.count > 1 }.map { String($0[1]) }
        let known = LabFaults.names
        #expect(Set(faults).subtracting(["none"]) == Set(known))
    }

    @Test func `every scenario has a description and checks for stale paints`() {
        for scenario in LabScenario.all {
            #expect(!scenario.summary.isEmpty, "\(scenario.name)")
            #expect(scenario.script.contains("expect stalePaints == 0"), "\(scenario.name)")
        }
        #expect(Set(LabScenario.all.map(\.name)).count == LabScenario.all.count)
    }

    @Test func `what a scenario expects to be in progress outlasts a stop by the user`() {
        var expectations = 0
        for scenario in LabScenario.all {
            var isHeld = false
            var (delay, loadDelay): (Int?, Int?) = (nil, nil)
            for line in scenario.script.split(separator: "\n") {
                let value = line.split(separator: " ").last.flatMap { Int($0) }
                switch line {
                case "pause": isHeld = true
                case "resume": isHeld = false
                case "fault none": delay = nil
                case _ where line.hasPrefix("fault delay "): delay = value
                case _ where line.hasPrefix("set loadDelay "): loadDelay = value
                case "expect every cell is loading":
                    #expect(isHeld || delay ?? .max >= 600_000, "\(scenario.name)")
                    expectations += 1
                case "expect every cell is waiting":
                    #expect(loadDelay ?? 0 >= 600_000, "\(scenario.name)")
                    expectations += 1
                default: break
                }
            }
        }
        #expect(expectations > 1)
    }

    /// A feature that a copy of a scenario switches off, and the check that must fail.
    struct Break: Sendable, CustomTestStringConvertible {
        let scenario: String
        let line: String
        let instead: String
        let noticed: String
        var testDescription: String { "\(scenario): \(line) -> \(instead)" }
    }

    private static let breaks = [
        Break(
            scenario: "reuse", line: "say To the end and back: each cell shows the picture of the row that it has now.",
            instead: "pause\nlimit 1",
            noticed: "wait for idle"),
        Break(
            scenario: "reuse", line: "fault delay 600000", instead: "fault none",
            noticed: "expect every cell is loading"),
        Break(
            scenario: "cancellation", line: "set avoidAutoCancelImage on", instead: "set avoidAutoCancelImage off",
            noticed: "expect cancelled == 0"),
        Break(
            scenario: "cancellation", line: "key G", instead: "limit 1\nkey j",
            noticed: "expect cancelled >= visible"),
        Break(
            scenario: "pixels", line: "key g", instead: "limit 1", noticed: "expect uploadCancelled >= 1"),
        Break(
            scenario: "placeholder", line: "set delayPlaceholder on", instead: "set delayPlaceholder off",
            noticed: "expect placeholder == 0"),
        Break(
            scenario: "transition", line: "set transition curlUp", instead: "set transition none",
            noticed: "expect transition == visible"),
        Break(
            scenario: "transition", line: "set forceTransition on", instead: "set forceTransition off",
            noticed: "expect transition == visible"),
        Break(scenario: "cache", line: "set memory off", instead: "set memory on", noticed: "expect inMemory == 0"),
        Break(scenario: "cache", line: "set disk off", instead: "set disk on", noticed: "expect diskHits == 0"),
        Break(
            scenario: "retry", line: "set retryFailed on", instead: "set retryFailed off",
            noticed: "expect requests == visible"),
        Break(
            scenario: "retry", line: "fault fail 1", instead: "fault fail 3", noticed: "expect every cell is shown"),
        Break(
            scenario: "refresh", line: "set refreshCached on", instead: "set refreshCached off",
            noticed: "expect every cell is preview"),
        Break(scenario: "refresh", line: "feed changing", instead: "feed steady", noticed: "expect served304 == 0"),
        Break(
            scenario: "prefetch", line: "set prefetch 4", instead: "set prefetch 0", noticed: "expect prefetch >= 4"
        ),
        Break(
            scenario: "order", line: "set order lifo", instead: "set order fifo",
            noticed: "expect every cell turn == visible - row + 1"),
        Break(
            scenario: "order", line: "set concurrency 1", instead: "set order lifo",
            noticed: "expect every cell turn == row"),
        Break(
            scenario: "priority", line: "set prefetch 4", instead: "set priority low\nset prefetch 4",
            noticed: "expect every cell turn <= visible"),
        Break(
            scenario: "progressive", line: "set progressiveLoad on", instead: "limit 1",
            noticed: "wait for every cell is preview"),
        Break(
            scenario: "way-miss", line: "fault delay 1000", instead: "reload",
            noticed: "expect every cell is loading"),
        Break(
            scenario: "way-hit", line: "set speed 1/50", instead: "set memory off\nwait for idle",
            noticed: "expect memoryHits == visible"),
        Break(
            scenario: "way-delayed", line: "set delayPlaceholder on", instead: "set delayPlaceholder off",
            noticed: "expect every cell is preview"),
        Break(
            scenario: "way-reused", line: "key G", instead: "limit 20",
            noticed: "expect every cell is loading"),
        Break(
            scenario: "way-beside", line: "set besideDelay on", instead: "set besideDelay off",
            noticed: "expect placeholder == visible"),
        Break(
            scenario: "way-frames", line: "set transition curlUp", instead: "set transition none",
            noticed: "expect transition == visible"),
        Break(
            scenario: "hostile", line: "fault garbage", instead: "fault seed 7",
            noticed: "expect every cell fails with not an image"),
    ]

    @Test func `every scenario has one test that breaks it`() {
        #expect(Set(Self.breaks.map(\.scenario)) == Set(LabScenario.all.map(\.name)))
    }

    // MARK: - Plays

    static let plays = screens + withoutDisk + broken

    /// Every scenario passes on every common screen, and on the lowest and the highest that it allows. From 100 columns
    /// on the switchboard takes a third of them, and texts in cells have less space than with 80.
    private static let screens =
        LabScenario.all.enumerated().flatMap { number, scenario in
            let rows = scenario.screenRows
            let sizes = ["80x24", "100x30", "112x36", "60x\(rows.lowerBound)", "100x\(rows.upperBound)"]
            return SeededSchedules.share(of: sizes, from: number).map { play(scenario, "--size", $0) }
        } + LabScenario.all.prefix(1).map { play($0, "--size", "1000x110") }

    private static let withoutDisk = SeededSchedules.share(of: LabScenario.all.filter { !$0.needsDiskCache }).map {
        play($0, "--no-cache")
    }

    private static func play(_ scenario: LabScenario, _ more: String...) -> LabPlay {
        LabPlay(
            name: ([scenario.name] + more).joined(separator: " "), arguments: ["--scenario", scenario.name] + more)
    }

    /// Scenarios that must fail because what they test is switched off.
    private static let broken = breaks.map { broken in
        var lines = (LabScenario.all.first { $0.name == broken.scenario }?.script ?? "")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let place = lines.firstIndex(of: broken.line)
        if let place { lines[place] = broken.instead }
        // Checks after the one that must fail would wait for the feature that is switched off.
        let notices = lines.indices.last { lines[$0].hasSuffix(broken.noticed) }
        lines = Array(lines.prefix(through: notices ?? lines.count - 1))
        let words = lines.map { $0.split(separator: " ").first }
        lines += Array(repeating: "end", count: words.count { $0 == "repeat" } - words.count { $0 == "end" })
        // The failing check may wait for that feature as well.
        return LabPlay(name: broken.testDescription, script: (["limit 20"] + lines).joined(separator: "\n")) { run in
            guard place != nil else { return "the scenario has another line by now" }
            let failures = run.report.split(separator: "\n").filter { $0.hasPrefix("FAIL ") }
            let isNoticed = failures.contains { $0.contains("  \(broken.noticed)") }
            return run.status == 1 && isNoticed && run.report.contains("script: failed, ")
                ? nil : "it was not noticed: \(run.report)\(run.complaints)"
        }
    }
}
