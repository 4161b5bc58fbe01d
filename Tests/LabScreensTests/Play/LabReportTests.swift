import TerminalScreen

@testable import LabScreens

/// What scenarios find and report on a changing table, and when they have not passed.
enum LabReportTests: ScenarioWords {
    static let plays = [
        LabPlay("a few cells show ten thousand rows") {
            wait(idle)
            feed(.huge)
            wait(idle)
            press("G")
            wait(idle)
            check(selectedRow == 10000)
            check(everyCell.is(.shown))
            check(cells <= 10)
            check(stalePaints == 0)
        },
        LabPlay("the failure of a load that was not cancelled does not affect the next load") {
            set("attempts", "1")
            set("avoidAutoCancelImage", "on")
            wait(idle)
            fault("delay", "1000")
            fault("status", "404")
            noFaults
            check(everyCell.is(.shown))
            wait(idle)
            check(failed >= visible)
            check(everyCell.is(.shown))
            check(screenLacks("not found"))
            check(stalePaints == 0)
        },
        narrow(CellSize(columns: 100, rows: 30)), narrow(CellSize(columns: 60, rows: 24)),
        expecting(
            "not finished", 1,
            LabPlay("a scenario that quits the Lab has not passed") {
                wait(idle)
                press("q")
                wait(idle)
                check(stalePaints == 99)
            }),
        refused(
            "needs a screen of 15 to 240 rows; this one has 5", LabPlay(.reuse, size: CellSize(columns: 20, rows: 5))),
        refused("needs the disk cache (leave out --no-cache)", LabPlay(.transition, hasDiskCache: false)),
        expecting(
            "unknown key 'nothing'", 1, LabPlay("a key without a name fails its step") { press("j", "nothing") }),
    ]

    private static func narrow(_ size: CellSize) -> LabPlay {
        expecting(
            "FAIL the cell in row 1 fails with timed out: cell 1 in row 1 failed with: 404 not found (not tried again "
                + "yet)\n",
            1,
            LabPlay("the reason of a failed load is shown in full beside a narrow cell", size: size) {
                fault("status", "404")
                wait(idle)
                reload
                wait(idle)
                check(everyCell.fails(with: "404 not found (not tried again yet)"))
                check(screenShows("yet)"))
                check(cell(inRow: 1).fails(with: "timed out"))
            })
    }

    /// Returns a play that must be refused, for a reason.
    private static func refused(_ reason: String, _ play: LabPlay) -> LabPlay {
        var play = play
        let line = "halftone: scenario \(play.name) \(reason)\n"
        play.fault = { run in
            run.status == 2 && run.report.isEmpty && run.complaints == line ? nil : "\(run)"
        }
        return play
    }

    /// Returns a play that must fail this number of times, with a text in its report.
    private static func expecting(_ text: String, _ failures: Int, _ play: LabPlay) -> LabPlay {
        var play = play
        play.fault = { run in
            let failed = run.report.split(separator: "\n").count { $0.hasPrefix("FAIL") || $0.hasPrefix("stopped:") }
            return run.status == 1 && failed == failures && run.report.contains(text) ? nil : run.report
        }
        return play
    }
}
