import Basis
import Glibc
import ImageLoading

/// `halftone cache info|path|clear`.
struct CacheCommand {
    let options: CommonOptions

    func run(_ verbs: [String]) throws(UsageError) -> Int32 {
        let warnings = Lock<[String]>([])
        guard let directory = Engine.cacheDirectory(options) else {
            throw UsageError("there is no home for a cache; name one with --cache-dir")
        }
        let cache = DiskCache(directory: directory) { line in
            warnings.withLock { $0.append(line) }
        }
        guard verbs.count == 1 else { throw UsageError("cache needs one of info, path, clear") }
        switch verbs[0] {
        case "path":
            guard Output.print(cache.path + "\n") else { return 1 }
        case "info":
            guard access(cache.path, F_OK) == 0 else {
                return Output.print("\(Sanitiser.clean(cache.path)): empty\n") ? 0 : 1
            }
            let (count, bytes) = cache.totals()
            if !warnings.withLock({ $0.isEmpty }) { break }
            let limit = ByteSize(cache.limits.bytes)
            let line = "\(Sanitiser.clean(cache.path)): \(count) entries, \(ByteSize(bytes)) of \(limit)\n"
            guard Output.print(line) else { return 1 }
        case "clear":
            guard access(cache.path, F_OK) == 0 else { return 0 }
            do throws(DiskCacheError) {
                try cache.removeAll()
            } catch {
                Output.complain("cache: \(error)")
                return 2
            }
        default:
            throw UsageError("cache has no '\(Sanitiser.clean(verbs[0]))'; there are info, path and clear")
        }
        let lines = warnings.withLock { $0 }
        for line in lines { Output.complain("cache: \(line)") }
        return lines.isEmpty ? 0 : 2
    }
}
