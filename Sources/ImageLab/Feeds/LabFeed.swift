/// The feeds of the Lab: equal pictures, each feed with another kind of server.
///
/// A value: the faults of an item depend only on the feed and the item's number.
public enum LabFeed: String, CaseIterable, Sendable {
    /// Pictures that arrive quickly and completely, with a validator.
    case steady
    /// Pictures whose response begins late and arrives slowly.
    case slow
    /// Pictures of which some fail once, some always, and some end in the middle.
    case flaky
    /// Pictures that change with every request, and are stale at once.
    case changing
    /// Animations that arrive quickly and completely.
    case moving
    /// Ten thousand pictures, for fast scrolling.
    case huge
    /// Pictures with responses that are made to confuse a client.
    case hostile

    /// Default number of items; `nil`: as many as there are pictures.
    var standardCount: Int? {
        switch self {
        case .huge: 10_000
        case .moving: 12
        case .steady, .slow, .flaky, .changing, .hostile: nil
        }
    }

    /// Returns the faults of an item; `number` counts from 0.
    func faults(ofItem number: Int) -> LabFaults {
        var faults = LabFaults()
        switch self {
        case .steady, .moving:
            (faults.delay, faults.etag, faults.maxage) = (40, true, 3600)
        case .slow:
            (faults.delay, faults.rate) = (200 + number * 7 % 10 * 80, 15_000 + number * 3 % 9 * 10_000)
        case .flaky:
            faults.delay = 40
            Self.flaws[number % Self.flaws.count](&faults)
        case .changing:
            (faults.delay, faults.flip, faults.etag, faults.maxage) = (40, true, true, 0)
        case .huge:
            faults.delay = 20
        case .hostile:
            Self.lies[number % Self.lies.count](&faults)
        }
        return faults
    }

    private typealias Flaw = @Sendable (inout LabFaults) -> Void

    private static let flaws: [Flaw] = [
        { _ in }, { $0.fail = 1 }, { $0.status = 404 }, { _ in }, { $0.reset = 4000 }, { $0.fail = 2 },
        { $0.truncate = 6000 }, { $0.status = 500 },
    ]

    private static let lies: [Flaw] = [
        { $0.garbage = true }, { $0.empty = true }, { $0.type = "text/html" }, { $0.length = .wrong },
        { $0.length = LabFaults.Length.none }, { $0.loop = true }, { $0.redirect = 3 },
        { $0.location = "file:///etc/hostname" }, { $0.stall = 2000 },
        { $0.auth = "lab:secret" }, { $0.cookie = true },
        { $0.length = .bytes(1 << 40) }, { $0.status = 204 }, { $0.redirect = 30 },
    ]
}

/// One item of a feed, for programs that show it without fetching the feed.
public struct LabItem: Equatable, Sendable {
    /// The title of the item in the feed.
    public let title: String
    /// The absolute URL of the picture, with its faults in the query.
    public let url: String
    let summary: String?
    let mimeType: String
    /// The number of bytes; `nil` if not known.
    let byteCount: Int?
}

/// The items of a feed, each made when it is read, so that a long feed takes no time.
public typealias LabItems = LazyMapCollection<Range<Int>, LabItem>
