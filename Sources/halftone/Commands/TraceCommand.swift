import HalftoneCore
import Glibc
import ImageFeeds
import ImageLoading
import OptionParsing
import TraceAnalysis
import TerminalScreen

struct TraceOptions: CommandOptions {
    var common = CommonOptions()
    /// The path of the export for Chrome and Perfetto; `-` for standard output.
    var chromePath: String?

    static var rows: [OptionRow<TraceOptions>] {
        [
            OptionRow("chrome", .file("OUT"), help: "write it for Chrome and Perfetto; - for standard output") {
                $0.chromePath = $1
            }
        ]
    }
}

/// `halftone trace FILE`: a report of a recorded trace, or its export for other programs.
struct TraceCommand: Subcommand {
    static let name = "trace"
    static let summary = "summarize a recorded trace"
    static let usage = "trace [OPTION...] FILE"
    static let about = """
        Summarizes a trace that --trace wrote: its totals, and a waterfall of its loads. - reads it from standard
        input.
        """
    static let operands: ArgumentCompletion? = .file

    let options: TraceOptions

    static func run(_ options: TraceOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        try TraceCommand(options: options).run(operands)
    }

    /// Returns the exit status: 0 for success, 1 if lines were invalid or the output could not be written, 2 without a
    /// trace.
    private func run(_ operands: [FilePath]) throws(UsageError) -> Int32 {
        guard operands.count == 1 else { throw UsageError("trace needs one FILE") }
        let name = FeedSource(argument: operands[0]).publicAddress
        if let path = options.chromePath, FileIdentity.isOneFile(FilePath(path), operands[0]) {
            throw UsageError("--chrome would overwrite the trace")
        }
        let recording: TraceRecording
        do throws(TraceError) {
            recording = try read(operands[0])
        } catch {
            Output.printError("\(error)")
            return 2
        }
        guard recording.events > 0 || recording.isComplete else {
            Output.printError("\(name): not a trace (\(recording.damagedLines == 0 ? "empty" : "no line is an event"))")
            return 2
        }
        let isWritten = export(recording) && (options.chromePath == "-" || report(recording))
        let damaged = recording.damagedLines
        guard damaged > 0 else { return isWritten ? 0 : 1 }
        Output.printError("\(name): \(damaged) \(damaged == 1 ? "line" : "lines") could not be read")
        return 1
    }

    private func read(_ path: FilePath) throws(TraceError) -> TraceRecording {
        guard let file = ReadableFile(argument: path) else { throw Self.error(path) }
        var reader = TraceReader()
        while let piece = file.next(1 << 16) {
            guard !piece.isEmpty else { return reader.finish() }
            reader.read(piece[...])
        }
        throw Self.error(path)
    }

    private static func error(_ path: FilePath) -> TraceError {
        TraceError(path: FeedSource(argument: path).publicAddress.text, reason: String(cString: strerror(errno)))
    }

    // MARK: - Reports

    private func report(_ recording: TraceRecording) -> Bool {
        let report = TraceReport(recording, columns: OutputTerminal(colors: nil).size.columns) { text, columns in
            let cut = Canvas.truncated(text, columns: columns)
            return cut + String(repeating: " ", count: max(0, columns - Canvas.columns(of: cut)))
        }
        return Output.print(report.lines().joined(separator: "\n") + "\n")
    }

    /// Writes the trace for Chrome, if requested. Returns `false` after a failure.
    private func export(_ recording: TraceRecording) -> Bool {
        guard let path = options.chromePath else { return true }
        let trace = ChromeTrace(recording)
        if path == "-" { return trace.write { Output.write($0) } }
        guard let file = fopen(path, "we") else { return failed(path) }
        let isWritten = trace.write { fwrite($0, 1, $0.count, file) == $0.count }
        // a full disk may be noticed only when the file is closed
        guard fclose(file) == 0, isWritten else { return failed(path) }
        return true
    }

    private func failed(_ path: String) -> Bool {
        Output.printError("\(Self.error(FilePath(path)))")
        return false
    }
}
