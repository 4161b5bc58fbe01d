/// What a server can do to a client.
extension LabScenario {
    static let hostile = LabScenario(
        name: "hostile",
        summary: "every fault of the server ends in the picture or in one clear sentence, and nothing of it is left",
        script: """
            set attempts 1
            wait for idle
            say what comes is no picture
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

            say it claims to be larger than anything
            fault length 1099511627776
            wait for idle
            expect every cell fails with larger than the limit
            fault none

            say it breaks off
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

            say what is odd, and does no harm
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

            say validators, ages, ranges, and another picture each time
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

            say redirects without end, and to where none may lead
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

            say refusals
            fault auth lab:secret
            wait for idle
            expect every cell fails with password required (401)
            fault none
            fault cookie
            wait for idle
            expect every cell fails with access denied (403)
            fault none
            fault status 429
            wait for idle
            expect every cell fails with too many requests (429)
            fault status 500
            wait for idle
            expect every cell fails with the server failed (500)
            fault none
            fault fail 1
            wait for idle
            expect every cell fails with the server failed (503)
            fault none

            say silence, before the answer and in the middle of it
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

            say all of it at once, row by row
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

            say nothing is left of it
            feed steady
            wait for idle
            expect every cell is shown
            expect row 1 shows /image/aurora
            expect stalePaints == 0
            """)
}
