/// The effects of the switches of the Lab itself, of its views and of the engine, as scripts that fail without them.
extension LabSwitchTests {
    static let viewAndEngineEffects: [String: String] = [
        "feed": """
        expect screen shows feed steady
        set feed hostile
        expect screen shows feed hostile
        expect screen shows lies about type and length
        """,
        "pictures": """
        set pictures kitty
        wait for idle
        expect upload >= visible
        reset
        set pictures half
        wait for idle
        expect every cell is shown
        expect upload == 0
        """,
        "replay": """
        reset
        set replay miss
        wait for replays >= 1
        expect served >= 1
        set replay off
        wait for idle
        """,
        "beside": """
        expect screen lacks surface ‖
        reset
        set beside on
        wait for idle
        expect loads == visible + visible
        expect screen shows surface ‖ none
        """,
        "besidePlaceholder": """
        set beside on
        wait for idle
        set besidePlaceholder text
        expect screen shows ‖ none, spinner, text
        """,
        "besideIndicator": """
        set beside on
        wait for idle
        set besideIndicator bar
        expect screen shows ‖ none, bar
        """,
        "besideTransition": """
        set transition none
        set beside on
        set besideTransition curlUp
        wait for idle
        clear caches
        reset
        reload
        wait for idle
        expect transition == visible
        """,
        "besideDelay": """
        set beside on
        set besideDelay on
        wait for idle
        clear caches
        reset
        pause
        reload
        expect placeholder == visible
        resume
        wait for idle
        """,
        "speed": """
        set disk off
        wait for idle
        expect screen lacks 1/50
        set speed 1/50
        expect screen shows 1/50
        clear caches
        reset
        reload
        wait for set == visible
        expect transition == visible
        expect live == 0
        """,
        "identity": """
        expect screen shows generation 1
        set identity off
        expect screen lacks generation 1
        expect screen lacks /image/aurora
        """,
        "placeholder": """
        set disk off
        wait for idle
        set downloads off
        clear caches
        set indicator none
        set placeholder text
        reload
        expect screen shows no picture
        set placeholder surface
        expect screen lacks no picture
        """,
        "indicator": """
        set indicator spinner
        fault stall 24000
        wait for progress >= visible
        wait for screen shows %
        set indicator none
        wait for screen lacks %
        """,
        "transition": """
        set disk off
        wait for idle
        set transition none
        clear caches
        reset
        reload
        wait for idle
        expect transition == 0
        set transition curlUp
        clear caches
        reset
        reload
        wait for idle
        expect transition == visible
        """,
        "transform": """
        wait for idle
        expect screen lacks transformed
        reset
        set transform gray
        wait for idle
        expect screen shows transformed
        expect transform == visible
        set transform none
        wait for idle
        expect screen lacks transformed
        """,
        "height": """
        expect visible <= 7
        set height 2
        wait for idle
        expect visible >= 10
        expect every cell is shown
        set height auto
        expect visible <= 7
        """,
        "loadDelay": """
        set loadDelay 60000
        clear memory
        key G
        expect every cell is waiting
        expect screen shows waiting
        set loadDelay 0
        wait for idle
        expect every cell is shown
        """,
        "prefetch": """
        reset
        key PgDn
        wait for idle
        expect prefetch == 0
        set prefetch 4
        wait for prefetch >= 4
        expect screen shows prefetched
        wait for idle
        set timeout 600
        fault delay 60000
        set prefetch 8
        wait for prefetching > 0
        set prefetch 0
        expect prefetching == 0
        set prefetch 4
        fault delay off
        # the server may see a request that was cancelled only after the reset, and count it
        wait for idle
        clear caches
        set fromCacheOnly on
        reset
        key PgDn
        wait for idle
        expect prefetch > 0
        expect served == 0
        """,
        "memory": """
        set disk off
        wait for idle
        set memory off
        clear caches
        reset
        reload
        wait for idle
        expect inMemory == 0
        set memory on
        wait for idle
        expect inMemory == visible
        """,
        "disk": """
        set disk off
        wait for idle
        clear memory
        reset
        reload
        wait for idle
        expect screen shows from network
        expect diskHits == 0
        set disk on
        wait for idle
        clear memory
        reset
        reload
        wait for idle
        expect screen shows from disk
        expect diskHits == visible
        """,
        "concurrency": """
        set timeout 600
        set concurrency 1
        wait for idle
        reset
        fault delay 60000
        wait for served == 1
        expect every cell is loading
        set concurrency 16
        wait for served == visible
        """,
        "downloads": """
        set disk off
        wait for idle
        set downloads off
        clear caches
        reset
        reload
        expect every cell is loading
        expect screen shows loading
        expect served == 0
        set downloads on
        wait for idle
        expect every cell is shown
        """,
        "background": """
        set timeout 600
        wait for idle
        reset
        fault delay 60000
        wait for served == visible
        reset
        set background on
        wait for clientsGone == visible
        fault none
        set disk off
        wait for idle
        clear caches
        reset
        reload
        expect every cell is loading
        set background off
        wait for idle
        expect every cell is shown
        expect served == visible
        """,
        "order": """
        set disk off
        wait for idle
        set concurrency 1
        set downloads off
        clear caches
        reset
        reload
        set order lifo
        set downloads on
        wait for idle
        expect every cell turn == visible - row + 1
        """,
        "priority": """
        set timeout 600
        set concurrency 4
        set priority low
        wait for idle
        reset
        fault delay 60000
        wait for served == 2
        expect every cell is loading
        set priority normal
        wait for served >= 6
        """,
        "attempts": """
        set attempts 1
        fault fail 1
        wait for idle
        expect every cell is failed
        fault none
        wait for idle
        set attempts 3
        fault fail 2
        wait for idle
        expect every cell is shown
        """,
        "timeout": """
        set attempts 1
        set timeout 600
        wait for idle
        reset
        fault delay 60000
        wait for served >= 1
        set timeout 1
        wait for idle
        expect every cell fails with timed out
        expect screen shows timed out
        """,
    ]
}
