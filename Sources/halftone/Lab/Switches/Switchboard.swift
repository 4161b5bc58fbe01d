import ImageLab

/// All switches of the Lab, in groups, and where each stands. A value: whoever owns it sees to it that something happens.
struct Switchboard: Sendable, Equatable {
    /// Switches under a title.
    struct Group: Sendable, Equatable {
        let title: String
        var switches: [LabSwitch]

        init(_ title: String, _ switches: [LabSwitch]) { (self.title, self.switches) = (title, switches) }
    }

    private(set) var groups: [Group]

    /// Of two switches of one name the first counts.
    init(_ groups: [Group]) { self.groups = groups }

    /// All switches in order.
    var all: [LabSwitch] { groups.flatMap(\.switches) }

    /// The switch of a name; `nil` if there is none.
    func row(_ name: String) -> LabSwitch? { all.first { $0.name == name } }

    /// Where a switch stands; `nil` if there is none of that name.
    subscript(name: String) -> String? { all.first { $0.name == name }?.value }

    /// Whether a flag is on.
    func isOn(_ name: String) -> Bool { self[name] == "on" }

    /// Where a switch with numbers stands; 0 for any other.
    func number(_ name: String) -> Int { self[name].flatMap { Int($0) } ?? 0 }

    /// Sets a switch; `true` if it stood elsewhere. Throws what is allowed instead.
    @discardableResult
    mutating func set(_ name: String, to value: String) throws(SwitchError) -> Bool {
        guard let place = place(of: name) else {
            throw SwitchError("there is no switch '\(name)'; there are \(all.map(\.name).joined(separator: ", "))")
        }
        return try groups[place.group].switches[place.index].set(value)
    }

    /// Steps a switch to its next value, or the one before. Does nothing if there is none of that name.
    mutating func step(_ name: String, by direction: Int) {
        guard let place = place(of: name) else { return }
        groups[place.group].switches[place.index].step(by: direction)
    }

    /// Turns every fault off.
    mutating func clearFaults() {
        for (group, index) in faultPlaces { _ = try? groups[group].switches[index].set("off") }  // always allowed
    }

    /// What the fault switches add to every picture's URL.
    var faults: LabFaults {
        (try? LabFaults(all.compactMap(\.fault))) ?? LabFaults()  // every switch has been checked
    }

    private var faultPlaces: [(group: Int, index: Int)] {
        groups.indices.flatMap { group in
            groups[group].switches.indices.compactMap { index in
                if case .fault = groups[group].switches[index].kind { (group, index) } else { nil }
            }
        }
    }

    private func place(of name: String) -> (group: Int, index: Int)? {
        for (group, each) in groups.enumerated() {
            if let index = each.switches.firstIndex(where: { $0.name == name }) { return (group, index) }
        }
        return nil
    }
}

extension Switchboard.Group {
    /// Every fault of the server, all off.
    static let faults = Switchboard.Group(
        "server faults",
        LabFaults.names.map { name in
            LabSwitch(name, .fault(steps: steps[name] ?? ["on"]), value: "off", help: help[name] ?? "")
        })

    private static let steps: [String: [String]] = [
        "delay": ["100", "500", "2000", "60000"], "rate": ["200000", "50000", "10000", "1000"],
        "status": ["404", "403", "429", "500", "503"], "truncate": ["0", "1000", "10000"],
        "reset": ["0", "1000", "10000"], "stall": ["0", "1000", "10000"], "redirect": ["1", "5", "20"],
        "location": ["file:///etc/hostname"], "type": ["text/html", "image/png"], "length": ["none", "wrong", "0"],
        "maxage": ["0", "60", "3600"], "auth": ["lab:secret"], "fail": ["1", "2", "5"], "seed": ["1", "2", "3"],
    ]

    private static let help: [String: String] = [
        "delay": "milliseconds before the answer", "rate": "bytes a second", "status": "answer with this status",
        "truncate": "close after so many bytes", "reset": "reset after so many bytes",
        "stall": "nothing more after so many bytes", "redirect": "redirect so often", "loop": "redirect for ever",
        "location": "redirect there in the end", "type": "claim this type", "length": "claim this length",
        "garbage": "noise instead of the picture", "empty": "no bytes", "etag": "send a validator, answer 304",
        "maxage": "seconds that the answer is good for", "flip": "another picture each time",
        "range": "answer to ranges", "auth": "demand USER:PASSWORD", "cookie": "demand a cookie",
        "fail": "fail the first so many requests", "seed": "other bytes, the same picture",
    ]
}
