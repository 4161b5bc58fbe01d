import HalftoneCore
import ImageFeeds

/// The texts of an item, as shown beside its picture.
extension FeedItem {
    /// Whether it is a file or a folder of this machine.
    var isLocal: Bool {
        switch picture {
        case .local, .folder: true
        case .remote, .embedded, .missing: false
        }
    }

    /// The day of its date, in UTC; `nil` if the source states none.
    var day: String? { date.map { CalendarDate(secondsSince1970: $0).dayText } }

    /// The day, the author and the source, as far as they are known, as in “27 Nov · Nordic Light”. A file is dated by
    /// its camera, as `taken` says in the order of ISO 8601: its change says little about a photo.
    func byline(taken: String?, year: Int) -> String {
        let day = if case .local = picture { taken } else { day }
        return [day.flatMap { Self.shortDay($0, year: year) }, author, source == author ? nil : source]
            .compactMap(\.self).joined(separator: " · ")
    }

    /// Returns a day as “27 Nov”, with its year if that is not the given one; `nil` for another text than a date in the
    /// order of ISO 8601.
    static func shortDay(_ text: String, year: Int) -> String? {
        let fields = text.prefix(10).split(separator: "-").map { Int($0) }
        guard fields.count == 3, let own = fields[0], let month = fields[1], let day = fields[2],
            months.indices.contains(month - 1), (1...31).contains(day)
        else { return nil }
        return "\(day) \(months[month - 1])" + (own == year ? "" : " \(own)")
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The beginning of the text and the picture's alternative text, without repetitions: more than a row has room for.
    var words: String { words(text.map { String($0.prefix(Self.rowCharacters)) }) }

    /// The whole text and the picture's alternative text, without repetitions.
    var allWords: String { words(text) }

    /// The characters of twelve lines of 120 columns.
    private static let rowCharacters = 1_440

    private func words(_ text: String?) -> String {
        var words: [String] = []
        for text in [text, pictureText].compactMap(\.self) where text != title {
            if !words.contains(where: { $0.contains(text) }) { words.append(text) }
        }
        return words.joined(separator: "\n")
    }

    /// The number of pictures in a folder; empty for other items.
    var folderContents: String {
        guard isFolder else { return "" }
        switch pictureCount {
        case nil: return "a folder"
        case 0?: return "no pictures of its own"
        case 1?: return "1 picture"
        case let count?: return "\(count) pictures"
        }
    }
}
