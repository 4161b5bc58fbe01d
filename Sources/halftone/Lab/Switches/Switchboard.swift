import ImageLab
import ImageLoading
import TerminalViews

/// All switches of the Lab, in groups, with their settings. A value without effects: ``LabEnvironment`` has them.
struct Switchboard: Sendable {
    /// Switches under a title.
    struct Group: Sendable {
        let title: String
        let switches: [any LabSwitchRow]
    }

    let groups: [Group]
    var settings = LabSettings()

    /// The switches of a Lab that has just been opened. Without a disk cache its switch is off, and stays so.
    init(hasDiskCache: Bool = true) {
        groups = [
            Group(title: "lab", switches: [Self.feed, Self.speed, Self.replay, Self.identity]),
            Group(title: "view", switches: Self.view), Group(title: "side by side", switches: Self.sideBySide),
            Group(title: "engine", switches: Self.engine(hasDiskCache: hasDiskCache)),
            Group(title: "image options", switches: Self.options), Group(title: "server faults", switches: Self.faults),
        ]
        settings.usesDisk = hasDiskCache
    }

    /// All switches in order.
    var rows: [any LabSwitchRow] { groups.flatMap(\.switches) }

    // MARK: - Scripts

    /// Returns the switch that scripts call by this name. Throws the names there are.
    func row(named name: String) throws(SwitchError) -> any LabSwitchRow {
        guard let row = rows.first(where: { $0.name == name }) else {
            throw SwitchError("there is no switch '\(name)'; there are \(rows.map(\.name).joined(separator: ", "))")
        }
        return row
    }

    /// Returns the value of a switch as scripts write it, or `nil` if there is none of that name.
    func text(of name: String) -> String? { try? row(named: name).text(in: settings) }

    /// Sets a switch by the name and the value that a script has for them. Throws what is allowed instead.
    mutating func set(_ name: String, to text: String) throws(SwitchError) {
        try row(named: name).set(text, in: &settings)
    }
}

// MARK: - The rows

extension Switchboard {
    static let feed = LabSwitch("feed", .choice, \.feed, .feed, help: "what the table shows")
    static let speed = LabSwitch(
        "speed", .choice([("1", 1), ("1/4", 0.25), ("1/10", 0.1), ("1/50", 0.02), ("still", 0.001)]), \.speed, .pace,
        help: "of all that moves; still: frame by frame")
    static let replay = LabSwitch(
        "replay", .choice, \.replay, .look, help: "the selected cell's way, again and again")
    static let beside = LabSwitch("beside", .flag, \.showsBeside, help: "each picture twice, the second as below")
    static let identity = LabSwitch("identity", .flag, \.showsIdentity, .look, help: "say which cell is which")

    static let height = LabSwitch(
        "height", .choice([("1", 1), ("2", 2), ("3", 3), ("5", 5), ("auto", 0)]), \.height, .look,
        help: "lines of a row")

    private static let view: [any LabSwitchRow] = [
        LabSwitch(
            "placeholder", .choice(NamedPlaceholder.all, \.name), \.placeholder, .look,
            help: "shown until there is a picture"),
        LabSwitch(
            "indicator", .choice(ImageIndicator.all, \.name), \.indicator, .look,
            help: "shown while a picture is loaded"),
        LabSwitch(
            "transition", .choice(ImageTransition.all, \.name), \.transition, .look, help: "how a picture comes in"),
        height,
        LabSwitch(
            "loadDelay", .number(0...60_000, steps: [0, 80, 250, 1000]), \.loadDelay, .look,
            help: "milliseconds in view before a row loads"),
        LabSwitch("prefetch", .number(0...1000, steps: [0, 4, 16]), \.prefetch, .look, help: "rows ahead"),
        LabSwitch("transform", .choice, \.transform, help: "what is made of each picture"),
    ]

    private static let sideBySide: [any LabSwitchRow] = [
        beside,
        LabSwitch(
            "besidePlaceholder", .choice(NamedPlaceholder.all, \.name), \.beside.placeholder, .look,
            help: "of the second picture"),
        LabSwitch(
            "besideIndicator", .choice(ImageIndicator.all, \.name), \.beside.indicator, .look,
            help: "of the second picture"),
        LabSwitch(
            "besideTransition", .choice(ImageTransition.all, \.name), \.beside.transition, .look,
            help: "of the second picture"),
        LabSwitch(
            "besideDelay", .flag, \.beside.delaysPlaceholder, help: "delayPlaceholder for the second picture"),
    ]

