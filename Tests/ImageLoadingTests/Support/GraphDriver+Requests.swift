import FoundationEssentials
import ImageCoding
import Pixels

@testable import ImageLoading

/// What the loads of a test ask for.
extension GraphDriver {
    /// Stands for the cache of the driver; see ``own(_:)``.
    static let anyCache = ImageCache()
    private static let crew = LoadCrew(
        url: URL(filePath: "/"), options: [], loader: ImageDownloader(transport: FakeTransport()),
        coders: ImageCodersManager(coders: []), limits: DecodeLimits(), preloadsFrames: false, transformers: [],
        serializer: nil, context: ImageContext())

    static func request(
        _ source: String = "a", _ plan: Plan = .cacheThenNetwork, width: Int? = nil,
        priority: ImagePriority = .normal, store: CacheType = .all, path: String? = nil, steps: [String] = []
    ) -> Asked {
        let variant = ImageVariant(box: width.map { PixelSize(width: $0, height: 1) })
        var images = [ImageKey(source: source, variant: variant)]
        for count in 1..<steps.count + 1 {
            images.append(
                ImageKey(source: source, variant: variant, transformer: steps.prefix(count).joined(separator: "-")))
        }
        let disk = LoadWay.original(Shelf(cache: anyCache, key: DiskKey(source: source)))
        let loader = LoadWay.loader(FetchKey(source: path ?? source))
        let ways: [LoadWay] =
            switch plan {
            case _ where path != nil: [loader]
            case .networkOnly: [loader]
            case .cacheOnly: [disk]
            case .cacheThenNetwork, .cacheThenRefresh, .refresh: [disk, loader]
            }
        var request = LoadRequest(
            url: path ?? source, ways: ways, images: images, priority: priority, cache: anyCache,
            originalCache: anyCache,
            stores: store, originalStores: store.intersection(.disk), crew: crew)
        if plan == .refresh || plan == .cacheThenRefresh { request.refresh = .always }
        return Asked(plan: plan, request: request, path: path)
    }
}
