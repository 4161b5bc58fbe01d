import FoundationEssentials
import Glibc
import ImageCoding
import Transfer

extension ImageManager {
    /// The manager of the program: a memory cache, and a disk cache in ``standardCacheDirectory``. Downloads are
    /// resumed and retried.
    public static let shared = ImageManager(directory: standardCacheDirectory)

    /// The directory of the program's images: `$XDG_CACHE_HOME/NAME/images`, else `~/.cache/NAME/images`, with the name
    /// of the executable. `nil` without a home directory: a directory that other users can guess and write to is unsafe
    /// for a cache.
    public static var standardCacheDirectory: String? {
        func value(_ name: String) -> String? {
            getenv(name).flatMap { String(validatingCString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let base = value("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (base ?? value("HOME").map { $0 + "/.cache" }).map { "\($0)/\(programName)/images" }
    }

    /// The name of the executable, without its directory.
    private static var programName: String {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        return ["", ".", ".."].contains(name) ? "program" : name
    }

    /// Creates a manager for the web, local files and `data:` URLs. Interrupted downloads are continued while it lives,
    /// and failed ones retried by ``RetryPolicy/standard``. Memory is freed when the kernel reports that it is short.
    ///
    /// - Parameters:
    ///   - directory: The directory of the disk cache, created with the first image; `nil` keeps images in memory only.
    ///   - userAgent: The `User-Agent` header; `nil` (default) sends the name of the executable. Can be changed later
    ///     with ``ImageDownloader/setValue(_:forHeader:)`` of ``downloader``.
    ///   - proxy: The URL of a proxy for all downloads, such as `http://cache.example:3128`; `nil` (default) uses the
    ///     proxies of the environment. See `CurlTransport.Configuration.proxy`.
    ///   - hostPolicy: The policy for hosts, evaluated for every redirect; `nil` (default) allows all. An image
    ///     proxy uses `HostPolicy.publicInternet`, and gives URLs of its clients to ``downloader`` alone or checks their
    ///     scheme: a policy does not concern local files.
    ///   - warn: Called once, on any thread, with the reason why the disk cache cannot be used. Default: ignored; loads
    ///     work without it, and ``DiskCache/failure`` has the reason.
    public convenience init(
        directory: String?, userAgent: String? = nil, proxy: String? = nil, hostPolicy: HostPolicy? = nil,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let disk = directory.map { DiskCache(directory: $0, warn: warn) }
        var transfers = CurlTransport.Configuration()
        transfers.userAgent = userAgent ?? Self.programName
        transfers.proxy = proxy
        transfers.hostPolicy = hostPolicy
        var downloads = ImageDownloader.Configuration()
        downloads.retry = .standard
        let downloader = ImageDownloader(
            transport: CurlTransport(configuration: transfers), configuration: downloads)
        self.init(downloader: downloader, cache: ImageCache(storage: disk))
        memoryPressure.withLock { $0 = MemoryPressureMonitor { [weak self] in self?.freeMemory() } }
    }

    /// The downloader for the web among ``loaders``; `nil` if there is none.
    public var downloader: ImageDownloader? {
        for loader in loaders.loaders.reversed() {
            if let downloader = loader as? ImageDownloader { return downloader }
        }
        return nil
    }
}
