import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct CharacterWidthTests {
    @Test func `the table is ascending`() {
        let table = CharacterWidth.wideRanges
        #expect(zip(table, table.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }

    @Test(arguments: [
        ("a", CharacterWidth.narrow), ("é", .narrow), ("▀", .narrow), ("─", .narrow), ("ע", .narrow),
        ("\u{1F1E9}", .narrow),
        ("東", .wide), ("한", .wide), ("Ａ", .wide), ("🎨", .wide), ("⌚", .wide), ("\u{20000}", .wide),
        ("\u{301}", .combining), ("\u{20DD}", .combining), ("\u{1161}", .combining), ("\u{5B0}", .combining),
        ("\u{200D}", .invisible), ("\u{FE0F}", .invisible), ("\u{AD}", .invisible), ("\u{2066}", .invisible),
        ("\u{1F3FB}", .invisible), ("\u{1F3FF}", .invisible), ("\u{1F3FA}", .wide), ("\u{1F400}", .wide),
        ("\u{1B}", .control), ("\u{7F}", .control), ("\u{9B}", .control), ("\n", .control),
    ])
    func `characters have the width that terminals give them`(_ character: String, _ width: CharacterWidth) throws {
        let scalar = try #require(character.unicodeScalars.first)
        #expect(CharacterWidth(scalar) == width)
    }

    @Test func `emoji are wide as far as the standard library recognizes them`() {
        var emoji = 0
        for value in UInt32(0x231A)...0x1FAFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isEmojiPresentation else { continue }
            let isFlagLetter = (0x1F1E6...0x1F1FF).contains(value)
            let width: CharacterWidth = isFlagLetter ? .narrow : scalar.properties.isEmojiModifier ? .invisible : .wide
            #expect(CharacterWidth(scalar) == width, "U+\(String(value, radix: 16))")
            emoji += 1
        }
        #expect(emoji > 1000)
    }
}
