import HalftoneCore
import TestSupport
import Testing

@Suite(.endsInTime) struct PercentEscapesTests {
    @Test(arguments: [("a%20b%2Fc%2f", "a b/c/"), ("%C3%A9", "é"), ("plain+text", "plain+text"), ("", "")])
    func `escapes are decoded`(text: String, plain: String) {
        #expect(PercentEscapes.decode(text.utf8) == Array(plain.utf8))
        #expect(PercentEscapes.decodeTolerantly(text.utf8) == Array(plain.utf8))
    }

    @Test(arguments: [("100%", "100%"), ("%4", "%4"), ("%zz%41", "%zzA"), ("%+1", "%+1"), ("%%41", "%A")])
    func `a malformed escape is refused, or stays as it is`(text: String, plain: String) {
        #expect(PercentEscapes.decode(text.utf8) == nil)
        #expect(PercentEscapes.decodeTolerantly(text.utf8) == Array(plain.utf8))
    }

    @Test func `all but letters, digits and some marks is escaped`() {
        #expect(PercentEscapes.encode("aZ09/ö ?".utf8, keeping: "/") == "aZ09/%C3%B6%20%3F")
    }
}
