/// One line of text that is being edited, by the characters that a reader sees. A value.
///
/// The cursor stands before the character of its number. Words are letters and digits; what is between words goes with
/// the word on the other side.
struct TextEditor: Hashable {
    enum Direction: Hashable, Sendable, CaseIterable {
        case backward, forward
    }

    /// How far a movement or a deletion goes.
    enum Reach: Hashable, Sendable, CaseIterable {
        case character, word, all
    }

    private(set) var characters: [Character] = []
    private(set) var cursor = 0

    init(_ text: String = "") { set(text) }

    var text: String { String(characters) }

    /// Replaces everything; the cursor goes to the end.
    mutating func set(_ text: String) {
        characters = Array(text)
        cursor = characters.count
    }

    /// Inserts text at the cursor, which goes behind it. A combining mark joins the character before it.
    mutating func insert(_ text: String) {
        let before = String(characters[..<cursor]) + text
        characters = Array(before + String(characters[cursor...]))
        cursor = min(before.count, characters.count)
    }

    mutating func move(_ direction: Direction, by reach: Reach) { cursor = target(direction, reach) }

    /// Deletes what a movement would pass.
    mutating func delete(_ direction: Direction, by reach: Reach) {
        let target = target(direction, reach)
        let text = String(characters[..<min(cursor, target)]) + String(characters[max(cursor, target)...])
        cursor = min(cursor, target)
        characters = Array(text)  // two characters that meet may become one
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
