extension LabSite {
    /// Returns the response for `/feed/NAME`, in RSS 2.0.
    func feed(named name: String, query: LabQuery) throws(LabError) -> LabReply {
        let writer = FeedWriter(title: "Halftone lab: \(name)", link: baseURL + "/")
        return LabReply(
            type: "application/rss+xml; charset=utf-8", text: writer.rss(try items(named: name, query: query)))
    }

    /// Returns the items of a feed: for a ``LabFeed`` its pictures with their faults, for a picture's name that picture
    /// repeatedly, and for any other name, such as `demo`, all stills. The query overrides the feed's faults. Each
    /// round after the first has its own seed, so that every URL is unique.
    func items(named name: String, query: LabQuery) throws(LabError) -> [FeedWriter.Item] {
        var query = query
        let feed = LabFeed(rawValue: name)
        let chosen = indexOfPicture(named: name).map { [pictures[$0]] } ?? pictures(of: feed)
        let count = try count(query["count"], default: feed?.standardCount ?? chosen.count)
        query["count"] = nil
        let firstSeed = try LabFaults(query).seed ?? 0
        guard !chosen.isEmpty else { return [] }

        // the faults repeat with a shorter period than the items
        var templates: [(query: LabQuery, isAltered: Bool)] = []
        for number in 0..<min(count, feed?.period ?? chosen.count) {
            let natural = try natural(number, feed)
            let query = natural.merged(with: query)
            templates.append((query, try isAltered(query)))
        }
        return (0..<count).map { number in
            let (round, place) = number.quotientAndRemainder(dividingBy: chosen.count)
            let picture = chosen[place]
            var (faults, isAltered) = templates[number % templates.count]
            if round > 0 { faults["seed"] = LabQuery.Pair(name: "seed", value: "\(Self.seed(firstSeed, round))") }
            let suffix = faults.pairs.isEmpty ? "" : "?" + faults.text
            return FeedWriter.Item(
                title: round == 0 ? picture.title : "\(picture.title) #\(round + 1)",
                summary: picture.summary, url: baseURL + "/image/" + LabQuery.encode(picture.name) + suffix,
                mimeType: picture.mimeType,
                byteCount: round == 0 && !isAltered ? picture.byteCount : nil, number: number)
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

    /// Returns the faults that the feed gives an item.
    private func natural(_ number: Int, _ feed: LabFeed?) throws(LabError) -> LabQuery {
        guard let feed else { return LabQuery() }
        return try LabQuery(feed.faults(ofItem: number).query)
    }

    /// Returns whether the faults change the number of bytes.
    private func isAltered(_ query: LabQuery) throws(LabError) -> Bool {
        let faults = try LabFaults(query)
        return faults.seed != nil || faults.empty || faults.flip
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
}
