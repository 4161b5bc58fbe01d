@testable import LabScreens

/// The effects of the server's faults, as plays that fail without them.
extension LabSwitchTests {
    static let faultEffects: [LabPlay] = [
        LabPlay("delay") {
            fault("delay", "60000")
            check(everyCell.is(.loading))
            check(screenShows("delay=60000"))
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
        LabPlay("status") {
            fault("status", "404")
            wait(idle)
            check(screenShows("404 not found"))
        },
        LabPlay("truncate") {
            set("attempts", "1")
            fault("truncate", "1000")
            wait(idle)
            check(screenShows("connection lost after"))
            check(everyCell.fails(with: "connection lost after"))
            check(everyCell.showsNothing)
        },
        LabPlay("reset") {
            set("attempts", "1")
            fault("reset", "0")
            wait(idle)
            check(screenShows("connection lost"))
            check(everyCell.fails(with: "connection lost"))
            check(everyCell.showsNothing)
        },
        LabPlay("stall") {
            fault("stall", "10000")
            wait(count(.progress) >= visible)
            check(screenShows("of"))
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
        LabPlay("loop") {
            fault("loop")
            wait(idle)
            check(screenShows("redirected more than"))
            check(everyCell.fails(with: "redirected more than"))
        },
        LabPlay("location") {
            fault("location", "file:///etc/hostname")
            wait(idle)
            check(screenShows("redirect refused"))
            check(everyCell.fails(with: "redirect refused"))
            check(everyCell.showsNothing)
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
        LabPlay("garbage") {
            fault("garbage")
            wait(idle)
            check(screenShows("not an image of a known format"))
            check(everyCell.fails(with: "not an image of a known format"))
            check(everyCell.showsNothing)
        },
        LabPlay("empty") {
            fault("empty")
            wait(idle)
            check(screenShows("the picture is empty"))
            check(everyCell.fails(with: "the picture is empty"))
            check(everyCell.showsNothing)
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
        LabPlay("auth") {
            fault("auth", "lab:secret")
            wait(idle)
            check(screenShows("401 password required"))
            check(everyCell.fails(with: "401 password required"))
        },
        LabPlay("cookie") {
            fault("cookie")
            wait(idle)
            check(screenShows("403 access denied"))
            check(everyCell.fails(with: "403 access denied"))
        },
        LabPlay("fail") {
            set("attempts", "1")
            fault("fail", "1")
            wait(idle)
            check(screenShows("503 the server failed"))
            check(everyCell.fails(with: "503 the server failed"))
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
