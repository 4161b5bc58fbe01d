import Testing

import ImageLab
@testable import halftone

@Suite(.endsInTime) struct SwitchboardTests {
    private var board = Switchboard([
        .init(
            "loading",
            [
                LabSwitch("memory", .flag, value: "on", help: ""),
                LabSwitch("order", .choice(["fifo", "lifo"]), value: "fifo", help: ""),
                LabSwitch("concurrency", .number(1...64, steps: [1, 6, 16]), value: "6", help: ""),
            ]),
        .faults,
    ])

    @Test func everyFaultOfTheServerHasASwitchThatIsOff() {
        let switches = Switchboard.Group.faults.switches
        #expect(switches.map(\.name) == LabFaults.names)
        #expect(switches.allSatisfy { $0.value == "off" && !$0.help.isEmpty && $0.steps.count > 1 })
        #expect(board.faults == LabFaults())
    }

    @Test func everyStepOfEveryFaultIsOneThatTheServerUnderstands() throws {
        for each in Switchboard.Group.faults.switches {
            for value in each.steps {
                var board = board
                try board.set(each.name, to: value)
                let isSet = try LabFaults(query: board.faults.query) != LabFaults()
                #expect(isSet == (value != "off"), "\(each.name) \(value)")
            }
        }
    }

    @Test func switchesCombineToOneQuery() throws {
        var board = board
        try board.set("delay", to: "250")
        try board.set("etag", to: "on")
        try board.set("auth", to: "lab:a&b")
        #expect(board.faults.query == "delay=250&etag&auth=lab:a%26b")
        board.clearFaults()
        #expect(board.faults == LabFaults() && board["memory"] == "on")
    }

    @Test func stepsGoRoundInBothDirections() {
        var board = board
        board.step("memory", by: 1)
        #expect(board["memory"] == "off" && !board.isOn("memory"))
        board.step("order", by: -1)
        #expect(board["order"] == "lifo")
        board.step("concurrency", by: 1)
        #expect(board.number("concurrency") == 16)
        board.step("concurrency", by: 1)
        #expect(board.number("concurrency") == 1)
        board.step("garbage", by: 1)
        #expect(board.faults.garbage)
        board.step("nobody", by: 1)
    }

    @Test func aNumberBetweenTwoStepsGoesToTheNextOne() throws {
        var board = board
        try board.set("concurrency", to: "7")
        board.step("concurrency", by: 1)
        #expect(board["concurrency"] == "16")
        try board.set("concurrency", to: "7")
        board.step("concurrency", by: -1)
        #expect(board["concurrency"] == "1")
    }

    @Test func settingSaysWhetherSomethingChanged() throws {
        var board = board
        #expect(try board.set("order", to: "lifo"))
        #expect(try !board.set("order", to: "lifo"))
    }

    @Test(arguments: [
        ("memory", "yes", "memory is one of off, on, not 'yes'"),
        ("order", "random", "order is one of fifo, lifo, not 'random'"),
        ("concurrency", "0", "concurrency is a number from 1 to 64, not '0'"),
        ("status", "99", "status=99: expected a whole number, from 200 to 599"),
        ("garbage", "much", "garbage=much: expected no value, or 1 or 0"),
        ("colour", "red", "there is no switch 'colour'"),
    ])
    func whatASwitchCannotBeIsRefusedWithWhatItCan(name: String, value: String, reason: String) throws {
        var board = board
        let before = board
        do {
            try board.set(name, to: value)
            Issue.record("\(name) \(value) was accepted")
        } catch {
            #expect(error.description.hasPrefix(reason), "\(error)")
        }
        #expect(board == before)
    }
}
