import HalftoneCore
import FoundationEssentials
import Glibc
import ImageLoading
import Transfer

/// The engine with the options of the command line: one transport, one cache, one manager.
struct Engine {
    let transport: CurlTransport
    let downloader: ImageDownloader
    let manager: ImageManager

    /// The number of downloads at once: all pictures of a feed are usually on one host, which browsers ask for six at
    /// once.
    private static let concurrency = 6

    /// Creates an engine. `lab` is the address of the program's own server: its pictures have cache keys without the
    /// port, which differs in each run, and it is reached without a proxy. `scaleDownBytes` is the size from which
    /// pictures are large; `nil` for the engine's default.
    init(
        _ options: CommonOptions, trace: Trace, lab: String? = nil,
        scaleDownBytes: Int? = nil, deliveries: DeliveryQueue = DeliveryQueue(),
        warn: @escaping @Sendable (String) -> Void
    ) {
        transport = Self.transport(lab: lab)
        var configuration = ImageManager.Configuration()
        configuration.decodeLimits = options.limits
        configuration.scaleDownBytes = scaleDownBytes ?? configuration.scaleDownBytes
        configuration.extendedData = { ResponseHead($0).encoded }
        let directory = options.usesDiskCache ? Self.cacheDirectory(options) : nil
        let disk = directory.map { DiskCache(directory: $0, warn: warn) }
        var downloads = ImageDownloader.Configuration()
        (downloads.queue.total, downloads.queue.perHost) = (Self.concurrency, Self.concurrency)
        downloads.retry = .standard
        downloads.timeout = options.timeout ?? downloads.timeout
        downloader = ImageDownloader(transport: transport, configuration: downloads)
        manager = ImageManager(
            downloader: downloader, diskCache: disk, configuration: configuration, trace: trace,
            deliveries: deliveries
        ) { url in
            let text = ImageManager.standardCacheKey(of: url)
            guard let lab, text.hasPrefix(lab) else { return text }
            return "http://lab" + text.dropFirst(lab.count)
        }
    }

    /// Returns the transport of feeds and pictures. `lab` is the address of the program's own server, which is reached
    /// without a proxy.
    static func transport(lab: String? = nil) -> CurlTransport {
        var configuration = CurlTransport.Configuration()
        configuration.directOrigin = lab
        configuration.userAgent = "Halftone/\(Program.version)"
        return CurlTransport(configuration: configuration)
    }

    /// Returns `--cache-dir`, else `$XDG_CACHE_HOME/halftone`, else `~/.cache/halftone`; `nil` if `HOME` is not set,
    /// because a directory that other users can guess and write to is unsafe for a cache.
    static func cacheDirectory(_ options: CommonOptions) -> String? { cachePlace(options)?.directory }

    /// Returns the directory of the disk cache, with the option or variable that sets it.
    static func cachePlace(_ options: CommonOptions) -> (directory: String, reason: String)? {
        if let directory = options.cacheDirectory { return (directory, "of --cache-dir") }
        if let base = environment("XDG_CACHE_HOME"), base.hasPrefix("/") {
            return (base + "/halftone", "of XDG_CACHE_HOME")
        }
        if let home = environment("HOME") { return (home + "/.cache/halftone", "of HOME") }
        return nil
    }

    /// Returns the value of a variable; `nil` if it is not set, is empty, or is not UTF-8, because a repaired path
    /// would be another path.
    static func environment(_ name: String) -> String? {
        guard let value = getenv(name).flatMap({ String(validatingCString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
