/// Scenarios about the reuse of cells, and their cancelled loads.
extension LabScenario {
    static let reuse = LabScenario(
        name: "reuse",
        summary: "few cells show many rows, and none shows its previous row's picture",
        script: """
            wait for idle
            say Down 40 rows: the same few cells show them all. Watch “reused” go up and “cell” stay.
            expect every cell is shown
            expect cells == visible
            reset
            repeat 40
                key j
                expect stalePaints == 0
            end
            wait for idle
            expect selected row == 41
            expect selected is shown
            expect cells <= visible + 3
            expect reuse >= 38 - visible

            say To the end and back: each cell shows the picture of the row that it has now.
            key G
            wait for idle
            expect every cell is shown
            expect row 62 generation >= 2
            key g
            wait for idle
            expect row 1 shows /image/aurora
            expect every cell is shown

            say To and fro 20 times while the server holds its answers back: no picture may appear in a wrong row.
            fault delay 600000
            repeat 20
                key G
                key g
                expect every cell is loading
            end
            fault none
            wait for idle
            expect every cell is shown
            expect cells <= visible + 3

            say Rows load only after ten minutes' rest here: until then they show nothing of the rows before.
            set loadDelay 600000
            set delayPlaceholder on
            clear memory
            key G
            expect every cell is waiting
            expect every cell shows no picture
            set loadDelay 0
            set delayPlaceholder off
            wait for idle
            expect every cell is shown
            expect stalePaints == 0
            """)

    static let pixels = LabScenario(
        name: "pixels",
        summary: "pixels follow where a picture rests; one whose cell is reused before is never sent",
        needsPixels: true,
        script: """
            set transition none
            set pictures auto
            say Half blocks come first. A picture that rests for an eighth of a second follows pixel by pixel.
            wait for idle
            expect upload >= visible

            say Time stands still, so that nothing rests: at the end of the list pictures stay in half blocks.
            reset
            set speed still
            key G
            wait for idle
            expect every cell is shown
            expect upload == 0

            say Back to the start: their cells get other rows, and what was to be sent is not.
            key g
            expect uploadCancelled >= 1
            expect upload == 0

            say Time moves again: to the end, and what rests there is sent.
            set speed 1
            key G
            wait for idle
            expect every cell is shown
            expect upload >= 1
            expect stalePaints == 0
            """)

    static let cancellation = LabScenario(
        name: "cancellation",
        summary: "a reused cell cancels its load, and drops late results",
        script: """
            set concurrency 16
            wait for idle
            say The server holds each answer back for ten minutes: every cell has a load under way.
            reset
            fault delay 600000
            wait for served >= visible
            expect every cell is loading

            say A jump to the end: each cell gets another row and cancels its load. “was row” names both.
            key G
            expect cancelled >= visible
            wait for clientsGone >= visible
            expect failed == 0
            fault none
            wait for idle
            expect every cell is shown

            say Pictures are ready but held back, and their cells get other rows: each comes too late and is dropped.
            clear caches
            reset
            pause
            reload
            wait for decoded >= visible
            expect every cell is loading
            key g
            expect cancelled >= visible
            resume
            wait for idle
            expect lateDropped >= 1
            expect every cell is shown
            expect row 1 shows /image/aurora

            say One delivery at a time: the first line of the screen names the next, and its cell.
            clear caches
            reset
            pause
            reload
            wait for decoded >= visible
            expect held >= 1
            expect set == 0
            step
            expect set <= 1
            resume
            wait for idle
            expect set == visible

            say Option avoidAutoCancelImage: a new load cancels nothing, yet the older picture is dropped.
            set avoidAutoCancelImage on
            wait for idle
            clear caches
            reset
            pause
            reload
            wait for decoded >= visible
            fault seed 2
            wait for decoded >= visible + visible
            expect cancelled == 0
            resume
            wait for idle
            expect lateDropped >= visible
            expect every cell shows seed=2
            expect stalePaints == 0
            """)

    static let placeholder = LabScenario(
        name: "placeholder",
        summary: "a hit shows no placeholder, a miss shows it during the load, delayPlaceholder only on failure",
        script: """
            wait for idle
            say All pictures are in memory: no cell may show a placeholder.
            reset
            reload
            expect memoryHits == visible
            expect placeholder == 0
            expect every cell is shown

            say With empty caches, each cell shows the placeholder until its picture is there.
            clear caches
            reset
            pause
            reload
            expect placeholder == visible
            expect every cell is loading
            resume
            wait for idle
            expect every cell is shown
            expect placeholder == visible

            say Option delayPlaceholder: the old picture stays; the placeholder comes only when a load has failed.
            set delayPlaceholder on
            wait for idle
            clear caches
            reset
            reload
            wait for idle
            expect every cell is shown
            expect placeholder == 0
            fault status 404
            wait for idle
            expect placeholder == visible
            expect every cell fails with 404 not found
            expect stalePaints == 0
            """)

    static let transition = LabScenario(
        name: "transition",
        summary: "loaded pictures come in with a transition, those of the caches without",
        needsDiskCache: true,
        script: """
            wait for idle
            set transition curlUp
            say From the network: each picture curls in.
            clear caches
            reset
            reload
            wait for idle
            expect transition == visible

            say From the disk: at once, without a transition.
            clear memory
            reset
            reload
            wait for idle
            expect diskHits == visible
            expect transition == 0

            say From memory: at once as well; with option forceTransition each curls in.
            reset
            reload
            expect memoryHits == visible
            expect transition == 0
            set forceTransition on
            expect transition == visible
            set forceTransition off

            say Transition “none”: pictures from the network appear at once too.
            set transition none
            clear caches
            reset
            reload
            wait for idle
            expect set == visible
            expect transition == 0

            say In slow motion, cells get other rows in the middle of a fade: nothing of the old picture may be left.
            set transition fade
            set speed 1/50
            clear caches
            reset
            reload
            wait for set == visible
            set downloads off
            key G
            expect every cell is loading
            set downloads on
            wait for idle
            key g
            wait for idle
            expect every cell is shown
            expect row 1 shows /image/aurora
            expect stalePaints == 0
            """)
}
