import ImageLab
import ImageLoading
import Testing

@testable import LabScreens
@testable import ScreenKit

extension Switchboard {
    /// The value of each switch, as scenarios write it.
    var positions: [String] { rows.map { "\($0.name) \($0.text(in: settings))" } }

    /// Returns the value of a switch as text, or `nil` if there is none of that name.
    func text(of name: String) -> String? { try? row(named: name).text(in: settings) }

    mutating func set(_ name: String, to text: String) throws(Failure) {
        try row(named: name).set(text, in: &settings)
    }

    mutating func step(_ name: String, by direction: Int) throws {
        try row(named: name).step(by: direction, in: &settings)
    }
}

@Suite(.endsInTime) struct SwitchboardTests {
    private var board = Switchboard()

    // MARK: - Rows

    /// The Lab's server has no certificate, and its cells load pictures of their size, which have no bytes of their own. A
    /// load that waits for its store looks like any other.
    @Test func `every option of a load with an effect and every fault has a switch that is off`() {
        let silent: Set = ["allowInvalidSSLCertificates", "queryMemoryData", "queryMemoryDataSync", "waitStoreCache"]
        for name in ImageOptions.names.map(\.name).filter({ !silent.contains($0) }) + LabFaults.names {
            #expect(board.text(of: name) == "off", "\(name)")
        }
        #expect(board.settings.faults == LabFaults() && board.settings.picture.options.isEmpty)
        #expect(Set(board.rows.map(\.name)).count == board.rows.count, "each switch has one name")
        #expect(board.rows.allSatisfy { !$0.help.isEmpty && $0.steps.count > 1 })
    }

    @Test func `every setting belongs to a switch`() throws {
        var untouched = Set(Mirror(reflecting: board.settings).children.compactMap(\.label))
        for row in board.rows {
            var settings = board.settings
            try row.set(try #require(row.steps.first { $0 != row.text(in: settings) }), in: &settings)
            let both = zip(Mirror(reflecting: board.settings).children, Mirror(reflecting: settings).children)
            let changed = both.filter { "\($0.value)" != "\($1.value)" }.compactMap(\.0.label)
            #expect(changed.count == 1, "\(row.name)")
            untouched.subtract(changed)
        }
        #expect(untouched == ["beside"], "which a key changes")
    }

    @Test func `every switch can be set to all its steps, and stepping wraps in both directions`() throws {
        try #require(!board.rows.isEmpty)
        for row in board.rows {
            var settings = board.settings
            for text in row.steps {
                try row.set(text, in: &settings)
                #expect(row.text(in: settings) == text, "\(row.name)")
            }
            row.step(by: 1, in: &settings)
            #expect(row.text(in: settings) == row.steps[0], "\(row.name)")
            row.step(by: -1, in: &settings)
            #expect(row.text(in: settings) == row.steps.last, "\(row.name)")
        }
    }

    // MARK: - Names

    @Test func `the server accepts every step of every fault`() throws {
        for each in Switchboard.faults + Switchboard.rareFaults {
            for text in each.steps {
                var board = board
                try board.set(each.name, to: text)
                #expect((board.settings.faults != LabFaults()) == (text != "off"), "\(each.name) \(text)")
            }
        }
    }

    @Test func `faults combine into one query`() throws {
        var board = board
        try board.set("delay", to: "250")
        try board.set("etag", to: "on")
        try board.set("garbage", to: "on")
        try board.set("auth", to: "lab:a&b")
        try board.set("garbage", to: "off")
        #expect(board.settings.faults.query == "delay=250&etag&auth=lab:a%26b")
    }

    @Test func `names of values stand for their values`() throws {
        var board = board
        try board.set("feed", to: "hostile")
        try board.set("speed", to: "1/50")
        try board.set("transition", to: "curlUp")
        try board.set("indicator", to: "none")
        try board.set("placeholder", to: "none")
        #expect(
            board.settings.feed == .hostile && board.settings.speed == 0.02 && board.settings.picture.indicator == .none
        )
        #expect(board.settings.picture.transition.name == "curlUp")
        if case .none = board.settings.picture.placeholder.placeholder {
        } else {
            Issue.record("there is a placeholder")
        }
        #expect(board.settings.transform.transformer == nil)
        try board.set("transform", to: "blur")
        #expect(board.settings.transform.transformer != nil)
    }

    // MARK: - Stepping

    @Test(arguments: [
        ("auth", "me:mine", "off", "lab:secret"), ("delay", "300", "off", "60000"), ("concurrency", "7", "1", "16"),
    ])
    func `a value outside of the steps goes to the first or the last`(
        name: String, value: String, first: String, last: String
    ) throws {
        var board = board
        try board.set(name, to: value)
        try board.step(name, by: 1)
        #expect(board.text(of: name) == first)
        try board.set(name, to: value)
        try board.step(name, by: -1)
        #expect(board.text(of: name) == last)
    }

    // MARK: - Errors

    @Test(arguments: [
        ("memory", "yes", "invalid value 'yes' for memory"),
        ("concurrency", "few", "invalid value 'few' for concurrency"),
        ("status", "99", "invalid value '99' for status"), ("garbage", "much", "invalid value 'much' for garbage"),
        ("colour", "red", "unknown switch 'colour'"),
    ])
    func `an invalid value of a switch is refused`(
        name: String, value: String, reason: String
    ) throws {
        var board = board
        do {
            try board.set(name, to: value)
            Issue.record("\(name) \(value) was accepted")
        } catch {
            #expect(error.description == reason)
        }
        #expect(board.positions == self.board.positions)
    }
}
