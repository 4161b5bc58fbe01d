/// The feeds that a page announces with `link rel=alternate`, by media type. A value.
struct FeedAutodiscovery {
    private let titleLength: Int
    private var allowance: ItemAllowance
    private var certain: [FeedLink] = []
    /// The links with a type that is not only used for feeds.
    private var likely: [FeedLink] = []

    init(limits: FeedLimits) {
        (titleLength, allowance) = (limits.titleLength, ItemAllowance(count: limits.listedFeeds, limits: limits))
    }

    /// The warning about omitted links; `nil` if there are none.
    var warning: FeedError? { allowance.isExceeded ? .tooManyFeeds(limit: allowance.admitted) : nil }

    /// The links in order; likely feeds after certain ones.
    var links: [FeedLink] { certain + likely }

    mutating func add(_ address: WebAddress, type: String?, title: String?) {
        let type = (type?.lowercased().prefix { $0 != ";" }).map { String($0).withSingleSpaces } ?? ""
        let isCertain = DocumentFormat.all.contains { $0.feedTypes.contains(type) }
        guard isCertain || Self.isLikely(type, address), allowance.admitNew(address.text) else { return }
        let link = FeedLink(title: title?.shownLine(length: titleLength), address: address.address)
        if isCertain { certain.append(link) } else { likely.append(link) }
    }

    /// JSON Feed 1.0 used `application/json`, and feeds of all kinds are labeled XML. WordPress links its API in the
    /// same way.
    private static func isLikely(_ type: String, _ address: WebAddress) -> Bool {
        ["text/xml", "application/xml"].contains(type)
            || type == "application/json" && !address.path.contains("/wp-json/")
    }
}
