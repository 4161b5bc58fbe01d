import FoundationEssentials
import ImageFeeds

/// Where the reader was in each source. A value; the latest sources only, so that it does not grow for ever.
struct Places: Hashable, Sendable, Codable {
    /// A place in a source.
    struct Place: Hashable, Sendable, Codable {
        /// The picture's address, or its path.
        var picture: String
        /// Its number, from 0, for when the picture is no more.
        var number: Int
    }

    private struct Entry: Hashable, Sendable, Codable {
        var source: String
        var place: Place
    }

    /// The latest last.
    private var entries: [Entry] = []

    /// Sources that are remembered. More than anybody reads by turns, and 50 KB.
    static let mostSources = 200

    init() {}

    subscript(source: String) -> Place? { entries.last { $0.source == source }?.place }

    mutating func remember(_ place: Place, in source: String) {
        entries.removeAll { $0.source == source }
        entries.append(Entry(source: source, place: place))
        entries.removeFirst(max(0, entries.count - Self.mostSources))
    }

    /// The name of sources that are opened together. Files are told apart by where they are, not by how they were named
    /// from there. `nil` for standard input, which is another one every time.
    static func name(of sources: [FeedSource], workingDirectory: String) -> String? {
        var names: [String] = []
        for source in sources {
            switch source {
            case .standardInput: return nil
            case .url(let url): names.append(url)
            case .path(let path): names.append(path.hasPrefix("/") ? path : workingDirectory + "/" + path)
            }
        }
        return names.joined(separator: "\n")
    }

    // MARK: - As a file

    /// `nil` if the bytes are not what ``bytes`` makes.
    init?(_ bytes: [UInt8]) {
        guard let places = try? JSONDecoder().decode(Places.self, from: Data(bytes)) else { return nil }
        self = places
        entries = entries.suffix(Self.mostSources)
    }

    var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? [] }
}

extension PictureSource {
    /// What a picture is called in ``Places``.
    var name: String {
        switch self {
        case .remote(let address): address
        case .local(let path): path
        case .missing: ""
        }
    }
}

extension GalleryModel {
    /// The place to be remembered; `nil` while there is none.
    var remembered: Places.Place? {
        selected.map { Places.Place(picture: items[$0].picture.name, number: $0) }
    }

    /// Goes to a remembered place: to its picture; where that is no more, to nothing else than the beginning, since
    /// what is new stands there.
    mutating func restore(_ place: Places.Place) {
        guard !place.picture.isEmpty else { return }
        let isThere = items.indices.contains(place.number) && items[place.number].picture.name == place.picture
        let number = isThere ? place.number : items.firstIndex { $0.picture.name == place.picture }
        if let row = number.flatMap(row(ofNumber:)) { select(row: row) }
    }
}
