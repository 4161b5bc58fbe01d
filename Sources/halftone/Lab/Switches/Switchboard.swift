import ImageLab
import ImageLoading
import TerminalViews

/// All switches of the Lab, in groups, with their settings. A value; ``LabEnvironment`` applies the effects.
struct Switchboard: Sendable {
    /// A titled group of switches.
    struct Group: Sendable {
        let title: String
        let switches: [any LabSwitchRow]
    }

    let groups: [Group]
    var settings = LabSettings()

    /// Creates the initial switches. Without a disk cache its switch can only be off.
    init(hasDiskCache: Bool = true) {
        groups = [
            Group(title: "view", switches: Self.view),
            Group(title: "server faults", switches: Self.faults.filter { !Self.rareFaults.contains($0.name) }),
            Group(title: "engine", switches: Self.engine(hasDiskCache: hasDiskCache)),
            Group(title: "image options", switches: Self.options),
            Group(title: "more faults", switches: Self.faults.filter { Self.rareFaults.contains($0.name) }),
            Group(title: "lab", switches: [Self.feed, Self.speed, Self.replay]),
        ]
        settings.usesDisk = hasDiskCache
    }

    /// All switches in order.
    var rows: [any LabSwitchRow] { groups.flatMap(\.switches) }

    // MARK: - Names

    /// Returns the switch of a name. Throws an error with all names.
    func row(named name: String) throws(Failure) -> any LabSwitchRow {
        guard let row = rows.first(where: { $0.name == name }) else {
            throw Failure("unknown switch '\(name)' (\(rows.map(\.name).joined(separator: ", ")))")
        }
        return row
    }

    /// Returns the value of a switch as text, or `nil` if there is none of that name.
    func text(of name: String) -> String? { try? row(named: name).text(in: settings) }

    /// What differs between two pictures side by side, such as `fade ‖ none`.
    var differences: String {
        rows.compactMap { row in
            let text = row.text(in: settings)
            guard let other = row.textBeside(in: settings), other != text else { return nil }
            return (text == "on" || text == "off" ? "\(row.name) " : "") + "\(text) ‖ \(other)"
        }.joined(separator: ", ")
    }

    /// Sets a switch by name and text. Throws an error with the allowed names or values.
    mutating func set(_ name: String, to text: String) throws(Failure) {
        try row(named: name).set(text, in: &settings)
    }
}

// MARK: - The rows

extension Switchboard {
    static let feed = LabSwitch("feed", .choice, \.feed, .feed, help: "what the table shows")
    static let speed = LabSwitch(
        "speed", .choice([("1", 1), ("1/4", 0.25), ("1/10", 0.1), ("1/50", 0.02), ("still", Pace.still)]), \.speed,
        .pace,
        help: "of all motion; still: frame by frame")
    static let replay = LabSwitch(
        "replay", .choice, \.replay, .look, help: "repeat the selected cell's load")

    static let height = LabSwitch(
        "height", .choice([("1", 1), ("2", 2), ("3", 3), ("5", 5), ("auto", 0)]), \.height, .look,
        help: "lines of a row")

    private static let view: [any LabSwitchRow] = [
        LabSwitch(
            "placeholder", .choice(NamedPlaceholder.all, \.name), look: \.placeholder, .look,
            help: "shown until there is a picture"),
        LabSwitch(
            "indicator", .choice(ImageIndicator.all, \.name), look: \.indicator, .look,
            help: "shown while a picture loads"),
        LabSwitch(
            "transition", .choice(ImageTransition.all, \.name), look: \.transition, .look,
            help: "how a picture comes in"),
        height,
        LabSwitch(
            "loadDelay", .number(0...600_000, steps: [0, 80, 250, 1000]), \.loadDelay, .look,
            help: "milliseconds in view before a row loads"),
        LabSwitch("prefetch", .number(0...1000, steps: [0, 4, 16]), \.prefetch, .look, help: "rows ahead"),
        LabSwitch("transform", .choice, \.transform, help: "applied to each picture"),
        LabSwitch(
            "pictures", .choice(LabPictures.all, \.name), \.pictures, .pictures,
            help: "how they are drawn; start: as options say"),
    ]

