import ImageFeeds

/// What items are looked for: words that their texts contain, in any order, and states such as `is:marked`. A value.
///
/// The texts are title, summary, alternative text, author, tags and source. Case matters only if the query has capitals.
struct ItemQuery: Hashable, Sendable {
    let text: String
    /// The states that an item must have, all of them.
    let states: Set<ItemStates.Name>
    private let words: [String]
    private let isExact: Bool

    init(_ text: String) {
        self.text = text
        let isExact = text.contains(where: \.isUppercase)
        var (words, states) = ([String](), Set<ItemStates.Name>())
        for word in text.split(separator: " ") {
            if let state = ItemStates.Name(word: word) {
                states.insert(state)
            } else {
                words.append(isExact ? String(word) : word.lowercased())
            }
        }
        (self.words, self.states, self.isExact) = (words, states, isExact)
    }

    var isEmpty: Bool { words.isEmpty && states.isEmpty }

    /// Whether every item that matches this also matches `other`, because this only adds to its text. `false` with states,
    /// which items may have lost or got since.
    func narrows(_ other: ItemQuery) -> Bool {
        !other.isEmpty && states.isEmpty && other.states.isEmpty && text.hasPrefix(other.text)
            && (isExact == other.isExact || !other.isExact)
    }

    func matches(_ item: FeedItem, in states: ItemStates) -> Bool {
        guard self.states.allSatisfy({ states.has($0, item) }) else { return false }
        var left = words
        for case let text? in [item.title, item.author, item.source, item.tags, item.summary, item.pictureText] {
            guard !left.isEmpty else { break }
            let text = isExact ? text : text.lowercased()
            left.removeAll { text.contains($0) }
        }
        return left.isEmpty
    }
}

/// What became of items beyond what their sources say, as a query sees it. A value.
struct ItemStates: Sendable {
    enum Name: String, CaseIterable, Sendable {
        case marked, failed

        /// The state of a word such as `is:marked`; `nil` for any other word.
        init?(word: some StringProtocol) {
            guard word.hasPrefix("is:") else { return nil }
            self.init(rawValue: word.dropFirst(3).lowercased())
        }

        /// The words that stand for states, for the help.
        static var words: String { allCases.map { "is:\($0.rawValue)" }.joined(separator: ", ") }
    }

    var marks = Marks()
    /// The pictures that could not be loaded.
    var failed: Set<FeedItem.ID> = []

    func has(_ state: Name, _ item: FeedItem) -> Bool {
        switch state {
        case .marked: marks.contains(item.id)
        case .failed: failed.contains(item.id)
        }
    }
}
