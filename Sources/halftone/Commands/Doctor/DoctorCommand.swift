import HalftoneCore
import CLibraries
import Glibc
import ImageCoding
import ImageLoading
import OptionParsing
import TerminalScreen

/// The options of `halftone doctor`.
struct DoctorOptions: CommandOptions {
    var common = CommonOptions()
    var writesJSON = false
    /// The time limit for the terminal's reply to each query.
    var timeout = TerminalQuery.defaultTimeout

    static var rows: [OptionRow<DoctorOptions>] {
        [
            OptionRow("json", help: "write one JSON object") { $0.writesJSON = true },
            OptionRow("wait", .milliseconds(1...3_600_000), help: "timeout for each query (default: 250)") {
                $0.timeout = $1
            },
            CommonOptions.noResume(help: "do not read what P has chosen"),
        ]
    }
}

/// `halftone doctor`: a report of the libraries, the terminal's capabilities and the storage.
struct DoctorCommand: Subcommand {
    static let name = "doctor"
    static let summary = "report libraries and terminal capabilities"
    static let usage = "doctor [OPTION...]"
    static let about = "Reports the libraries, the terminal and its capabilities, and how they were detected."
    static let operands: ArgumentCompletion? = nil

    let options: DoctorOptions

    static func run(_ options: DoctorOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        if let status = Program.refusal(.libraries) { return status }
        return DoctorCommand(options: options).run()
    }

    /// Returns the exit status: 1 if a library is missing or the cache cannot be used, with a message.
    private func run() -> Int32 {
        // First, while there is only one thread: signals that are blocked while the terminal is in raw mode would reach
        // another thread.
        let terminal = TerminalExamination(options.common, timeout: options.timeout)
        let (libraries, missing) = examineLibraries()
        let (storage, errors) = examineStorage()
        let all = [
            Diagnosis(subject: "program", findings: [Finding("version", Program.version)]),
            Diagnosis(subject: "libraries", findings: libraries),
            Diagnosis(subject: "formats", findings: examineFormats()),
            Diagnosis(subject: "terminal", findings: terminal.findings),
            Diagnosis(subject: "storage", findings: storage),
        ]
        let report = options.writesJSON ? all.json : all.text + "\n" + terminal.outlook
        guard Output.print(report + "\n") else { return 1 }
        for error in missing + errors { Output.printError(error) }
        return missing.isEmpty && errors.isEmpty ? 0 : 1
    }

    private func examineLibraries() -> (findings: [Finding], missing: [String]) {
        var (findings, missing) = ([Finding](), [String]())
        for index in 0..<clibraries_count() {
            let library = clibraries_read(index)
            let name = String(cString: library.name)
            if let version = library.version {
                findings.append(Finding(name, TextSanitizer.clean(String(cString: version))))
            } else {
                let advice = LibraryFailure.advice(
                    library: library.file.map(String.init(cString:)) ?? name,
                    package: String(cString: library.package), reason: String(cString: library.failure))
                findings.append(Finding(name, nil, note: "unavailable: \(advice)"))
                missing.append("\(name) is unavailable: \(advice)")
            }
        }
        return (findings, missing)
    }

    /// Asks a worker of each format for its library. A missing library is no error: all of them are optional.
    private func examineFormats() -> [Finding] {
        JailedFormats.coders.map { coder in
            do throws(ImageCodingError) {
                return Finding(coder.format.name, try coder.library(), note: "jailed")
            } catch {
                let advice = if case .decoderUnavailable(_, let advice) = error { advice } else { "\(error)" }
                return Finding(coder.format.name, nil, note: "unavailable: \(advice)")
            }
        }
    }

    private func examineStorage() -> (findings: [Finding], errors: [String]) {
        let errors = Lock<[String]>([])
        var findings: [Finding] = []
        if let directory = options.common.engine.cachePlace?.directory {
            let cache = DiskCache(directory: directory) { line in errors.withLock { $0.append("cache: \(line)") } }
            // a query would create a missing cache
            let totals = cache.isPresent ? cache.totals() : (count: 0, bytes: 0)
            findings = [
                Finding("cache", TextSanitizer.clean(cache.path)),
                Finding("cache entries", totals.count),
                Finding("cache size", "\(ByteSize(totals.bytes)) of \(ByteSize(cache.limits.bytes))"),
            ]
        } else {
            findings = [Finding("cache", nil, note: "HOME is not set")]
        }
        let settings = options.common.settingsPath.map { TextSanitizer.clean($0) }
        findings += [
            Finding("memory budget", "\(ByteSize(MemoryBudget.standard))"),
            Finding("configuration", settings, note: settings == nil ? "none" : nil),
        ]
        return (findings, errors.withLock(\.self))
    }
}
