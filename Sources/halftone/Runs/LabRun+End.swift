import HalftoneCore
import LabScreens
import ScreenKit

extension LabRun {
    /// Runs until the scenario ends, the user quits or a signal ends the process. Prints the outcome, and ends the process.
    func start(_ options: CommonOptions) -> Never {
        start { [self] end, outcome in
            run.report(options) { report in
                if options.engine.cacheDirectory == nil, options.engine.usesDiskCache {
                    report.add("disk cache: temporary, removed at the end")
                } else {
                    report.addDiskCache(options)
                }
                report.add(LabCommand.line(of: server))
                report.add(run.session.map(run.frames.lines) ?? ["screen: \(settings.size) cells, off screen"])
            }
            for line in outcome.complaints { Output.printError(line) }
            let isWritten = outcome.report.isEmpty || Output.print(outcome.report.joined())
            run.exit(end, status: isWritten ? outcome.status : 1)
        }
    }
}
