/// Scenarios in slow motion: placeholder, indicator and transition of a load.
extension LabScenario {
    static let wayMiss = LabScenario(
        name: "way-miss",
        summary: "slowly: placeholder and indicator, then the transition, then the picture",
        script: """
            set transition curlUp
            wait for idle
            set speed 1/10
            say In slow motion, from a slow server: first placeholder and indicator, then the picture curls in.
            reset
            pause
            fault delay 1000
            expect every cell is loading
            expect every cell shows no picture
            expect placeholder == visible
            resume
            wait for idle
            expect transition == visible
            say Check: the indicator went when the transition began, and the placeholder when it ended.
            expect every cell is shown
            say With a progress bar instead: it fills as bytes arrive, and must not jump back.
            set indicator bar
            reset
            fault rate 30000
            wait for progress >= visible
            expect every cell shows no picture
            wait for idle
            expect transition == visible
            expect every cell is shown
            set indicator spinner
            fault none
            fault delay 300
            set speed 1
            wait for idle
            say The selected cell again and again, without caches: the placeholder must hide all of the old picture.
            reset
            set replay miss
            wait for replays >= 2
            expect stalePaints == 0
            """)

    static let wayHit = LabScenario(
        name: "way-hit",
        summary: "slowly: a memory hit is shown in the same frame, without placeholder",
        script: """
            wait for idle
            set speed 1/50
            say From memory, in slow motion: no placeholder, indicator or transition may be seen.
            reset
            reload
            expect memoryHits == visible
            expect every cell is shown
            expect placeholder == 0
            expect transition == 0
            say One page down and up again: rows that come back have their pictures at once.
            key PgDn
            wait for idle
            reset
            key PgUp
            expect every cell is shown
            expect placeholder == 0
            set speed 1
            wait for idle
            say The selected cell again and again, from memory: no frame may be without the picture.
            reset
            set replay hit
            wait for replays >= 2
            expect stalePaints == 0
            """)

    static let wayDelayed = LabScenario(
        name: "way-delayed",
        summary: "slowly: with delayPlaceholder the old picture stays until the new one is there",
        script: """
            wait for idle
            set transition fade
            set speed 1/10
            set delayPlaceholder on
            wait for idle
            say Option delayPlaceholder, and the same pictures again: the old ones stay, nothing flickers.
            clear caches
            reset
            pause
            reload
            expect every cell is preview
            expect placeholder == 0
            resume
            wait for idle
            expect every cell is shown
            say Without delayPlaceholder: the placeholder takes the place of each picture at once.
            set delayPlaceholder off
            wait for idle
            clear caches
            reset
            pause
            reload
            expect every cell shows no picture
            expect placeholder == visible
            resume
            wait for idle
            expect every cell is shown
            set delayPlaceholder off
            wait for idle
            say The selected cell again and again, with delayPlaceholder: it must never be empty.
            reset
            set replay delayed
            wait for replays >= 2
            expect stalePaints == 0
            """)

    static let wayReused = LabScenario(
        name: "way-reused",
        summary: "slowly: a cell reused during a transition shows nothing of the old picture",
        script: """
            set transition fade
            wait for idle
            set speed 1/50
            say At a fiftieth of the speed, the pictures begin to fade in.
            clear caches
            reset
            reload
            wait for set == visible
            expect transition == visible
            say Now the cells get other rows: nothing of the old pictures may be left, only placeholders.
            set downloads off
            key G
            expect every cell is loading
            expect every cell shows no picture
            say The new pictures fade in from the placeholder, not from the old pictures.
            set downloads on
            wait for idle
            set speed 1
            expect every cell is shown
            fault delay 300
            wait for idle
            say The selected cell, reused in the middle of each fade: nothing of the picture before may show through.
            reset
            set replay reused
            wait for replays >= 2
            expect stalePaints == 0
            """)
}
