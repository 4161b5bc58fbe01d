import HalftoneCore

/// Writes items as an RSS 2.0 feed.
struct FeedWriter: Sendable {
    struct Item: Equatable, Sendable {
        let title: String
        /// `nil`: nothing.
        let summary: String?
        let url: String
        let mimeType: String
        /// `nil` if not known.
        let byteCount: Int?
        /// The number of the item, from 0. Each item is dated one hour before the previous one.
        let number: Int
    }

    let title: String
    let link: String

    func rss(_ items: [Item]) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
            <channel>
            <title>\(Markup.escape(title))</title>
            <link>\(Markup.escape(link))</link>
            <description>Pictures with the faults that their URLs name</description>

            """
        for item in items {
            let (url, type) = (Markup.escape(item.url), Markup.escape(item.mimeType))
            let size = item.byteCount.map { " fileSize=\"\($0)\"" } ?? ""
            let summary = item.summary.map { "<description>\(Markup.escape($0))</description>\n" } ?? ""
            text += """
                <item>
                <title>\(Markup.escape(item.title))</title>
                <link>\(url)</link>
                \(summary)<guid isPermaLink="true">\(url)</guid>
                <pubDate>\(FeedDate(of: item).rfc822)</pubDate>
                <enclosure url="\(url)" type="\(type)" length="\(item.byteCount ?? 0)"/>
                <media:content url="\(url)" type="\(type)" medium="image"\(size)/>
                </item>

                """
        }
        return text + "</channel>\n</rss>\n"
    }
}

/// Escaping of text for XML and HTML.
enum Markup {
    /// Returns the text with markup characters escaped and without the control characters that XML 1.0 forbids.
    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// The date of an item. Fictitious and fixed, so that a feed has the same bytes at every request.
private struct FeedDate: Sendable {
    private let date: CalendarDate

    init(of item: FeedWriter.Item) {
        let noon = 1_767_268_800  // of 1 January 2026, UTC
        date = CalendarDate(secondsSince1970: Double(noon - 3600 * item.number))
    }

    /// Formatted by hand, because `strftime` uses the names of days and months of the user's locale.
    var rfc822: String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(days[date.weekday]), \(CalendarDate.padded(date.day)) \(months[date.month - 1])"
            + " \(date.year) \(date.timeText) +0000"
    }
}
