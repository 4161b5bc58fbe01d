import Basis
import FoundationEssentials
import ImageFeeds

/// Where the reader was in each source. A value; the latest sources only, so that it does not grow for ever.
struct Places: Hashable, Sendable, Codable {
    /// A place in a source.
    struct Place: Hashable, Sendable, Codable {
        /// The picture's address, or its path.
        var picture: PublicAddress
        /// Its number, from 0, for when the picture is no more.
        var number: Int
    }

    /// What sources that are opened together are called, without passwords. In the file it is one string.
    struct Name: Hashable, Sendable, Codable {
        private let addresses: [PublicAddress]

        init(_ addresses: [PublicAddress]) { self.init(addresses.map(\.text).joined(separator: "\n")) }

        init(_ text: String) { addresses = text.split(separator: "\n").map { PublicAddress($0) } }

        init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(addresses.map(\.text).joined(separator: "\n"))
        }
    }

    private struct Entry: Hashable, Sendable, Codable {
        var source: Name
        var place: Place
    }

    /// The latest last.
    private var entries: [Entry] = []

    /// Sources that are remembered. More than anybody reads by turns, and 50 KB.
    static let mostSources = 200

    init() {}

    subscript(source: Name) -> Place? { entries.last { $0.source == source }?.place }

    mutating func remember(_ place: Place, in source: Name) {
        entries.removeAll { $0.source == source }
        entries.append(Entry(source: source, place: place))
        entries.removeFirst(max(0, entries.count - Self.mostSources))
    }

    /// The same for all that others remember.
    mutating func remember(_ others: Places) { for entry in others.entries { remember(entry.place, in: entry.source) } }

    /// The name of sources that are opened together. Files are told apart by where they are, not by how they were named
    /// from there. `nil` for standard input, which is another one every time.
    static func name(of sources: [FeedSource], workingDirectory: String) -> Name? {
        var names: [PublicAddress] = []
        for source in sources {
            switch source {
            case .standardInput: return nil
            case .url(let url): names.append(url.publicAddress)
            case .path(let path):
                // A password is taken out first: behind a folder it is no part of an address any more.
                let name = source.publicAddress.text
                names.append(path.isAbsolute ? PublicAddress(name) : PublicAddress(workingDirectory + "/" + name))
            }
        }
        return Name(names)
    }

    // MARK: - As a file

    /// `nil` if the bytes are not what ``bytes`` makes.
    init?(_ bytes: [UInt8]) {
        guard let places = try? JSONDecoder().decode(Places.self, from: Data(bytes)) else { return nil }
        self = places
        entries = entries.suffix(Self.mostSources)
    }

    /// Whether a name or a password stands in a file that ``init(_:)`` reads, and leaves out.
    static func holdCredentials(_ bytes: [UInt8]) -> Bool {
        struct Written: Decodable {
            struct Entry: Decodable {
                let source: String
                let place: Place
            }
            struct Place: Decodable { let picture: String }
            let entries: [Entry]
        }
        guard let written = try? JSONDecoder().decode(Written.self, from: Data(bytes)) else { return false }
        return written.entries.contains { entry in
            (entry.source.split(separator: "\n") + [entry.place.picture[...]]).contains { text in
                RequestAddress(text).holdsCredentials
            }
        }
    }

    var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? [] }
}

extension PictureSource {
    /// What a picture is called in ``Places``, which has no passwords.
    var publicAddress: PublicAddress {
        switch self {
        case .remote(let address): address.publicAddress
        case .local(let path): PublicAddress(path.text)
        case .missing: ""
        }
    }
}

/// Where a remembered picture stands among items; for another thread if there are many.
struct RestoringWork: Sendable {
    let items: FeedItems
    let place: Places.Place
    /// The row where the reader is as long as he has not moved.
    let origin: Int
    let version: Int

    /// Whether it takes so long that keys would wait for it, should the picture be no more.
    var isLong: Bool { items.count > 5_000 }

    /// The number of the picture: the nearest to where it was. `nil`: it is no more, or this was given up.
    func run(isCancelled: () -> Bool = { false }) -> Int? {
        guard !place.picture.text.isEmpty, !items.isEmpty else { return nil }
        let start = min(max(0, place.number), items.count - 1)
        for distance in 0...max(start, items.count - 1 - start) {
            if distance % 1024 == 1023, isCancelled() { return nil }
            for number in [start - distance, start + distance]
            where items.indices.contains(number) && items[number].picture.publicAddress == place.picture {
                return number
            }
        }
        return nil
    }
}

extension GalleryModel {
    /// The place to be remembered; `nil` while there is none.
    var remembered: Places.Place? {
        selected.map { Places.Place(picture: items[$0].picture.publicAddress, number: $0) }
    }

    /// Goes to a remembered place: to its picture; where that is no more, to nothing else than the beginning, since
    /// what is new stands there.
    mutating func restore(_ place: Places.Place) {
        let work = restoring(place)
        _ = adopt(number: work.run(), of: work)
    }

    /// What looking for it needs; for another thread if there are many. `origin` is where the reader is as long as he has
    /// not moved.
    func restoring(_ place: Places.Place, from origin: Int = 0) -> RestoringWork {
        RestoringWork(items: items, place: place, origin: origin, version: version)
    }

    /// Whether there are other items than those in which it was looked for.
    func hasOthers(than work: RestoringWork) -> Bool { work.version != version }

    /// Goes to the picture that was found. `false` if there is none, if there are other items since, or if the reader
    /// has gone somewhere meanwhile.
    mutating func adopt(number: Int?, of work: RestoringWork) -> Bool {
        guard work.version == version, place == work.origin, let row = number.flatMap(row(ofNumber:)), row != place
        else {
            return false
        }
        select(row: row)
        return true
    }
}

extension Places.Name: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(text) }
}
