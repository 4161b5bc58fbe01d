import ImageLab
import ImageLoading
import ScreenKit
import TerminalViews

/// All switches of the Lab, in groups, with their settings. A value; ``LabEnvironment`` applies the effects.
struct Switchboard: Sendable {
    struct Group: Sendable {
        let title: String
        let switches: [LabSwitch]
    }

    let groups: [Group]
    var settings = LabSettings()

    /// Creates the initial switches; without a disk cache, there is none for it.
    init(hasDiskCache: Bool = true) {
        groups = [
            Group(title: "view", switches: Self.view),
            Group(title: "server faults", switches: Self.faults),
            Group(title: "engine", switches: Self.engine.filter { hasDiskCache || $0.name != "disk" }),
            Group(title: "image options", switches: Self.options),
            Group(title: "more faults", switches: Self.rareFaults),
            Group(title: "lab", switches: [Self.feed, Self.speed, Self.replay]),
        ]
        settings.cacheTiers[.disk] = hasDiskCache
    }

    /// All switches in order.
    var rows: [LabSwitch] { groups.flatMap(\.switches) }

    // MARK: - Names

    func row(named name: String) throws(Failure) -> LabSwitch {
        guard let row = rows.first(where: { $0.name == name }) else { throw Failure("unknown switch '\(name)'") }
        return row
    }

    /// What differs between two pictures side by side, such as `fade ‖ none`.
    var differences: String {
        rows.compactMap { row in
            let text = row.text(in: settings)
            guard let other = row.textBeside(in: settings), other != text else { return nil }
            return (text == "on" || text == "off" ? "\(row.name) " : "") + "\(text) ‖ \(other)"
        }.joined(separator: ", ")
    }
}

// MARK: - The rows

extension Switchboard {
    static let feed = LabSwitch("feed", .choice, \.feed, .feed, help: "what the table shows")
    static let speed = LabSwitch(
        "speed", .choice([("1", 1), ("1/4", 0.25), ("1/10", 0.1), ("1/50", 0.02), ("still", Pace.still)]), \.speed,
        .panels, help: "of all motion; still: frame by frame"
    ) { $0.setSpeed($1) }
    static let replay = LabSwitch(
        "replay", .flag, \.replay, .redraw, help: "repeat the row's load, without caches")

    private static let view: [LabSwitch] = [
        LabSwitch(
            "placeholder", .choice(NamedPlaceholder.all, \.name), \.picture.placeholder, .redraw, isOfPicture: true,
            help: "shown until there is a picture"),
        LabSwitch(
            "indicator", .choice(ImageIndicator.all, \.name), \.picture.indicator, .redraw, isOfPicture: true,
            help: "shown while a picture loads"),
        LabSwitch(
            "transition", .choice(ImageTransition.all, \.name), \.picture.transition, .redraw, isOfPicture: true,
            help: "how a picture comes in"),
        LabSwitch(
            "loadDelay", .number([0, 80, 250, 1000]), \.loadDelay, .redraw,
            help: "milliseconds in view before a row loads"),
        LabSwitch("prefetch", .number([0, 4, 16]), \.prefetch, .redraw, help: "rows ahead"),
        LabSwitch("transform", .choice, \.transform, help: "applied to each picture"),
        LabSwitch(
            "pictures", .choice([("start", nil), ("half", .half), ("best", .best)]), \.pictures,
            help: "how they are drawn; start: as options say"
        ) { $0.choosePictures($1) },
    ]

