/// One line of text in editing, addressed by characters (grapheme clusters). A value.
///
/// The cursor stands before the character of its index. Words consist of letters and digits; a movement or deletion by
/// word includes the characters between the cursor and the word.
struct TextEditor: Hashable {
    enum Direction: Hashable, Sendable, CaseIterable {
        case backward, forward
    }

    /// The distance of a movement or a deletion.
    enum Reach: Hashable, Sendable, CaseIterable {
        case character, word, all
    }

    private(set) var characters: [Character] = []
    private(set) var cursor = 0

    init(_ text: String = "") { set(text) }

    var text: String { String(characters) }

    /// Replaces the text and moves the cursor to the end.
    mutating func set(_ text: String) {
        characters = Array(text)
        cursor = characters.count
    }

    /// Inserts text before the cursor. A combining mark joins the character before it.
    mutating func insert(_ text: String) {
        let before = String(characters[..<cursor]) + text
        characters = Array(before + String(characters[cursor...]))
        cursor = min(before.count, characters.count)
    }

    mutating func move(_ direction: Direction, by reach: Reach) { cursor = target(direction, reach) }

    /// Deletes the characters that a movement would skip.
    mutating func delete(_ direction: Direction, by reach: Reach) {
        let target = target(direction, reach)
        let text = String(characters[..<min(cursor, target)]) + String(characters[max(cursor, target)...])
        cursor = min(cursor, target)
        characters = Array(text)  // two adjacent characters may merge into one
        cursor = min(cursor, characters.count)
    }

    private func target(_ direction: Direction, _ reach: Reach) -> Int {
        switch (direction, reach) {
        case (.backward, .character): max(0, cursor - 1)
        case (.forward, .character): min(characters.count, cursor + 1)
        case (.backward, .all): 0
        case (.forward, .all): characters.count
        case (.backward, .word): wordStart
        case (.forward, .word): wordEnd
        }
    }

    private var wordStart: Int {
        var index = cursor
        while index > 0, !isWord(index - 1) { index -= 1 }
        while index > 0, isWord(index - 1) { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        var index = cursor
        while index < characters.count, !isWord(index) { index += 1 }
        while index < characters.count, isWord(index) { index += 1 }
        return index
    }

    private func isWord(_ index: Int) -> Bool { characters[index].isLetter || characters[index].isNumber }
}
