@testable import LabScreens

/// The effects of the server's faults, as plays that fail without them.
extension LabSwitchTests {
    static let faultEffects = failingFaults + otherFaults

    /// Faults that make every load fail, with a text of the error.
    private static let failingFaults = [
        failing("status", "404", with: "404 not found"),
        failing("truncate", "1000", with: "connection lost after"),
        failing("reset", "0", with: "connection lost"),
        failing("loop", with: "redirected more than"),
        failing("location", "file:///etc/hostname", with: "redirect refused"),
        failing("garbage", with: "not an image of a known format"),
        failing("empty", with: "the picture is empty"),
        failing("auth", "lab:secret", with: "401 password required"),
        failing("cookie", with: "403 access denied"),
        failing("fail", "1", with: "503 the server failed"),
    ]

    private static func failing(_ name: String, _ value: String = "on", with text: String) -> LabPlay {
        LabPlay(name) {
            set("attempts", "1")
            fault(name, value)
            wait(idle)
            check(screenShows(text))
            check(everyCell.fails(with: text))
            check(everyCell.showsNothing)
        }
    }

    private static let otherFaults: [LabPlay] = [
        LabPlay("delay") {
            fault("delay", "60000")
            check(everyCell.is(.loading))
            check(screenShows("feed steady + delay=60000"))
        },
        LabPlay("rate") {
            fault("rate", "1000")
            wait(count(.progress) >= visible)
            wait(screenShows("B of"))
            check(everyCell.is(.loading))
            fault("rate", "400000")
            wait(idle)
            check(everyCell.is(.shown))
        },
        LabPlay("stall") {
            fault("stall", "10000")
            wait(count(.progress) >= visible)
            wait(screenShows("B of"))
            check(everyCell.is(.loading))
        },
        LabPlay("redirect") {
            fault("redirect", "1")
            wait(idle)
            check(everyCell.is(.shown))
            fault("redirect", "20")
            wait(idle)
            check(screenShows("redirected more than"))
            check(everyCell.fails(with: "redirected more than"))
        },
        LabPlay("type") {
            fault("type", "text/html")
            wait(idle)
            check(everyCell.is(.shown))
            check(everyCell.shows("type=text/html"))
        },
        LabPlay("length") {
            fault("length", "none")
            wait(idle)
            check(everyCell.is(.shown))
            check(everyCell.shows("length=none"))
            set("attempts", "1")
            fault("length", "wrong")
            wait(idle)
            check(screenShows("connection lost after"))
            check(everyCell.fails(with: "connection lost after"))
        },
        LabPlay("etag") {
            feed(.huge)
            wait(idle)
            set("refreshCached", "on")
            wait(idle)
            resetCounters
            reload
            wait(idle)
            check(served304 == 0)
            fault("etag")
            wait(idle)
            resetCounters
            reload
            wait(idle)
            check(served304 == visible)
        },
        LabPlay("maxage") {
            feed(.huge)
            set("refreshCached", "on")
            wait(idle)
            fault("maxage", "3600")
            wait(idle)
            check(everyCell.shows("maxage=3600"))
        },
        LabPlay("flip") {
            feed(.steady)
            fault("flip")
            set("refreshCached", "on")
            wait(idle)
            resetCounters
            reload
            wait(idle)
            check(served304 == 0)
            check(count(.set) > visible)
        },
        LabPlay("range") {
            set("attempts", "5")
            fault("reset", "30000")
            wait(idle)
            check(everyCell.is(.failed))
            noFaults
            set("retryFailed", "on")
            wait(idle)
            fault("range")
            fault("reset", "30000")
            wait(idle)
            check(everyCell.is(.shown))
        },
        LabPlay("seed") {
            resetCounters
            fault("seed", "7")
            wait(idle)
            check(everyCell.shows("seed=7"))
            check(everyCell.is(.shown))
            check(requests == visible)
        },
    ]
}
