import ImageLab
import ImageLoading
import TerminalViews

/// The switches that the Lab has, and what they mean to a load.
enum LabBoard {
    /// The board of a Lab that has just been opened.
    static func make() -> Switchboard {
        Switchboard([
            .init(
                "lab",
                [
                    LabSwitch(
                        "feed", .choice(LabFeed.allCases.map(\.rawValue)), value: LabFeed.steady.rawValue,
                        help: "what the table shows"),
                    LabSwitch(
                        "speed", .choice(speeds.map(\.name)), value: "1", help: "of all that moves on the screen"),
                    LabSwitch("identity", .flag, value: "on", help: "say which cell is which"),
                ]),
            .init(
                "view",
                [
                    LabSwitch(
                        "placeholder", .choice(Placeholder.named.map(\.name)), value: "checkerboard",
                        help: "shown until there is a picture"),
                    LabSwitch(
                        "indicator", .choice(ImageIndicator.all.map(\.name)), value: "activity",
                        help: "shown while a picture is loaded"),
                    LabSwitch(
                        "transition", .choice(ImageTransition.all.map(\.name)), value: "fade",
                        help: "how a picture comes in"),
                    LabSwitch(
                        "settle", .number(0...60_000, steps: [0, 80, 250, 1000]), value: "0",
                        help: "milliseconds in view before a row loads"),
                    LabSwitch(
                        "prefetch", .number(0...1000, steps: [0, 4, 16]), value: "0", help: "rows ahead"),
                ]),
            .init(
                "engine",
                [
                    LabSwitch("memory", .flag, value: "on", help: "the cache of decoded pictures"),
                    LabSwitch("disk", .flag, value: "on", help: "the cache of bytes"),
                    LabSwitch(
                        "concurrency", .number(1...64, steps: [1, 2, 6, 16]), value: "6", help: "downloads at once"),
                    LabSwitch("downloads", .flag, value: "on", help: "off: those that have not begun wait"),
                    LabSwitch("order", .choice(["fifo", "lifo"]), value: "fifo", help: "who goes first of equals"),
                    LabSwitch(
                        "priority", .choice(["normal", "high", "low"]), value: "normal", help: "of the rows in view"),
                    LabSwitch(
                        "attempts", .number(1...10, steps: [1, 3, 5]), value: "3", help: "until a load has failed"),
                    LabSwitch(
                        "timeout", .number(1...600, steps: [1, 5, 15]), value: "15",
                        help: "seconds of silence until one has"),
                ]),
            .init(
                "image options",
                ImageOptions.names.map { LabSwitch($0.name, .flag, value: "off", help: "an option of every load") }),
            .faults,
        ])
    }

    static let speeds: [(name: String, rate: Double)] = [
        ("1", 1), ("1/4", 0.25), ("1/10", 0.1), ("1/50", 0.02),
    ]
}

extension Switchboard {
    /// The options of a load, those of its priority included.
    var imageOptions: ImageOptions {
        var options: ImageOptions = []
        for (name, option) in ImageOptions.names where isOn(name) { options.insert(option) }
        switch self["priority"] {
        case "high": options.insert(.highPriority)
        case "low": options.insert(.lowPriority)
        default: break
        }
        return options
    }

    /// The tiers of the cache that may be asked, and may keep what comes.
    var cacheTiers: CacheType {
        var tiers = CacheType.none
        if isOn("memory") { tiers.insert(.memory) }
        if isOn("disk") { tiers.insert(.disk) }
        return tiers
    }

    var placeholder: Placeholder { self["placeholder"].flatMap(Placeholder.named) ?? .none }
    var indicator: ImageIndicator { self["indicator"].flatMap(ImageIndicator.named) ?? .none }
    var transition: ImageTransition { self["transition"].flatMap(ImageTransition.named) ?? .none }
    var speed: Double { LabBoard.speeds.first { $0.name == self["speed"] }?.rate ?? 1 }

    var downloadOrder: ImageDownloader.QueueLimits.Order {
        self["order"] == "lifo" ? .lastInFirstOut : .firstInFirstOut
    }
}
