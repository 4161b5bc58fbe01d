import HalftoneCore
import ImageFeeds

/// The texts of an item, as shown beside its picture.
extension FeedItem {
    /// The day of its date, in UTC; `nil` if the source states none.
    var day: String? { date.map { CalendarDate(secondsSince1970: $0).dayText } }

    /// The day, the author and the source, as far as they are known.
    var byline: [String] {
        [day, author, source == author ? nil : source].compactMap(\.self)
    }

    /// The summary and the picture's alternative text, each on a line, without repetitions.
    var words: String {
        var words: [String] = []
        for text in [summary, pictureText].compactMap(\.self) where text != title {
            if !words.contains(where: { $0.contains(text) }) { words.append(text) }
        }
        return words.joined(separator: "\n")
    }

    /// The size of the picture as stated by the source; for a folder, its number of pictures.
    var statedSize: String {
        if let pictureCount {
            return pictureCount == 0
                ? "no pictures of its own" : pictureCount == 1 ? "1 picture" : "\(pictureCount) pictures"
        }
        if isFolder { return "a folder" }
        var facts: [String] = []
        if let pixelWidth, let pixelHeight { facts.append("\(pixelWidth) × \(pixelHeight)") }
        if let byteCount { facts.append("\(ByteSize(byteCount))") }
        return facts.joined(separator: ", ")
    }
}
