import GalleryScreens
import Glibc
import ImageLab
import ScreenKit

extension GalleryRun {
    /// Runs until the user quits or a signal ends the process. Prints the marked pictures and the errors, and ends the
    /// process. `lab` is the server of the demo feed.
    func start(_ options: BrowseOptions, lab: LabServer?) -> Never {
        start { [run] end, outcome in
            lab?.stop()
            run.report(options.common) { report in
                report.addDiskCache(options.common)
                if let session = run.session { report.add(run.frames.lines(of: session)) }
            }
            var errors = outcome.errors
            if !outcome.marked.isEmpty {
                let output = MarkedOutput(
                    outcome.marked, separator: options.feeds.separator, isTerminal: isatty(STDOUT_FILENO) == 1)
                errors += output.complaints
                if !Output.write(output.bytes) { errors.append("the marked pictures were not all printed") }
            }
            for line in errors + outcome.warnings { Output.printError(line) }
            run.exit(end, status: outcome.isEmpty ? 2 : errors.isEmpty ? 0 : 1)
        }
    }
}
