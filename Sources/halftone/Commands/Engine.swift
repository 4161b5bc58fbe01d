import Basis
import FoundationEssentials
import Glibc
import ImageLoading
import Transfer

/// The engine as the command line wants it: one transport, one cache, one manager.
struct Engine {
    let transport: CurlTransport
    let downloader: ImageDownloader
    let manager: ImageManager

    /// `lab` is the address of our own server: in the caches its pictures have a name without its port, which is
    /// another one every time, and no proxy of the environment stands between us and it. `scaleDownBytes` is what is a
    /// large picture; `nil`: what the engine says.
    init(
        _ options: CommonOptions, trace: Trace, concurrency: Int = 6, lab: String? = nil,
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
        (downloads.queue.total, downloads.queue.perHost) = (concurrency, concurrency)
        downloads.retry = .standard
        downloads.timeout = options.timeout ?? downloads.timeout
        downloader = ImageDownloader(transport: transport, configuration: downloads, partials: disk)
        manager = ImageManager(
            downloader: downloader, diskCache: disk, configuration: configuration, trace: trace,
            deliveries: deliveries
        ) { url in
            let text = ImageManager.standardCacheKey(of: url)
            guard let lab, text.hasPrefix(lab) else { return text }
            return "http://lab" + text.dropFirst(lab.count)
        }
    }

    /// Returns the transport of feeds and pictures. `lab`: the address of our own server, which is reached without a proxy.
    static func transport(lab: String? = nil) -> CurlTransport {
        var configuration = CurlTransport.Configuration()
        configuration.directOrigin = lab
        configuration.userAgent = "Halftone/\(Program.version)"
        return CurlTransport(configuration: configuration)
    }

    /// `--cache-dir`, else `$XDG_CACHE_HOME/halftone`, else `~/.cache/halftone`; `nil` without a home: a
    /// place that other users can guess and write to is unsafe for a cache.
    static func cacheDirectory(_ options: CommonOptions) -> String? { cachePlace(options)?.directory }

    /// The directory of the disk cache, with the option or variable that sets it.
    static func cachePlace(_ options: CommonOptions) -> (directory: String, reason: String)? {
        if let directory = options.cacheDirectory { return (directory, "it was asked for") }
        if let base = environment("XDG_CACHE_HOME"), base.hasPrefix("/") {
            return (base + "/halftone", "of XDG_CACHE_HOME")
        }
        if let home = environment("HOME") { return (home + "/.cache/halftone", "of HOME") }
        return nil
    }

    /// The value of a variable; `nil` if it is not set, is empty, or is not UTF-8: a repaired path would be another one.
    static func environment(_ name: String) -> String? {
        guard let value = getenv(name).flatMap({ String(validatingCString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
