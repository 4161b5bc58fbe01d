/// The feeds that a page announces with `link rel=alternate`, by their types. A value.
struct FeedAutodiscovery {
    private let limits: FeedLimits
    private var certain: [FeedLink] = []
    /// Links with a type that is not of feeds alone.
    private var likely: [FeedLink] = []
    private var addresses: Set<String> = []

    init(limits: FeedLimits) { self.limits = limits }

    /// The links in their order; likely ones after certain ones.
    var links: [FeedLink] { certain + likely }

    mutating func add(_ address: WebAddress, type: String?, title: String?) {
        let type = (type?.lowercased().prefix { $0 != ";" }).map { String($0).withSingleSpaces } ?? ""
        let isCertain = DocumentFormat.all.contains { $0.feedTypes.contains(type) }
        guard isCertain || Self.isLikely(type, address), addresses.count < limits.listedFeeds,
            addresses.insert(address.text).inserted
        else { return }
        let link = FeedLink(title: title?.shownLine(length: limits.titleLength), address: address.address)
        if isCertain { certain.append(link) } else { likely.append(link) }
    }

    /// JSON Feed 1.0 asked for `application/json`, and feeds of all kinds are called XML. WordPress names what it has for
    /// programs in the same way.
    private static func isLikely(_ type: String, _ address: WebAddress) -> Bool {
        switch type {
        case "text/xml", "application/xml": true
        case "application/json": !address.path.contains("/wp-json/")
        default: false
        }
    }
}