    private static let engine: [LabSwitch] = [
        LabSwitch("memory", .flag, \.cacheTiers[.memory], help: "the cache of decoded pictures"),
        LabSwitch("disk", .flag, \.cacheTiers[.disk], help: "the cache of bytes"),
        LabSwitch(
            "concurrency", .number([1, 2, 6, 16]), \.concurrency, .panels,
            help: "concurrent downloads"
        ) { $0.downloader.configuration.queue.total = $1 },
        LabSwitch(
            "downloads", .flag, \.isDownloading, .panels, help: "off: queued downloads wait"
        ) { $0.downloader.isSuspended = !$1 },
        LabSwitch(
            "background", .flag, \.isInBackground, .panels, help: "on: loads wait, as if suspended"
        ) { $1 ? $0.downloader.enterBackground() : $0.downloader.leaveBackground() },
        LabSwitch(
            "order", .choice([("fifo", .firstInFirstOut), ("lifo", .lastInFirstOut)]), \.order, .panels,
            help: "among equal priorities"
        ) { $0.downloader.configuration.queue.order = $1 },
        LabSwitch(
            "attempts", .number([1, 3, 5]), \.attempts, .panels, help: "attempts of each load"
        ) { $0.downloader.configuration.retry.attempts = $1 },
        LabSwitch(
            "timeout", .number([1, 5, 15]), \.timeout, help: "seconds without data until failure"
        ) { $0.downloader.configuration.timeout = .seconds($1) },
    ]

    private static let options = ImageOptions.names.compactMap { name, option in
        optionHelp[name].map { LabSwitch(name, .flag, \.picture.options[option], isOfPicture: true, help: $0) }
    }

    /// The effects of the options. The others have none: the server has no TLS, and scaled pictures have no data.
    private static let optionHelp = [
        "retryFailed": "retries URLs that failed before",
        "lowPriority": "after all others",
        "progressiveLoad": "shows partial pictures",
        "refreshCached": "shows the cache, then asks the server",
        "continueInBackground": "continues while background is on",
        "handleCookies": "sends and stores cookies",
        "highPriority": "before all others; beats lowPriority",
        "delayPlaceholder": "only if the load fails",
        "transformAnimatedImage": "animations too, as stills",
        "avoidAutoSetImage": "the cell sets it immediately",
        "scaleDownLargeImages": "large means over 100 pixels here",
        "queryDiskDataSync": "reads the disk before it returns",
        "fromCacheOnly": "never asks the server",
        "fromLoaderOnly": "never reads a cache",
        "forceTransition": "for the caches' too",
        "decodeFirstFrameOnly": "animations are stills",
        "preloadAllFrames": "decodes all frames first",
        "matchAnimatedImageClass": "fails on stills",
        "avoidAutoCancelImage": "a cell's previous load continues",
        "waitTransition": "ends with the transition",
    ]

    /// The faults of the server that a demonstration needs.
    static let faults = [
        fault("delay", ["100", "500", "2000", "60000"], help: "milliseconds before the response"),
        fault("rate", ["200000", "50000", "10000", "1000"], help: "bytes per second"),
        fault("status", ["404", "403", "429", "500", "503"], help: "respond with this status"),
        fault("truncate", ["0", "1000", "10000"], help: "close after N bytes"),
        fault("reset", ["0", "1000", "10000"], help: "reset after N bytes"),
        fault("stall", ["0", "1000", "10000"], help: "stop sending after N bytes"),
        fault("redirect", ["1", "5", "20"], help: "redirect N times"),
        fault("loop", help: "redirect forever"),
        fault("garbage", help: "random bytes as body"),
        fault("empty", help: "empty body"),
        fault("etag", help: "send an ETag, respond 304"),
        fault("maxage", ["0", "60", "3600"], help: "max-age in seconds"),
        fault("flip", help: "another picture each time"),
        fault("fail", ["1", "2", "5"], help: "fail the first N requests"),
    ]
    static let rareFaults = [
        fault("location", ["file:///etc/hostname"], help: "target of the last redirect"),
        fault("type", ["text/html", "image/png"], help: "Content-Type"),
        fault("length", ["none", "wrong", "0"], help: "Content-Length"),
        fault("range", help: "support range requests"),
        fault("auth", ["lab:secret"], help: "require USER:PASSWORD"),
        fault("cookie", help: "require a cookie"),
        fault("seed", ["1", "2", "3"], help: "other bytes, the same picture"),
    ]

    private static func fault(_ name: String, _ steps: [String] = ["on"], help: String) -> LabSwitch {
        LabSwitch(name, .fault(name, steps: steps), \.faults, help: help)
    }
}
