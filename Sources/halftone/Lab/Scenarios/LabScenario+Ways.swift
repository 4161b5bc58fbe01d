/// The way of a picture into its cell, in slow motion: what to look at while placeholder, indicator and transition follow
/// each other.
extension LabScenario {
    static let wayMiss = LabScenario(
        name: "way-miss",
        summary: "slowly: placeholder and indicator, then the transition, then the picture",
        script: """
            set transition dissolve
            wait for idle
            set speed 1/10
            say in no cache, a second away: look for placeholder and indicator, then dots of the picture between them
            reset
            fault delay 1000
            expect every cell is loading
            expect every cell shows no picture
            expect placeholder == visible
            wait for idle
            expect transition == visible
            say the indicator has gone when the transition begins, and the placeholder when it ends
            expect every cell is shown
            say with a bar that fills as bytes arrive: it must not jump back
            set indicator progress
            reset
            fault rate 30000
            wait for progress >= visible
            expect every cell shows no picture
            wait for idle
            expect transition == visible
            expect every cell is shown
            set indicator activity
            fault none
            fault delay 300
            set speed 1
            wait for idle
            say one cell again and again, from no cache: look that nothing is left of the picture when the placeholder comes back
            reset
            set replay miss
            wait for replays >= 2
            expect stalePaints == 0
            """)

    static let wayHit = LabScenario(
        name: "way-hit",
        summary: "slowly: what is in memory is there in the same frame, with nothing before it",
        script: """
            wait for idle
            set speed 1/50
            say in memory: no placeholder, no indicator, no transition may be seen, however slow it is
            reset
            reload
            expect memoryHits == visible
            expect every cell is shown
            expect placeholder == 0
            expect transition == 0
            say there and back: rows that come into view again have their pictures at once
            key PgDn
            wait for idle
            reset
            key PgUp
            expect every cell is shown
            expect placeholder == 0
            set speed 1
            wait for idle
            say one cell again and again, from memory: look that not a single frame is without the picture
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
            say the same picture again, a second away: it stays, and nothing flickers
            clear caches
            reset
            pause
            reload
            expect every cell is preview
            expect placeholder == 0
            resume
            wait for idle
            expect every cell is shown
            say without delayPlaceholder the placeholder takes its place
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
            say one cell again and again, with delayPlaceholder for this cell alone: look that it is never empty
            reset
            set replay delayed
            wait for replays >= 2
            expect stalePaints == 0
            """)

    static let wayReused = LabScenario(
        name: "way-reused",
        summary: "slowly: a cell that gets another row in the middle of a transition shows nothing of the old picture",
        script: """
            set transition fade
            wait for idle
            set speed 1/50
            say the pictures begin to fade in
            clear caches
            reset
            reload
            wait for set == visible
            expect transition == visible
            say other rows in the middle of it: look for anything that is left of the old pictures
            set downloads off
            key G
            expect every cell is loading
            expect every cell shows no picture
            say they fade in from the placeholder, not from the old pictures
            set downloads on
            wait for idle
            set speed 1
            expect every cell is shown
            fault delay 300
            wait for idle
            say one cell again and again, given another row in the middle of each transition: look for anything of the picture before
            reset
            set replay reused
            wait for replays >= 2
            expect stalePaints == 0
            """)
}
