/// Scenarios about inspecting cells: two settings side by side, and single frames.
extension LabScenario {
    static let wayBeside = LabScenario(
        name: "way-beside",
        summary: "two settings side by side on the same pictures, which are loaded once",
        script: """
            set transition curlUp
            set besideTransition none
            set besidePlaceholder text
            set besideIndicator bar
            set beside on
            wait for idle
            expect screen shows curlUp, spinner
            say Each picture twice: at the left a page curl and spinner, at the right a progress bar and no transition.
            clear caches
            reset
            pause
            fault delay 1000
            expect every cell is loading
            expect placeholder == visible + visible
            resume
            wait for idle
            expect transition == visible
            expect served == visible
            expect every cell is shown
            say delayPlaceholder at the right alone: there the old picture stays, at the left the placeholder comes.
            set besideDelay on
            wait for idle
            clear caches
            reset
            pause
            reload
            expect placeholder == visible
            resume
            wait for idle
            expect every cell is shown
            say The selected cell again and again, both settings at once.
            set replay miss
            wait for replays >= 2
            expect stalePaints == 0
            """)

    static let wayFrames = LabScenario(
        name: "way-frames",
        summary: "slow motion, and single frames of a transition",
        script: """
            set transition curlUp
            wait for idle
            set speed still
            say Time stands still for all that moves: the pictures come, and wait at the start of their transition.
            clear caches
            reset
            reload
            wait for set == visible
            expect transition == visible
            say Each press of . is one frame: every dot must be the placeholder's or the picture's.
            repeat 12
                key .
            end
            expect stalePaints == 0
            say The rest by itself, ever faster. --frames FILE would write each frame as text.
            set speed 1/50
            set speed 1/10
            set speed 1/4
            set speed 1
            wait for idle
            expect every cell is shown
            expect stalePaints == 0
            """)
}
