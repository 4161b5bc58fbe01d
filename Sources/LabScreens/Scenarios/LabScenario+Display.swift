/// Scenarios about what a cell shows before, during and after a load.
extension LabScenario {
    static let placeholder = LabScenario(
        "placeholder",
        "a hit shows no placeholder, a miss shows it during the load, delayPlaceholder only on failure"
    ) {
        wait(idle)

        say("All pictures are in memory: no cell may show a placeholder.")
        resetCounters
        reload
        check(memoryHits == visible)
        check(count(.placeholder) == 0)
        check(everyCell.is(.shown))

        say("With empty caches, each cell shows its placeholder while its picture loads.")
        hold
        reloadFromServer
        check(count(.placeholder) == visible)
        check(everyCell.is(.loading))

        say("The pictures come, each in place of its placeholder.")
        release
        wait(idle)
        check(everyCell.is(.shown))
        check(count(.placeholder) == visible)

        say("delayPlaceholder: the old picture stays while the new one loads.")
        set("delayPlaceholder", "on")
        wait(idle)
        hold
        reloadFromServer
        check(everyCell.is(.preview))
        check(count(.placeholder) == 0)

        say("The new pictures come. Only a load that fails shows its placeholder now.")
        release
        wait(idle)
        check(everyCell.is(.shown))
        check(count(.placeholder) == 0)
        fault("status", "404")
        wait(idle)
        check(count(.placeholder) == visible)
        check(everyCell.fails(with: "404 not found"))
        check(stalePaints == 0)
    }

    static let transition = LabScenario(
        "transition", "loaded pictures come in with a transition, those of the caches without",
        needsDiskCache: true
    ) {
        wait(idle)
        set("transition", "curlUp")

        say("From the network: each picture curls in.")
        reloadFromServer
        wait(idle)
        check(count(.transition) == visible)

        say("From the disk: at once, without a transition.")
        clear(.memory)
        resetCounters
        reload
        wait(idle)
        check(diskHits == visible)
        check(count(.transition) == 0)

        say("From memory: at once as well; with option forceTransition each curls in.")
        resetCounters
        reload
        check(memoryHits == visible)
        check(count(.transition) == 0)
        set("forceTransition", "on")
        check(count(.transition) == visible)
        set("forceTransition", "off")

        say("In slow motion, cells get other rows in the middle of a fade: nothing of the old picture may be left.")
        set("transition", "fade")
        set("speed", "1/50")
        reloadFromServer
        wait(count(.set) == visible)
        set("downloads", "off")
        press("G")
        check(everyCell.is(.loading))

        say("The new rows load, and the first rows come back: each cell shows its own row’s picture.")
        set("downloads", "on")
        wait(idle)
        press("g")
        wait(idle)
        check(everyCell.is(.shown))
        check(cell(inRow: 1).shows("/image/aurora"))
        check(stalePaints == 0)
    }

    static let pixels = LabScenario(
        "pixels", "pixels follow where a picture rests; one whose cell is reused before is never sent",
        needsPixels: true
    ) {
        set("transition", "none")

        say("Half blocks come first. A picture that rests for an eighth of a second follows pixel by pixel.")
        set("pictures", "best")
        wait(idle)
        check(count(.upload) >= visible)

        say("Time stands still, so that nothing rests: at the end of the list pictures stay in half blocks.")
        resetCounters
        set("speed", "still")
        press("G")
        wait(idle)
        check(everyCell.is(.shown))
        check(count(.upload) == 0)

        say("Back to the start: their cells get other rows, and what was to be sent is not.")
        press("g")
        check(count(.uploadCancelled) >= 1)
        check(count(.upload) == 0)

        say("Time moves again: to the end, and what rests there is sent.")
        set("speed", "1")
        press("G")
        wait(idle)
        check(everyCell.is(.shown))
        check(count(.upload) >= 1)
        check(stalePaints == 0)
    }
}
