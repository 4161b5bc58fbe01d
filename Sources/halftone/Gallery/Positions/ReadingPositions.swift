import HalftoneCore
import FoundationEssentials
import ImageFeeds

/// The user's position in some sources.
struct ReadingPosition: Hashable, Sendable, Codable {
    /// The picture's address, or its path.
    var picture: PublicAddress
    /// The picture's index at that time.
    var index: Int

    private enum CodingKeys: String, CodingKey {
        case picture
        case index = "number"
    }
}

/// The user's positions in recently opened sources. A value.
struct ReadingPositions: Hashable, Sendable, Codable {
    /// The name of sources that are opened together, without passwords. In the file it is one string.
    struct Name: Hashable, Sendable, Codable {
        private let addresses: [PublicAddress]

        init(_ addresses: [PublicAddress]) { self.init(addresses.map(\.text).joined(separator: "\n")) }

        init(_ text: String) { addresses = text.split(separator: "\n").map { PublicAddress($0) } }

        var text: String { addresses.map(\.text).joined(separator: "\n") }

        init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    private struct Entry: Hashable, Sendable, Codable {
        var source: Name
        var place: ReadingPosition
    }

    /// The positions, the latest last.
    private var entries: [Entry] = []

    /// Maximum number of sources (about 50 KB).
    static let maxSources = 200

    init() {}

    subscript(source: Name) -> ReadingPosition? { entries.last { $0.source == source }?.place }

    mutating func remember(_ position: ReadingPosition, in source: Name) {
        entries.removeAll { $0.source == source }
        entries.append(Entry(source: source, place: position))
        entries.removeFirst(max(0, entries.count - Self.maxSources))
    }

    /// Adds all positions of another value.
    mutating func remember(_ others: ReadingPositions) {
        for entry in others.entries { remember(entry.place, in: entry.source) }
    }

    /// Returns the name of sources that are opened together, with absolute paths; `nil` for standard input, whose
    /// content differs every time.
    static func name(of sources: [FeedSource], workingDirectory: String) -> Name? {
        var names: [PublicAddress] = []
        for source in sources {
            switch source {
            case .standardInput: return nil
            case .url(let url): names.append(url.publicAddress)
            case .path(let path):
                // The password is removed first: after a folder is prepended, it is no longer recognized as part of an
                // address.
                let name = source.publicAddress.text
                names.append(path.isAbsolute ? PublicAddress(name) : PublicAddress(workingDirectory + "/" + name))
            }
        }
        return Name(names)
    }

    // MARK: - As a file

    /// Creates the value from ``bytes``; `nil` for other bytes.
    init?(_ bytes: [UInt8]) {
        guard let positions = try? JSONDecoder().decode(ReadingPositions.self, from: Data(bytes)) else { return nil }
        self = positions
        entries = entries.suffix(Self.maxSources)
    }

    var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? [] }

    /// Reads a file; there are no positions if it is missing or of another program.
    ///
    /// - Throws: if the file cannot be read, and so must not be replaced.
    init(of file: StateFile) throws(Failure) {
        self = try file.read().flatMap { ReadingPositions($0) } ?? ReadingPositions()
    }

    /// Adds the positions to those in a file.
    func add(to file: StateFile) throws(Failure) {
        var positions = try ReadingPositions(of: file)
        positions.remember(self)
        try file.write(positions.bytes)
    }
}

extension PictureSource {
    /// The name of a picture in ``ReadingPositions``, which have no passwords.
    var publicAddress: PublicAddress {
        switch self {
        case .remote(let address): address.publicAddress
        case .local(let path), .folder(let path): PublicAddress(path.text)
        case .missing: ""
        }
    }
}

extension ArrangedItems {
    /// The position of the selected picture; `nil` if there is none.
    var position: ReadingPosition? {
        selectedIndex.map { ReadingPosition(picture: items[$0].picture.publicAddress, index: $0) }
    }

    /// Returns the index of the picture of a position, the nearest of several copies; `nil` if it is gone or the search
    /// was cancelled.
    func index(of position: ReadingPosition, isCancelled: () -> Bool = { false }) -> Int? {
        guard !position.picture.text.isEmpty else { return nil }
        return items.index(nearest: position.index, isCancelled: isCancelled) {
            $0.picture.publicAddress == position.picture
        }
    }
}

extension ReadingPositions.Name: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(text) }
}