    private static func engine(hasDiskCache: Bool) -> [any LabSwitchRow] {
        [
            LabSwitch("memory", .flag, \.usesMemory, help: "the cache of decoded pictures"),
            hasDiskCache
                ? LabSwitch("disk", .flag, \.usesDisk, help: "the cache of bytes")
                : LabSwitch("disk", .choice([("off", false)]), \.usesDisk, help: "this Lab has no disk cache"),
            LabSwitch(
                "concurrency", .number(1...64, steps: [1, 2, 6, 16]), \.concurrency, .look, help: "concurrent downloads"
            ) { ($0.configuration.queue.total, $0.configuration.queue.perHost) = ($1, $1) },
            LabSwitch(
                "downloads", .flag, \.isDownloading, .look, help: "off: queued downloads wait"
            ) { $0.isSuspended = !$1 },
            LabSwitch(
                "background", .flag, \.isInBackground, .look, help: "on: loads wait, as if suspended"
            ) { $1 ? $0.enterBackground() : $0.leaveBackground() },
            LabSwitch(
                "order", .choice([("fifo", .firstInFirstOut), ("lifo", .lastInFirstOut)]), \.order, .look,
                help: "among equal priorities"
            ) { $0.configuration.queue.order = $1 },
            LabSwitch(
                "priority", .choice([("normal", []), ("high", .highPriority), ("low", .lowPriority)]), \.priority,
                help: "of the rows in view"),
            LabSwitch(
                "attempts", .number(1...10, steps: [1, 3, 5]), \.attempts, .look, help: "attempts of each load"
            ) { $0.configuration.retry.attempts = $1 },
            LabSwitch(
                "timeout", .number(1...600, steps: [1, 5, 15]), \.timeout, help: "seconds without data until failure"
            ) { $0.configuration.timeout = .seconds($1) },
        ]
    }

    private static let options = ImageOptions.names.map { name, option in
        LabSwitch(name, .flag, look: \.options[option], help: optionHelp[name] ?? "an option of every load")
    }

    /// The effects of the options, or why they have none in the Lab.
    private static let optionHelp = [
        "retryFailed": "retries URLs that failed before",
        "lowPriority": "after all others",
        "progressiveLoad": "shows partial pictures",
        "refreshCached": "shows the cache, then asks the server",
        "continueInBackground": "continues while background is on",
        "handleCookies": "sends and stores cookies",
        "allowInvalidSSLCertificates": "no effect: the server has no TLS",
        "highPriority": "before all others; beats lowPriority",
        "delayPlaceholder": "only if the load fails",
        "transformAnimatedImage": "animations too, as stills",
        "avoidAutoSetImage": "the cell sets it immediately",
        "scaleDownLargeImages": "large means over 100 pixels here",
        "queryMemoryData": "no effect: scaled pictures have no data",
        "queryMemoryDataSync": "no effect: scaled pictures have no data",
        "queryDiskDataSync": "reads the disk before it returns",
        "fromCacheOnly": "never asks the server",
        "fromLoaderOnly": "never reads a cache",
        "forceTransition": "for the caches' too",
        "decodeFirstFrameOnly": "animations are stills",
        "preloadAllFrames": "decodes all frames first",
        "matchAnimatedImageClass": "fails on stills",
        "waitStoreCache": "ends when stored; see its details",
        "avoidAutoCancelImage": "a cell's previous load continues",
        "waitTransition": "ends with the transition",
    ]

    static let faults = LabFaults.names.map { name in
        LabSwitch(name, .fault(name, steps: faultSteps[name] ?? ["on"]), \.faults, help: faultHelp[name] ?? "")
    }

    private static let rareFaults: Set = ["location", "type", "length", "auth", "cookie", "range", "seed"]

    private static let faultSteps = [
        "delay": ["100", "500", "2000", "60000"], "rate": ["200000", "50000", "10000", "1000"],
        "status": ["404", "403", "429", "500", "503"], "truncate": ["0", "1000", "10000"],
        "reset": ["0", "1000", "10000"], "stall": ["0", "1000", "10000"], "redirect": ["1", "5", "20"],
        "location": ["file:///etc/hostname"], "type": ["text/html", "image/png"], "length": ["none", "wrong", "0"],
        "maxage": ["0", "60", "3600"], "auth": ["lab:secret"], "fail": ["1", "2", "5"], "seed": ["1", "2", "3"],
    ]

    private static let faultHelp = [
        "delay": "milliseconds before the response", "rate": "bytes per second", "status": "respond with this status",
        "truncate": "close after N bytes", "reset": "reset after N bytes",
        "stall": "stop sending after N bytes", "redirect": "redirect N times", "loop": "redirect forever",
        "location": "target of the last redirect", "type": "Content-Type", "length": "Content-Length",
        "garbage": "random bytes as body", "empty": "empty body", "etag": "send an ETag, respond 304",
        "maxage": "max-age in seconds", "flip": "another picture each time",
        "range": "support range requests", "auth": "require USER:PASSWORD", "cookie": "require a cookie",
        "fail": "fail the first N requests", "seed": "other bytes, the same picture",
    ]
}