    private static func engine(hasDiskCache: Bool) -> [any LabSwitchRow] {
        [
            LabSwitch("memory", .flag, \.usesMemory, help: "the cache of decoded pictures"),
            hasDiskCache
                ? LabSwitch("disk", .flag, \.usesDisk, help: "the cache of bytes")
                : LabSwitch("disk", .choice([("off", false)]), \.usesDisk, help: "this Lab keeps nothing on disk"),
            LabSwitch(
                "concurrency", .number(1...64, steps: [1, 2, 6, 16]), \.concurrency, .look, help: "downloads at once"
            ) { ($0.configuration.queue.total, $0.configuration.queue.perHost) = ($1, $1) },
            LabSwitch(
                "downloads", .flag, \.isDownloading, .look, help: "off: those that have not begun wait"
            ) { $0.isSuspended = !$1 },
            LabSwitch(
                "background", .flag, \.isInBackground, .look, help: "on: all wait, as if we were stopped"
            ) { $1 ? $0.enterBackground() : $0.leaveBackground() },
            LabSwitch(
                "order", .choice([("fifo", .firstInFirstOut), ("lifo", .lastInFirstOut)]), \.order, .look,
                help: "the first of equals"
            ) { $0.configuration.queue.order = $1 },
            LabSwitch(
                "priority", .choice([("normal", []), ("high", .highPriority), ("low", .lowPriority)]), \.priority,
                help: "of the rows in view"),
            LabSwitch(
                "attempts", .number(1...10, steps: [1, 3, 5]), \.attempts, .look, help: "until a load has failed"
            ) { $0.configuration.retry.attempts = $1 },
            LabSwitch(
                "timeout", .number(1...600, steps: [1, 5, 15]), \.timeout, help: "seconds of silence until one has"
            ) { $0.configuration.timeout = .seconds($1) },
        ]
    }

    private static let options = ImageOptions.names.map { name, option in
        LabSwitch(name, .flag, \.options[option], help: optionHelp[name] ?? "an option of every load")
    }

    /// What each option does to every load, and for some why the Lab shows nothing of it.
    private static let optionHelp = [
        "retryFailed": "what failed before is tried again",
        "lowPriority": "behind all others",
        "progressiveLoad": "shows what has come so far",
        "refreshCached": "shows the cache, then asks the server",
        "continueInBackground": "goes on while background is on",
        "handleCookies": "sends and keeps cookies",
        "allowInvalidSSLCertificates": "nothing here: the server has no TLS",
        "highPriority": "before all others; beats lowPriority",
        "delayPlaceholder": "only where no picture comes",
        "transformAnimatedImage": "what plays too; it is a still then",
        "avoidAutoSetImage": "the cell itself sets it, at once",
        "scaleDownLargeImages": "large is here: over 100 pixels",
        "queryMemoryData": "nothing here: no bytes of a reduced picture",
        "queryMemoryDataSync": "nothing here: no bytes of a reduced picture",
        "queryDiskDataSync": "reads the disk before it returns",
        "fromCacheOnly": "never asks the server",
        "fromLoaderOnly": "never asks a cache",
        "forceTransition": "for what was in memory too",
        "decodeFirstFrameOnly": "nothing plays",
        "preloadAllFrames": "decodes all frames first",
        "matchAnimatedImageClass": "what does not play has failed",
        "waitStoreCache": "ends when it is stored; see its details",
        "avoidAutoCancelImage": "a cell's former load goes on",
        "waitTransition": "ends with its transition",
    ]

    static let faults = LabFaults.names.map { name in
        LabSwitch(name, .fault(name, steps: faultSteps[name] ?? ["on"]), \.faults, help: faultHelp[name] ?? "")
    }

    private static let faultSteps = [
        "delay": ["100", "500", "2000", "60000"], "rate": ["200000", "50000", "10000", "1000"],
        "status": ["404", "403", "429", "500", "503"], "truncate": ["0", "1000", "10000"],
        "reset": ["0", "1000", "10000"], "stall": ["0", "1000", "10000"], "redirect": ["1", "5", "20"],
        "location": ["file:///etc/hostname"], "type": ["text/html", "image/png"], "length": ["none", "wrong", "0"],
        "maxage": ["0", "60", "3600"], "auth": ["lab:secret"], "fail": ["1", "2", "5"], "seed": ["1", "2", "3"],
    ]

    private static let faultHelp = [
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
