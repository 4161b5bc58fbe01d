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
            OptionRow(
                "json", help: "for programs: one JSON object",
                manual: "Write one JSON object instead of lines; what is unknown is null."
            ) { $0.writesJSON = true },
            OptionRow(
                "wait", .milliseconds(1...3_600_000), help: "how long the terminal may take to answer; 250",
                manual: """
                    How long the terminal may take to answer each query, in milliseconds; 250 by default.
                    A slow connection may need more.
                    """
            ) { $0.timeout = $1 },
            CommonOptions.noResume(
                help: "do not read what P has chosen",
                manual: """
                    Do not read what
                    .Ic P
                    has chosen.
                    """),
        ]
    }
}

/// `halftone doctor`: a report of the libraries, the terminal's capabilities and the storage.
struct DoctorCommand: Subcommand {
    static let name = "doctor"
    static let summary = "what is known about this terminal"
    static let usage = ["doctor [--json] [--wait MS] [--no-resume]"]
    static let about = "Says what this build consists of and what it knows about this terminal."
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
        let (libraries, missing) = lookAtLibraries()
        let (storage, complaints) = lookAtStorage()
        let all = [
            Diagnosis(key: "program", findings: [Finding("version", text: Program.version)]),
            Diagnosis(key: "libraries", findings: libraries),
            Diagnosis(key: "formats", findings: lookAtFormats()),
            Diagnosis(key: "terminal", findings: terminal.findings),
            Diagnosis(key: "storage", findings: storage),
        ]
        let outlook = Diagnosis(key: "outlook", findings: [Finding("pictures", text: terminal.outlook)])
        let report = options.writesJSON ? (all + [outlook]).json : all.text + "\n" + terminal.outlook + "\n"
        guard Output.print(report) else { return 1 }
        for complaint in missing + complaints { Output.printError(complaint) }
        return missing.isEmpty && complaints.isEmpty ? 0 : 1
    }

    private func lookAtLibraries() -> (findings: [Finding], missing: [String]) {
        var (findings, missing) = ([Finding](), [String]())
        for index in 0..<clibraries_count() {
            let library = clibraries_read(index)
            let name = String(cString: library.name)
            if let version = library.version {
                findings.append(Finding(name, text: TextSanitizer.clean(String(cString: version))))
            } else {
                let advice = LibraryFailure.advice(
                    library: library.file.map(String.init(cString:)) ?? name,
                    package: String(cString: library.package), reason: String(cString: library.failure))
                findings.append(Finding(name, text: nil, note: "unavailable: \(advice)"))
                missing.append("\(name) is unavailable: \(advice)")
            }
        }
        return (findings, missing)
    }

    /// Has a worker of each format say which library it has. None is an error: all of them are optional.
    private func lookAtFormats() -> [Finding] {
        JailedFormats.coders.map { coder in
            let format = coder.format
            let key = format.fileExtensions.first ?? format.name
            do throws(ImageCodingError) {
                return Finding(key, format.name, text: try coder.library(), note: "jailed")
            } catch {
                guard case .decoderUnavailable(_, let advice) = error else {
                    return Finding(key, format.name, text: nil, note: "unavailable: \(error)")
                }
                return Finding(key, format.name, text: nil, note: "unavailable: \(advice)")
            }
        }
    }

    private func lookAtStorage() -> (findings: [Finding], complaints: [String]) {
        let complaints = Lock<[String]>([])
        var findings: [Finding] = []
        if let directory = options.common.engine.cachePlace?.directory {
            let cache = DiskCache(directory: directory) { line in complaints.withLock { $0.append("cache: \(line)") } }
            // a query would create a missing cache
            let totals = access(cache.path, F_OK) == 0 ? cache.totals() : (count: 0, bytes: 0)
            findings = [
                Finding("cache_path", "cache", text: TextSanitizer.clean(cache.path)),
                Finding("cache_entries", "cache entries", .number(totals.count)),
                Finding("cache_bytes", "cache size", .bytes(totals.bytes)),
                Finding("cache_limit", "cache limit", .bytes(cache.limits.bytes)),
            ]
        } else {
            findings = [Finding("cache_path", "cache", .unknown, note: "HOME is not set")]
        }
        findings += [
            Finding("memory_budget", "memory budget", .bytes(MemoryBudget.standard)),
            Finding(
                "config_path", "configuration", text: options.common.settingsPath.map { TextSanitizer.clean($0) },
                note: options.common.settingsPath == nil ? "none" : nil),
        ]
        return (findings, complaints.withLock(\.self))
    }
}
