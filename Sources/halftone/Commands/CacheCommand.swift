import HalftoneCore
import ImageLoading
import OptionParsing

/// The options of `halftone cache`.
struct CacheOptions: CommandOptions {
    var common = CommonOptions()
    var writesJSON = false

    static var rows: [OptionRow<CacheOptions>] {
        [OptionRow("json", help: "with info: write one JSON object") { $0.writesJSON = true }]
    }
}

/// `halftone cache info|path|trim|clear`.
struct CacheCommand: Subcommand {
    static let name = "cache"
    static let summary = "inspect, trim or clear the disk cache"
    static let usage = "cache info|path|trim|clear [--json]"
    static let about = """
        info reports the content of the disk cache, and path its location; trim removes old entries and those over the
        limit, and clear removes all entries.
        """
    static let operands: ArgumentCompletion? = .words(verbs)

    let options: CacheOptions

    static let verbs = ["info", "path", "trim", "clear"]

    static func run(_ options: CacheOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        try CacheCommand(options: options).run(operands.map(\.text))
    }

    private func run(_ verbs: [String]) throws(UsageError) -> Int32 {
        guard verbs.count == 1 else { throw UsageError("cache needs one of \(Self.verbs.joined(separator: ", "))") }
        let verb = verbs[0]
        guard !options.writesJSON || verb == "info" else {
            throw UsageError("--json is only supported by 'cache info'")
        }
        let warnings = Lock<[String]>([])
        guard let directory = options.common.engine.cachePlace?.directory else {
            throw UsageError("no cache directory: HOME is not set; use --cache-dir")
        }
        let cache = DiskCache(directory: directory) { line in
            warnings.withLock { $0.append(line) }
        }
        let isPresent = cache.isPresent
        switch verb {
        case "path":
            guard Output.print(cache.path + "\n") else { return 1 }
        case "info":
            let line = info(of: cache, isPresent: isPresent)
            guard warnings.withLock({ $0.isEmpty }) else { break }
            guard Output.print(line + "\n") else { return 1 }
        case "trim":
            if isPresent { cache.trim() }
        case "clear":
            do throws(DiskCacheError) {
                if isPresent { try cache.removeAll() }
            } catch {
                Output.printError("cache: \(error)")
                return 2
            }
        default:
            throw UsageError(
                "unknown action '\(PublicAddress(verb))' of cache (\(Self.verbs.joined(separator: ", ")))")
        }
        let lines = warnings.withLock { $0 }
        for line in lines { Output.printError("cache: \(line)") }
        return lines.isEmpty ? 0 : 2
    }

    private struct Info: Encodable {
        let path: String
        let entries: Int
        let bytes: Int
        let limit: Int
    }

    private func info(of cache: DiskCache, isPresent: Bool) -> String {
        let totals = isPresent ? cache.totals() : (count: 0, bytes: 0)
        guard !options.writesJSON else {
            return Output.json(
                Info(path: cache.path, entries: totals.count, bytes: totals.bytes, limit: cache.limits.bytes))
        }
        let path = TextSanitizer.sentence(cache.path)
        guard isPresent else { return "\(path): empty" }
        return "\(path): \(totals.count) entries, \(ByteSize(totals.bytes)) of \(ByteSize(cache.limits.bytes))"
    }
}
