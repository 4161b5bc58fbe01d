/// The effects of a load's options in the Lab, as scripts that fail without them.
extension LabSwitchTests {
    static let optionEffects: [String: String] = [
        "continueInBackground": """
        set disk off
        wait for idle
        set background on
        clear caches
        reset
        reload
        expect every cell is loading
        set continueInBackground on
        wait for idle
        expect every cell is shown
        expect requests == visible
        """,
        "highPriority": """
        set timeout 600
        set concurrency 4
        set lowPriority on
        wait for idle
        reset
        fault delay 60000
        wait for served == 2
        expect every cell is loading
        set highPriority on
        wait for served >= 6
        """,
        "transformAnimatedImage": """
        set feed moving
        wait for idle
        reset
        set transform gray
        wait for idle
        expect screen shows plays 8 frames
        expect screen lacks transformed
        expect transform == 0
        set transformAnimatedImage on
        wait for idle
        expect screen lacks plays 8 frames
        expect screen shows transformed
        """,
        "scaleDownLargeImages": """
        expect screen shows from network, 15x10
        set scaleDownLargeImages on
        wait for idle
        expect screen shows from disk, 12x8
        expect screen lacks 15x10
        """,
        "decodeFirstFrameOnly": """
        set feed moving
        wait for idle
        expect screen shows plays 8 frames
        set decodeFirstFrameOnly on
        wait for idle
        expect every cell is shown
        expect screen lacks plays 8 frames
        """,
        "preloadAllFrames": """
        set feed moving
        wait for idle
        expect screen shows plays 8 frames
        expect screen lacks all decoded
        set preloadAllFrames on
        wait for idle
        expect screen shows plays 8 frames, all decoded
        """,
        "waitStoreCache": """
        clear caches
        reload
        wait for idle
        key w G Enter
        expect screen shows ├ decode
        expect screen lacks ├ store
        key Esc
        set waitStoreCache on
        wait for idle
        clear caches
        reload
        wait for idle
        key G Enter
        expect screen shows ├ decode
        expect screen shows ├ store
        """,
        "retryFailed": """
        fault status 404
        wait for idle
        reset
        reload
        wait for idle
        expect screen shows not tried again yet
        expect requests == 0
        set retryFailed on
        wait for idle
        expect requests == visible
        expect screen shows 404 not found
        """,
        "lowPriority": """
        set timeout 600
        set concurrency 4
        set lowPriority on
        wait for idle
        reset
        fault delay 60000
        wait for served == 2
        expect every cell is loading
        set lowPriority off
        wait for served >= 6
        """,
        "progressiveLoad": """
        set concurrency 16
        wait for idle
        fault stall 24000
        wait for progress >= visible
        expect every cell is loading
        fault none
        wait for idle
        set progressiveLoad on
        wait for idle
        fault stall 24000
        wait for every cell is preview
        expect screen shows preview
        """,
        "refreshCached": """
        reset
        reload
        expect every cell is shown
        expect requests == 0
        pause
        set refreshCached on
        expect every cell is preview
        resume
        wait for idle
        expect served304 == visible
        """,
        "handleCookies": """
        set attempts 1
        fault cookie
        wait for idle
        expect every cell is failed
        expect screen shows 403 access denied
        set retryFailed on
        wait for idle
        expect every cell is failed
        set handleCookies on
        wait for idle
        reload
        wait for idle
        expect every cell is shown
        """,
        "delayPlaceholder": """
        set disk off
        wait for idle
        clear caches
        reset
        reload
        expect placeholder == visible
        wait for idle
        set delayPlaceholder on
        wait for idle
        clear caches
        reset
        pause
        reload
        expect placeholder == 0
        expect every cell is preview
        resume
        """,
        "avoidAutoSetImage": """
        set disk off
        wait for idle
        clear caches
        reset
        reload
        wait for idle
        expect transition == visible
        set avoidAutoSetImage on
        wait for idle
        clear caches
        reset
        reload
        wait for idle
        expect every cell is shown
        expect transition == 0
        """,
        "queryDiskDataSync": """
        pause
        clear memory
        reload
        expect every cell is loading
        resume
        wait for idle
        set queryDiskDataSync on
        wait for idle
        pause
        clear memory
        reset
        reload
        expect every cell is shown
        expect diskHits == visible
        resume
        """,
        "fromCacheOnly": """
        set disk off
        wait for idle
        set fromCacheOnly on
        wait for idle
        expect every cell is shown
        clear caches
        reset
        reload
        wait for idle
        expect every cell is failed
        expect screen shows not in the cache
        expect requests == 0
        """,
        "fromLoaderOnly": """
        reset
        reload
        expect requests == 0
        reset
        set fromLoaderOnly on
        wait for idle
        expect requests == visible
        expect memoryHits == 0
        """,
        "forceTransition": """
        reset
        reload
        expect transition == 0
        set forceTransition on
        expect transition == visible
        """,
        "avoidAutoCancelImage": """
        fault delay 60000
        reset
        reload
        expect cancelled == visible
        set avoidAutoCancelImage on
        reset
        reload
        expect cancelled == 0
        """,
        "waitTransition": """
        set disk off
        wait for idle
        set speed 1/50
        set waitTransition on
        wait for idle
        clear caches
        reset
        reload
        wait for set == visible
        expect screen lacks from network
        set speed 1
        wait for screen shows from network
        """,
        "matchAnimatedImageClass": """
        set matchAnimatedImageClass on
        wait for idle
        clear caches
        reload
        wait for idle
        expect every cell is failed
        """,
    ]
}
