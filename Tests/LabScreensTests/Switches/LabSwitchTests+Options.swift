@testable import LabScreens

/// The effects of a load's options in the Lab, as plays that fail without them.
extension LabSwitchTests {
    static let optionEffects: [LabPlay] = [
        LabPlay("continueInBackground", hasDiskCache: false) {
            set("background", "on")
            reloadFromServer
            check(everyCell.is(.loading))
            set("continueInBackground", "on")
            wait(idle)
            check(everyCell.is(.shown))
            check(requests == visible)
        },
        raisingPriority("highPriority", "on"),
        LabPlay("transformAnimatedImage") {
            set("feed", "moving")
            wait(idle)
            resetCounters
            set("transform", "gray")
            wait(idle)
            check(screenShows("8 frames"))
            check(screenLacks("transformed"))
            check(count(.transform) == 0)
            set("transformAnimatedImage", "on")
            wait(idle)
            check(screenLacks("8 frames"))
            check(screenShows("transformed"))
        },
        LabPlay("scaleDownLargeImages") {
            check(screenShows("from network, 15x10"))
            set("scaleDownLargeImages", "on")
            wait(idle)
            check(screenShows("from disk, 12x8"))
            check(screenLacks("15x10"))
        },
        LabPlay("decodeFirstFrameOnly") {
            set("feed", "moving")
            wait(idle)
            check(screenShows("8 frames"))
            set("decodeFirstFrameOnly", "on")
            wait(idle)
            check(everyCell.is(.shown))
            check(screenLacks("8 frames"))
        },
        LabPlay("preloadAllFrames") {
            set("feed", "moving")
            wait(idle)
            check(screenShows("8 frames"))
            check(screenLacks(", decoded"))
            set("preloadAllFrames", "on")
            wait(idle)
            check(screenShows("8 frames, decoded"))
        },
        LabPlay("retryFailed") {
            fault("status", "404")
            wait(idle)
            resetCounters
            reload
            wait(idle)
            check(screenShows("not tried again yet"))
            check(requests == 0)
            set("retryFailed", "on")
            wait(idle)
            check(requests == visible)
            check(screenShows("404 not found"))
        },
        raisingPriority("lowPriority", "off"),
        LabPlay("progressiveLoad") {
            set("concurrency", "16")
            wait(idle)
            fault("stall", "24000")
            wait(count(.progress) >= visible)
            check(everyCell.is(.loading))
            noFaults
            wait(idle)
            set("progressiveLoad", "on")
            wait(idle)
            fault("stall", "24000")
            wait(everyCell.is(.preview))
            check(screenShows("preview"))
        },
        LabPlay("refreshCached") {
            resetCounters
            reload
            check(everyCell.is(.shown))
            check(requests == 0)
            hold
            set("refreshCached", "on")
            check(everyCell.is(.preview))
            release
            wait(idle)
            check(served304 == visible)
        },
        LabPlay("handleCookies") {
            set("attempts", "1")
            fault("cookie")
            wait(idle)
            check(everyCell.is(.failed))
            check(screenShows("403 access denied"))
            set("retryFailed", "on")
            wait(idle)
            check(everyCell.is(.failed))
            set("handleCookies", "on")
            wait(idle)
            reload
            wait(idle)
            check(everyCell.is(.shown))
        },
        LabPlay("delayPlaceholder", hasDiskCache: false) {
            reloadFromServer
            check(count(.placeholder) == visible)
            wait(idle)
            set("delayPlaceholder", "on")
            wait(idle)
            hold
            reloadFromServer
            check(count(.placeholder) == 0)
            check(everyCell.is(.preview))
            release
        },
        LabPlay("avoidAutoSetImage", hasDiskCache: false) {
            reloadFromServer
            wait(idle)
            check(count(.transition) == visible)
            set("avoidAutoSetImage", "on")
            wait(idle)
            reloadFromServer
            wait(idle)
            check(everyCell.is(.shown))
            check(count(.transition) == 0)
        },
        LabPlay("queryDiskDataSync") {
            hold
            clear(.memory)
            reload
            check(everyCell.is(.loading))
            release
            wait(idle)
            set("queryDiskDataSync", "on")
            wait(idle)
            hold
            clear(.memory)
            resetCounters
            reload
            check(everyCell.is(.shown))
            check(diskHits == visible)
            release
        },
        LabPlay("fromCacheOnly", hasDiskCache: false) {
            set("fromCacheOnly", "on")
            wait(idle)
            check(everyCell.is(.shown))
            reloadFromServer
            wait(idle)
            check(everyCell.fails(with: "not in the cache"))
            check(screenShows("not in the cache"))
            check(requests == 0)
        },
        LabPlay("fromLoaderOnly") {
            resetCounters
            reload
            check(requests == 0)
            resetCounters
            set("fromLoaderOnly", "on")
            wait(idle)
            check(requests == visible)
            check(memoryHits == 0)
        },
        LabPlay("forceTransition") {
            resetCounters
            reload
            check(count(.transition) == 0)
            set("forceTransition", "on")
            check(count(.transition) == visible)
        },
        LabPlay("avoidAutoCancelImage") {
            fault("delay", "60000")
            resetCounters
            reload
            check(cancelled == visible)
            set("avoidAutoCancelImage", "on")
            resetCounters
            reload
            check(cancelled == 0)
        },
        LabPlay("waitTransition", hasDiskCache: false) {
            set("speed", "1/50")
            set("waitTransition", "on")
            wait(idle)
            reloadFromServer
            wait(count(.set) == visible)
            check(screenLacks("from network"))
            set("speed", "1")
            wait(screenShows("from network"))
        },
        LabPlay("matchAnimatedImageClass") {
            set("matchAnimatedImageClass", "on")
            wait(idle)
            clear(.all)
            reload
            wait(idle)
            check(everyCell.is(.failed))
        },
    ]

    /// Loads of low priority take at most half of the four connections; raised ones take all.
    private static func raisingPriority(_ option: String, _ value: String) -> LabPlay {
        LabPlay(option) {
            set("timeout", "600")
            set("concurrency", "4")
            set("lowPriority", "on")
            wait(idle)
            resetCounters
            fault("delay", "60000")
            wait(served == 2)
            check(everyCell.is(.loading))
            set(option, value)
            wait(served >= 6)
        }
    }
}
