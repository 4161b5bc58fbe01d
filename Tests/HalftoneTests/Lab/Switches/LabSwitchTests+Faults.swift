/// The effects of the server's faults, as scripts that fail without them.
extension LabSwitchTests {
    static let faultEffects: [String: String] = [
        "delay": """
        fault delay 60000
        expect every cell is loading
        expect screen shows delay=60000
        """,
        "rate": """
        fault rate 1000
        wait for progress >= visible
        wait for screen shows B of
        expect every cell is loading
        """,
        "status": """
        fault status 404
        wait for idle
        expect screen shows 404 not found
        """,
        "truncate": """
        set attempts 1
        fault truncate 1000
        wait for idle
        expect screen shows connection lost after
        """,
        "reset": """
        set attempts 1
        fault reset 0
        wait for idle
        expect screen shows connection lost
        """,
        "stall": """
        fault stall 10000
        wait for progress >= visible
        expect screen shows of
        expect every cell is loading
        """,
        "redirect": """
        fault redirect 1
        wait for idle
        expect every cell is shown
        fault redirect 20
        wait for idle
        expect screen shows redirected more than
        """,
        "loop": """
        fault loop
        wait for idle
        expect screen shows redirected more than
        """,
        "location": """
        fault location file:///etc/hostname
        wait for idle
        expect screen shows redirect refused
        """,
        "type": """
        fault type text/html
        wait for idle
        expect every cell is shown
        expect every cell shows type=text/html
        """,
        "length": """
        fault length none
        wait for idle
        expect every cell is shown
        set attempts 1
        fault length wrong
        wait for idle
        expect screen shows connection lost after
        """,
        "garbage": """
        fault garbage
        wait for idle
        expect screen shows not an image of a known format
        """,
        "empty": """
        fault empty
        wait for idle
        expect screen shows the picture is empty
        """,
        "etag": """
        feed huge
        wait for idle
        set refreshCached on
        wait for idle
        reset
        reload
        wait for idle
        expect served304 == 0
        fault etag
        wait for idle
        reset
        reload
        wait for idle
        expect served304 == visible
        """,
        "maxage": """
        feed huge
        set refreshCached on
        wait for idle
        fault maxage 3600
        wait for idle
        expect every cell shows maxage=3600
        """,
        "flip": """
        feed steady
        fault flip
        set refreshCached on
        wait for idle
        reset
        reload
        wait for idle
        expect served304 == 0
        expect set > visible
        """,
        "range": """
        set attempts 5
        fault reset 30000
        wait for idle
        expect every cell is failed
        fault none
        set retryFailed on
        wait for idle
        fault range
        fault reset 30000
        wait for idle
        expect every cell is shown
        """,
        "auth": """
        fault auth lab:secret
        wait for idle
        expect screen shows 401 password required
        """,
        "cookie": """
        fault cookie
        wait for idle
        expect screen shows 403 access denied
        """,
        "fail": """
        set attempts 1
        fault fail 1
        wait for idle
        expect screen shows 503 the server failed
        """,
        "seed": """
        reset
        fault seed 7
        wait for idle
        expect every cell shows seed=7
        expect requests == visible
        """,
    ]
}
