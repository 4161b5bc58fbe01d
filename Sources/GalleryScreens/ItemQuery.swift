import Glibc
import ImageFeeds
import TerminalScreen
import TerminalViews

/// A query for items: words that their texts contain, in any order, and states such as `is:marked`. A value.
///
/// The texts are title, summary, alternative text, author, tags and source. Case matters only if the query has
/// capitals.
struct ItemQuery: Hashable, Sendable {
    let text: String
    let states: Set<ItemStates.Name>
    /// The message about a word such as `is:seen`, which names no state and is searched as text, with the states.
    let unknownState: String?
    private let words: [Word]
    private let isExact: Bool

    init(_ text: String) {
        self.text = text
        let isExact = text.contains(where: \.isUppercase)
        var (words, states) = ([Word](), Set<ItemStates.Name>())
        for word in text.split(separator: " ") {
            if let state = ItemStates.Name(word: word) {
                states.insert(state)
            } else {
                words.append(Word(isExact ? String(word) : word.lowercased()))
            }
        }
        (self.words, self.states, self.isExact) = (words, states, isExact)
        unknownState = text.split(separator: " ").first {
            $0.hasPrefix("is:") && $0.count > 3 && ItemStates.Name(word: $0) == nil
        }.map { "no state \($0): is:" + ItemStates.Name.allCases.map(\.rawValue).joined(separator: ", ") }
    }

    var isEmpty: Bool { words.isEmpty && states.isEmpty }

    /// Maximum number of items that are searched without delaying key input.
    var shortCount: Int { words.isEmpty ? ArrangedItems.shortCount : 500 }

    func matches(_ item: FeedItem, from source: FeedSource? = nil, in states: ItemStates) -> Bool {
        guard self.states.allSatisfy({ states.has($0, item, source) }) || states.kept == item.id else { return false }
        var left = words
        for case let text? in [item.title, item.author, item.source, item.tags, item.summary, item.pictureText] {
            guard !left.isEmpty else { break }
            var cased = isExact ? text : text.lowercased()
            left.removeAll { $0.isIn(&cased) }
        }
        return left.isEmpty
    }
}

extension ItemQuery {
    /// Returns a text whose parts with a searched word are in another style.
    func highlighting(_ text: String, _ style: CellStyle, matches: CellStyle) -> AttributedText {
        guard !words.isEmpty else { return AttributedText(text, style: style) }
        let letters = Array(text)
        let cased = letters.map { isExact ? String($0) : $0.lowercased() }
        let found = Set(words.flatMap { cased.ranges(of: $0.text.map(String.init)) }.joined())
        return letters.enumerated().reduce(into: AttributedText()) { result, letter in
            result.append(String(letter.element), style: found.contains(letter.offset) ? matches : style)
        }
    }

    private struct Word: Hashable {
        let text: String
        private let bytes: [UInt8]
        private let isASCII: Bool

        init(_ text: String) {
            (self.text, bytes) = (text, Array(text.utf8))
            isASCII = bytes.allSatisfy { $0 < 0x80 }
        }

        /// Searches bytes, which is a hundred times as fast as characters. Only text with combining accents needs
        /// characters.
        func isIn(_ other: inout String) -> Bool {
            let isFound = other.withUTF8 { other in
                guard let start = other.baseAddress, other.count >= bytes.count else { return bytes.isEmpty }
                return (0...other.count - bytes.count).contains { offset in
                    other[offset] == bytes[0] && memcmp(start + offset, bytes, bytes.count) == 0
                }
            }
            return isFound || !isASCII && other.contains(text)
        }
    }
}

/// The states of items, such as marked or failed, for queries. A value.
struct ItemStates: Sendable {
    enum Name: String, CaseIterable, Sendable {
        case marked, failed, unread, new
        /// An entry without a picture.
        case text

        /// Creates the state of a word such as `is:marked`; `nil` for any other word.
        init?(word: some StringProtocol) {
            guard word.hasPrefix("is:") else { return nil }
            self.init(rawValue: word.dropFirst(3).lowercased())
        }
    }

    var marks = Marks()
    /// The item that matches regardless of its states; `nil` for none.
    var kept: FeedItem.ID?
    /// The pictures whose load failed.
    var failed: Set<PictureSource> = []
    var reads: [FeedSource: ReadMarks.Source] = [:]

    func has(_ state: Name, _ item: FeedItem, _ source: FeedSource?) -> Bool {
        switch state {
        case .marked: marks.contains(item.id)
        case .failed: failed.contains(item.picture)
        case .unread: readState(of: item, source).isUnread(item)
        case .new: readState(of: item, source) == .new
        case .text: item.picture == .missing
        }
    }

    private func readState(of item: FeedItem, _ source: FeedSource?) -> ReadMarks.State {
        source.flatMap { reads[$0] }?.state(of: item) ?? .read
    }
}
