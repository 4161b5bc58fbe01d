import TestSupport
import Testing

@testable import HalftoneCore

@Suite(.endsInTime) struct NamedOptionSetTests {
    private struct Tools: NamedOptionSet {
        let rawValue: UInt8
        static let saw = Tools(rawValue: 1)
        static let axe = Tools(rawValue: 4)
        static let names: [(name: String, option: Tools)] = [("axe", .axe), ("saw", .saw)]
    }

    @Test func `a set prints the names of its options in their order`() {
        #expect("\(Tools())" == "[]" && "\(Tools.saw)" == "[saw]" && "\([.saw, .axe] as Tools)" == "[axe, saw]")
    }

    @Test func `bits without a name are printed as a number`() {
        #expect("\(Tools(rawValue: 0x83))" == "[saw, 0x82]")
    }
}
