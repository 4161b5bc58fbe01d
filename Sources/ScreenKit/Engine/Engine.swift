import HalftoneCore
import FoundationEssentials
import ImageCoding
import ImageLoading
import Transfer

/// The engine of a command: one downloader, one cache, one manager.
package struct Engine {
    /// What the user can set of an engine.
    package struct Settings: Sendable {
        package var limits = DecodeLimits()
        /// The timeout for connecting, and for pauses after that; `nil` for the engine's default.
        package var timeout: Duration?
        package var usesDiskCache: Bool
        /// The directory of the disk cache; `nil` for the user's, see ``cachePlace``.
        package var cacheDirectory: String?
        package var userAgent: String
        /// Whether feeds and pages may name pictures and pages on private addresses.
        package var allowsPrivateAddresses = false

        package init(userAgent: String, timeout: Duration? = nil, usesDiskCache: Bool = true) {
            (self.userAgent, self.timeout, self.usesDiskCache) = (userAgent, timeout, usesDiskCache)
        }
    }

    package let downloader: ImageDownloader
    package let manager: ImageManager

    /// Creates an engine; `transport` is by default a new one with these settings. `lab` is the address of the program's
    /// own server: its pictures have cache keys without the port, which differs in each run, and it is reached without a
    /// proxy. `scaleDownBytes` is the size from which pictures are large; `nil` for the engine's default.
    package init(
        _ settings: Settings, over transport: (any Transport)? = nil, trace: Trace, lab: String? = nil,
        scaleDownBytes: Int? = nil, deliveries: DeliveryQueue = DeliveryQueue(),
        warn: @escaping @Sendable (String) -> Void
    ) {
        var configuration = ImageManager.Configuration()
        configuration.decodeLimits = settings.limits
        configuration.scaleDownBytes = scaleDownBytes ?? configuration.scaleDownBytes
        let directory = settings.usesDiskCache ? settings.cachePlace?.directory : nil
        let disk = directory.map { DiskCache(directory: $0, warn: warn) }
        var downloads = ImageDownloader.Configuration()
        downloads.retry = .standard
        downloads.timeout = settings.timeout ?? downloads.timeout
        downloader = ImageDownloader(
            transport: transport ?? settings.makeTransport(lab: lab), configuration: downloads)
        configuration.cacheKeyFilter = { url in
            let text = ImageManager.standardCacheKey(of: url)
            guard let lab, text.hasPrefix(lab) else { return text }
            return "http://lab" + text.dropFirst(lab.count)
        }
        manager = ImageManager(
            downloader: downloader, cache: ImageCache(storage: disk), configuration: configuration, trace: trace,
            deliveries: deliveries)
    }
}

extension Engine.Settings {
    /// The directory of the disk cache, with the option, setting or variable that sets it. `nil` without a home folder, because a
    /// directory that other users can guess and write to is unsafe for a cache.
    package var cachePlace: (directory: String, reason: String)? {
        if let cacheDirectory { return (cacheDirectory, "set by --cache-dir or cacheDir") }
        return UserFolder.cache.place.map { ($0.path, "because of \($0.variable)") }
    }

    /// Returns the transport of feeds and pictures. `lab` is the address of the program's own server, which is reached
    /// without a proxy.
    package func makeTransport(lab: String? = nil) -> CurlTransport {
        var configuration = CurlTransport.Configuration()
        (configuration.directOrigin, configuration.userAgent) = (lab, userAgent)
        return CurlTransport(configuration: configuration)
    }
}
