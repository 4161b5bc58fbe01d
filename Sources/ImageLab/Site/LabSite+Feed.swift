extension LabSite {
    /// Answers `/feed/NAME`: RSS 2.0, or Atom with `format=atom`.
    func feed(named name: String, query: LabQuery) throws(LabError) -> LabReply {
        var query = query
        let format = try Self.format(query["format"]?.value)
        query["format"] = nil
        let items = try items(named: name, query: query)
        let writer = FeedWriter(title: "Halftone lab: \(name)", link: baseURL + "/")
        return switch format {
        case .rss: LabReply(type: "application/rss+xml; charset=utf-8", text: writer.rss(items))
        case .atom: LabReply(type: "application/atom+xml; charset=utf-8", text: writer.atom(items))
        }
    }

    /// Answers `/list/NAME`: one URL a line.
    func list(named name: String, query: LabQuery) throws(LabError) -> LabReply {
        let lines = try items(named: name, query: query).map { $0.url + "\n" }
        return LabReply(type: "text/plain; charset=utf-8", text: lines.joined())
    }

    private enum Format { case rss, atom }

    private static func format(_ text: String?) throws(LabError) -> Format {
        switch text {
        case nil, "rss": .rss
        case "atom": .atom
        case let other?: throw .badQuery("format=\(other): expected rss or atom")
        }
    }

    /// The items of a feed: `demo` goes through all pictures at their own pace, a picture's name repeats that one, any
    /// other name goes through all. Every round after the first has a seed of its own, so that no URL comes twice.
    private func items(named name: String, query: LabQuery) throws(LabError) -> [FeedWriter.Item] {
        var query = query
        let chosen = indexOfPicture(named: name).map { [pictures[$0]] } ?? pictures
        let count = try count(query["count"], default: chosen.count)
        query["count"] = nil
        let firstSeed = try LabFaults(query).seed ?? 0
        guard !chosen.isEmpty else { return [] }

        var templates: [(query: LabQuery, byteCount: Int?)] = []
        for picture in chosen {
            let natural = name == "demo" ? try LabQuery(picture.demoQuery) : LabQuery()
            let whole = natural.merged(with: query)
            let faults = try LabFaults(whole)
            let isAltered = faults.seed != nil || faults.empty || faults.flip
            templates.append((whole, isAltered ? nil : picture.byteCount))
        }
        return (0..<count).map { index in
            let (round, place) = index.quotientAndRemainder(dividingBy: chosen.count)
            var faults = templates[place].query
            if round > 0 { faults["seed"] = LabQuery.Pair(name: "seed", value: "\(firstSeed + round)") }
            let path = "/image/" + LabQuery.encode(chosen[place].name)
            let suffix = faults.pairs.isEmpty ? "" : "?" + faults.text
            return FeedWriter.Item(
                title: round == 0 ? chosen[place].title : "\(chosen[place].title) #\(round + 1)",
                url: baseURL + path + suffix, mimeType: chosen[place].mimeType,
                byteCount: round == 0 ? templates[place].byteCount : nil, number: index)
        }
    }

    private func count(_ pair: LabQuery.Pair?, default count: Int) throws(LabError) -> Int {
        guard let pair else { return count }
        guard let value = Int(pair.value ?? ""), (0...limits.maximumItems).contains(value) else {
            throw .badQuery("count=\(pair.value ?? ""): expected a whole number from 0 to \(limits.maximumItems)")
        }
        return value
    }
}
