import HalftoneCore
import ScreenKit
import TerminalScreen
import TerminalViews

extension ScreenRun {
    /// Prints the report of `--verbose`, if it was requested.
    func report(_ options: CommonOptions, _ add: (inout VerboseReport) -> Void) {
        guard var report = VerboseReport(options) else { return }
        add(&report)
        report.addLoads(trace.summary)
        report.addCost(elapsed)
        report.print()
    }

    /// Ends the process according to the loop's end, with `status` after quitting.
    func exit(_ end: TerminalApplication.End, status: Int32) -> Never {
        switch end {
        case .quit: ProgramEnd.exit(status)
        case .signal(let number): ProcessSignals.terminate(bySignal: number)
        case .failure(let error):
            Output.printError("\(error)")
            ProgramEnd.exit(1)
        }
    }
}
