import HalftoneCore
import Glibc
import ImageLoading
import OptionParsing

/// `halftone cache info|path|clear`.
struct CacheCommand: Subcommand {
    static let name = "cache"
    static let summary = "look after the disk cache"
    static let usage = ["cache info|path|clear"]
    static let about = """
        info says what the disk cache holds, path where it is; clear removes everything.
        """
    static let operands: ArgumentCompletion? = .words(verbs)

    let options: NoOptions

    static let verbs = ["info", "path", "clear"]

    static func run(_ options: NoOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        try CacheCommand(options: options).run(operands.map(\.text))
    }

    private func run(_ verbs: [String]) throws(UsageError) -> Int32 {
        guard verbs.count == 1 else { throw UsageError("cache needs one of \(Self.verbs.joined(separator: ", "))") }
        let verb = verbs[0]
        let warnings = Lock<[String]>([])
        guard let directory = options.common.engine.cachePlace?.directory else {
            throw UsageError("no cache directory: HOME is not set; use --cache-dir")
        }
        let cache = DiskCache(directory: directory) { line in
            warnings.withLock { $0.append(line) }
        }
        let isThere = Self.isThere(cache.path)
        switch verb {
        case "path":
            guard Output.print(cache.path + "\n") else { return 1 }
        case "info":
            let line = line(of: cache, isThere: isThere)
            guard warnings.withLock({ $0.isEmpty }) else { break }
            guard Output.print(line + "\n") else { return 1 }
        case "clear":
            do throws(DiskCacheError) {
                if isThere { try cache.removeAll() }
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

    /// Returns whether there is a file of any kind at the path, even a broken link.
    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private func line(of cache: DiskCache, isThere: Bool) -> String {
        let path = TextSanitizer.sentence(cache.path)
        guard isThere else { return "\(path): empty" }
        let totals = cache.totals()
        return "\(path): \(totals.count) entries, \(ByteSize(totals.bytes)) of \(ByteSize(cache.limits.bytes))"
    }
}
