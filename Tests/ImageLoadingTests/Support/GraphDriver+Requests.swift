import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import Pixels

@testable import ImageLoading

/// The requests of a test's loads.
extension GraphDriver {
    /// Stands for the cache of the driver.
    static let anyCache = ImageCache()
    private static let loader = ImageDownloader(transport: FakeTransport())

    /// What a load does.
    enum Course {
        case cacheThenNetwork
        case cacheOnly
        case networkOnly
        case cacheThenRefresh
        /// Revalidates the image that it has.
        case refresh
    }

    struct Asked {
        var course: Course
        var url: String
        var options: ImageOptions = []
        var context = ImageContext()
        var endsWithBytes = false
        /// The sources of the request; ``GraphDriver/anyCache`` stands for the driver's cache.
        var sources: [LoadSource]

        var waitsForStore: Bool {
            get { options.contains(.waitStoreCache) }
            set { if newValue { options.insert(.waitStoreCache) } else { options.remove(.waitStoreCache) } }
        }

        /// The key of the final image.
        var image: ImageKey { plan().image }

        func plan(in cache: ImageCache = anyCache) -> LoadPlan {
            LoadPlan(
                URL(string: url) ?? URL(filePath: "/"), options, context,
                defaults: LoadDefaults(cache: cache, loader: loader, coders: ImageCodersManager(coders: [])),
                product: endsWithBytes ? .entry : .image)
        }

        func sources(in cache: ImageCache) -> [LoadSource] {
            func own(_ id: DiskEntryID) -> DiskEntryID {
                DiskEntryID(cache: id.cache == anyCache ? cache : id.cache, key: id.key)
            }
            return sources.map { source in
                switch source {
                case .disk(let id): .disk(own(id))
                case .loader: source
                }
            }
        }
    }

    static func request(
        _ source: String = "a", _ course: Course = .cacheThenNetwork, width: Int? = nil,
        priority: ImagePriority = .normal, store: CacheType = .all, path: String? = nil, steps: [String] = []
    ) -> Asked {
        let disk = LoadSource.disk(DiskEntryID(cache: anyCache, key: DiskKey(source: source)))
        let fetch = LoadSource.loader(FetchKey(source: path ?? source))
        let sources: [LoadSource] =
            switch course {
            case _ where path != nil: [fetch]
            case .networkOnly: [fetch]
            case .cacheOnly: [disk]
            case .cacheThenNetwork, .cacheThenRefresh, .refresh: [disk, fetch]
            }
        var asked = Asked(course: course, url: path ?? source, sources: sources)
        asked.context.cacheKeyFilter = { _ in source }
        asked.context.variant = ImageVariant(box: width.map { PixelSize(width: $0, height: 1) })
        asked.context.storeCacheType = store
        asked.context.originalStoreCacheType = store.intersection(.disk)
        if !steps.isEmpty { asked.context.transformer = Transformers.Pipeline(steps.map(NamedTransformer.init)) }
        if priority != .normal { asked.options.insert(priority == .high ? .highPriority : .lowPriority) }
        if course == .refresh || course == .cacheThenRefresh { asked.context.httpPolicy = .always }
        return asked
    }
}

/// A transformer for chains; the driver makes its images.
private struct NamedTransformer: ImageTransformer {
    let key: String
    func transform(_ image: Image, cancellation: CancellationToken?) -> Image? { nil }
}
