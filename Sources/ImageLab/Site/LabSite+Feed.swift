import HalftoneCore

extension LabSite {
    /// The names of feeds of all stills without faults.
    private static let plainFeeds = ["demo", "all"]

    /// Returns the response for `/feed/NAME`, in RSS 2.0.
    func feed(named name: String, query: LabQuery) throws(LabError) -> LabReply {
        let names = Self.plainFeeds + LabFeed.allCases.map(\.rawValue)
        guard names.contains(name) || indexOfPicture(named: name) != nil else {
            let known = names.joined(separator: ", ")
            return LabReply(status: 404, line: "no feed named '\(name)' (\(known), or the name of a picture)")
        }
        let title = name == "demo" ? "Halftone's demo feed" : "Halftone lab: \(name)"
        return LabReply(
            type: "application/rss+xml; charset=utf-8", text: rss(title, try items(named: name, query: query)))
    }

    /// Returns the items of a feed: for a ``LabFeed`` its pictures with their faults, for a picture's name that picture
    /// repeatedly, and for a plain feed all stills. The query overrides the feed's faults.
    func items(named name: String, query: LabQuery) throws(LabError) -> LabItems {
        var query = query
        let feed = LabFeed(rawValue: name)
        let chosen = indexOfPicture(named: name).map { [pictures[$0]] } ?? pictures(of: feed)
        let count = try count(query["count"], default: feed?.standardCount ?? chosen.count)
        query["count"] = nil
        _ = try LabFaults(query)  // refuses what the items could not have
        return items(of: feed, chosen, count: count, query)
    }

    func items(of feed: LabFeed, faults: LabFaults) -> LabItems {
        let chosen = pictures(of: feed)
        return items(of: feed, chosen, count: feed.standardCount ?? chosen.count, faults.pairs)
    }

    /// Returns items of the chosen pictures, with the faults of a valid query. Each round after the first has its own
    /// seed, so that every URL is unique.
    private func items(of feed: LabFeed?, _ chosen: [LabPicture], count: Int, _ query: LabQuery) -> LabItems {
        (0..<(chosen.isEmpty ? 0 : count)).lazy.map { number in
            let (round, place) = number.quotientAndRemainder(dividingBy: chosen.count)
            let picture = chosen[place]
            var faults = feed?.faults(ofItem: number) ?? LabFaults()
            try? faults.set(query)
            if round > 0 { faults.seed = Self.seed(faults.seed ?? 0, round) }
            let changesSize = faults.seed != nil || faults.empty || faults.flip
            return LabItem(
                title: round == 0 ? picture.title : "\(picture.title) #\(round + 1)",
                url: url(ofPicture: picture.name, faults), summary: picture.summary, mimeType: picture.mimeType,
                byteCount: changesSize ? nil : picture.byteCount)
        }
    }

    /// Returns the seed of a round, counted from the first seed; after the greatest seed it continues from 0.
    private static func seed(_ first: Int, _ round: Int) -> Int {
        let last = LabFaults.seeds.upperBound
        return round <= last - first ? first + round : round - (last - first) - 1
    }

    /// Returns the animations or the stills, as the feed shows; all pictures if there are none.
    private func pictures(of feed: LabFeed?) -> [LabPicture] {
        let chosen = pictures.filter { $0.isMoving == (feed == .moving) }
        return chosen.isEmpty ? pictures : chosen
    }

    /// Maximum number of items, which take a few seconds to write; more would delay the pictures.
    private static let maxItems = 100_000

    private func count(_ pair: LabQuery.Pair?, default count: Int) throws(LabError) -> Int {
        guard let pair else { return count }
        guard let value = Int(pair.value ?? ""), (0...Self.maxItems).contains(value) else {
            throw .badQuery("count=\(pair.value ?? ""): expected a whole number from 0 to \(Self.maxItems)")
        }
        return value
    }

    // MARK: - RSS

    private func rss(_ title: String, _ items: LabItems) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
            <channel>
            <title>\(Markup.escape(title))</title>
            <link>\(Markup.escape(baseURL))/</link>
            <description>Pictures with the faults that their URLs name</description>

            """
        for (number, item) in items.enumerated() {
            let (url, type) = (Markup.escape(item.url), Markup.escape(item.mimeType))
            let size = item.byteCount.map { " fileSize=\"\($0)\"" } ?? ""
            let summary = item.summary.map { "<description>\(Markup.escape($0))</description>\n" } ?? ""
            text += """
                <item>
                <title>\(Markup.escape(item.title))</title>
                <link>\(url)</link>
                \(summary)<guid isPermaLink="true">\(url)</guid>
                <pubDate>\(Self.date(ofItem: number))</pubDate>
                <enclosure url="\(url)" type="\(type)" length="\(item.byteCount ?? 0)"/>
                <media:content url="\(url)" type="\(type)" medium="image"\(size)/>
                </item>

                """
        }
        return text + "</channel>\n</rss>\n"
    }

    /// Returns a date one hour before that of the previous item (RFC 822). Fictitious and fixed, so that a feed has the
    /// same bytes at every request. Formatted by hand, because `strftime` uses the names of the user's locale.
    private static func date(ofItem number: Int) -> String {
        let noon = 1_767_268_800  // of 1 January 2026, UTC
        let date = CalendarDate(secondsSince1970: Double(noon - 3600 * number))
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(days[date.weekday]), \(CalendarDate.padded(date.day)) \(months[date.month - 1])"
            + " \(date.year) \(date.timeText) +0000"
    }
}
