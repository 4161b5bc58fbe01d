import ImageCoding
import ImageLab
import ImageLoading
import TerminalViews

/// The switches that the Lab has, and what they mean to a load.
enum LabBoard {
    /// The board of a Lab that has just been opened. Without a disk cache its switch is off, and stays so.
    static func make(hasDiskCache: Bool = true) -> Switchboard {
        Switchboard([
            .init(
                "lab",
                [
                    LabSwitch(
                        "feed", .choice(LabFeed.allCases.map(\.rawValue)), value: LabFeed.steady.rawValue,
                        .feed, help: "what the table shows"),
                    LabSwitch(
                        "speed", .choice(speeds.map(\.name)), value: "1", .pace, help: "of all that moves on the screen"
                    ),
                    LabSwitch("identity", .flag, value: "on", .look, help: "say which cell is which"),
                ]),
            .init(
                "view",
                [
                    LabSwitch(
                        "placeholder", .choice(Placeholder.named.map(\.name)), value: "checkerboard",
                        .look, help: "shown until there is a picture"),
                    LabSwitch(
                        "indicator", .choice(ImageIndicator.all.map(\.name)), value: "activity",
                        .look, help: "shown while a picture is loaded"),
                    LabSwitch(
                        "transition", .choice(ImageTransition.all.map(\.name)), value: "fade",
                        .look, help: "how a picture comes in"),
                    LabSwitch(
                        "settle", .number(0...60_000, steps: [0, 80, 250, 1000]), value: "0",
                        .look, help: "milliseconds in view before a row loads"),
                    LabSwitch(
                        "prefetch", .number(0...1000, steps: [0, 4, 16]), value: "0", .look, help: "rows ahead"),
                    LabSwitch(
                        "transform", .choice(transformers.map(\.name)), value: "none",
                        help: "what is made of each picture"),
                ]),
            .init(
                "engine",
                [
                    LabSwitch("memory", .flag, value: "on", help: "the cache of decoded pictures"),
                    hasDiskCache
                        ? LabSwitch("disk", .flag, value: "on", help: "the cache of bytes")
                        : LabSwitch("disk", .choice(["off"]), value: "off", help: "this Lab keeps nothing on disk"),
                    LabSwitch(
                        "concurrency", .number(1...64, steps: [1, 2, 6, 16]), value: "6", .look,
                        help: "downloads at once"
                    ) { downloader, board in
                        let limit = board.number("concurrency")
                        (downloader.configuration.queue.total, downloader.configuration.queue.perHost) = (limit, limit)
                    },
                    LabSwitch("downloads", .flag, value: "on", .look, help: "off: those that have not begun wait") {
                        $0.isSuspended = !$1.isOn("downloads")
                    },
                    LabSwitch("background", .flag, value: "off", .look, help: "on: all wait, as if we were stopped") {
                        $1.isOn("background") ? $0.enterBackground() : $0.leaveBackground()
                    },
                    LabSwitch(
                        "order", .choice(["fifo", "lifo"]), value: "fifo", .look, help: "who goes first of equals"
                    ) { $0.configuration.queue.order = $1["order"] == "lifo" ? .lastInFirstOut : .firstInFirstOut },
                    LabSwitch(
                        "priority", .choice(["normal", "high", "low"]), value: "normal", help: "of the rows in view"),
                    LabSwitch(
                        "attempts", .number(1...10, steps: [1, 3, 5]), value: "3", .look,
                        help: "until a load has failed"
                    ) { $0.configuration.retry.attempts = $1.number("attempts") },
                    LabSwitch(
                        "timeout", .number(1...600, steps: [1, 5, 15]), value: "15",
                        help: "seconds of silence until one has"
                    ) { $0.configuration.timeout = .seconds($1.number("timeout")) },
                ]),
            .init(
                "image options",
                ImageOptions.names.map {
                    LabSwitch($0.name, .flag, value: "off", help: optionHelp[$0.name] ?? "an option of every load")
                }),
            .faults,
        ])
    }

    static let transformers: [(name: String, transformer: (any ImageTransformer)?)] = [
        ("none", nil), ("gray", Transformers.Filter(.grayscale)), ("round", Transformers.RoundCorner(radius: 4)),
        ("blur", Transformers.Blur(radius: 2)),
    ]

    /// What each option does to every load, and of some why nothing is seen of it.
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

    static let speeds: [(name: String, rate: Double)] = [
        ("1", 1), ("1/4", 0.25), ("1/10", 0.1), ("1/50", 0.02),
    ]
}

extension Switchboard {
    /// The options of a load, those of its priority included.
    var imageOptions: ImageOptions {
        var options: ImageOptions = []
        for (name, option) in ImageOptions.names where isOn(name) { options.insert(option) }
        if self["priority"] == "high" { options.insert(.highPriority) }
        if self["priority"] == "low" { options.insert(.lowPriority) }
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
    var transformer: (any ImageTransformer)? {
        LabBoard.transformers.first { $0.name == self["transform"] }?.transformer
    }
    var speed: Double { LabBoard.speeds.first { $0.name == self["speed"] }?.rate ?? 1 }
}
