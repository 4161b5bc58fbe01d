/// The scenario about faults of the server.
extension LabScenario {
    static let hostile = LabScenario(
        name: "hostile",
        summary: "every server fault ends in the picture or one clear error, and leaves nothing behind",
        script: """
            set attempts 1
            wait for idle
            say The server sends what is no picture: each cell says so.
            fault garbage
            wait for idle
            expect every cell shows no picture
            expect every cell fails with not an image of a known format
            fault none
            fault empty
            wait for idle
            expect every cell shows no picture
            expect every cell fails with the picture is empty
            fault none

            say The picture claims to be larger than anything: it is refused before memory is used.
            fault length 1099511627776
            wait for idle
            expect every cell fails with larger than the limit
            fault none

            say The connection breaks off in the middle: each cell says what is missing.
            fault reset 0
            wait for idle
            expect every cell fails with connection lost
            expect every cell shows no picture
            fault none
            fault truncate 1000
            wait for idle
            expect every cell fails with connection lost after
            expect every cell shows no picture
            fault none
            fault length wrong
            wait for idle
            expect every cell fails with connection lost after
            fault none

            say Odd answers that do no harm: every picture comes.
            fault length none
            wait for idle
            expect every cell is shown
            expect every cell shows length=none
            fault none
            fault type text/html
            wait for idle
            expect every cell is shown
            expect every cell shows type=text/html
            fault none
            fault rate 400000
            wait for idle
            expect every cell is shown
            expect every cell shows rate=400000
            fault none
            fault seed 3
            wait for idle
            expect every cell is shown
            expect every cell shows seed=3
            fault none

            say Odd caching headers and ranges, and another picture at each request: every cell gets one whole picture.
            fault etag
            fault range
            fault maxage 0
            fault flip
            wait for idle
            expect every cell is shown
            expect every cell shows flip
            clear caches
            reset
            reload
            wait for idle
            expect every cell is shown
            expect served == visible
            fault none

            say Redirects without end, and to addresses that are not allowed: each cell says which.
            fault loop
            wait for idle
            expect every cell fails with redirected more than
            fault none
            fault redirect 20
            wait for idle
            expect every cell fails with redirected more than
            fault redirect 3
            wait for idle
            expect every cell is shown
            fault none
            fault location file:///etc/hostname
            wait for idle
            expect every cell shows no picture
            expect every cell fails with redirect refused
            fault none

            say The server refuses, in all its ways: each cell names the status.
            fault auth lab:secret
            wait for idle
            expect every cell fails with 401 password required
            fault none
            fault cookie
            wait for idle
            expect every cell fails with 403 access denied
            fault none
            fault status 429
            wait for idle
            expect every cell fails with 429 too many requests
            fault status 500
            wait for idle
            expect every cell fails with 500 the server failed
            fault none
            fault fail 1
            wait for idle
            expect every cell fails with 503 the server failed
            fault none

            say The server falls silent before and in the middle of an answer: each load ends in time.
            set timeout 1
            fault delay 60000
            wait for idle
            expect every cell fails with timed out
            fault none
            fault stall 2000
            wait for idle
            expect every cell fails with timed out
            fault none
            set timeout 15

            say Each row has another fault now: every cell ends in its picture or its error.
            feed hostile
            key g
            repeat 27
                key j
                expect stalePaints == 0
            end
            expect selected row == 28
            key g
            wait for row 1 is failed
            wait for row 2 is failed
            wait for row 3 is shown

            say The faults are gone: every picture comes.
            feed steady
            wait for idle
            expect every cell is shown
            expect row 1 shows /image/aurora
            expect stalePaints == 0
            """)
}
