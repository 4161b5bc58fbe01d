import TestSupport
import Testing

@testable import halftone

/// Scripts of the Lab: their commands, their reports and their exit statuses.
@Suite(.endsInTime) struct LabScriptTests {
    private let bench = LabProcess()
    private var folder: TemporaryDirectory { bench.folder }

    private func run(_ arguments: String...) async throws -> ProgramRun { try await bench.run(arguments) }

    private func run(script: String, _ more: String...) async throws -> ProgramRun {
        try await bench.run(script: script, more)
    }

    @Test func `keys of a script have the effects of pressed keys`() async throws {
        let run = try await run(
            script: """
                wait for idle
                key j j k Down
                expect selected row == 3
                key G
                expect selected row == 62
                key Home f
                expect switch feed is slow
                expect screen shows feed slow
                key F
                expect switch feed is steady
                key ?
                expect screen shows leave the Lab
                key Esc
                expect screen lacks leave the Lab
                key s l
                expect switch feed is slow
                key h Esc i
                expect switch identity is off
                wait for idle
                expect screen lacks generation
                key w Enter
                expect screen shows Esc closes
                key Esc m
                expect switch speed is 1/4
                key p R
                expect switch speed is 1/4
                key q
                expect stalePaints == 99
                """)
        #expect(run.text.contains("not finished") && run.status == .code(1), "\(run.text)")
        #expect(!run.text.contains("FAIL"), "\(run.text)")
    }

    @Test func `held deliveries reach the views one by one, and then all at once`() async throws {
        let run = try await run(
            script: """
                wait for idle
                clear caches
                reset
                key p
                reload
                wait for held >= visible
                expect set == 0
                expect screen shows held
                key n
                expect set <= 1
                key p
                wait for idle
                expect set == visible
                expect screen lacks held
                expect stalePaints == 0
                """)
        #expect(run.status == .code(0), "\(run.text)")
    }

    @Test func `faults and options affect the table at once`() async throws {
        let run = try await run(
            script: """
                wait for idle
                fault status 404
                wait for idle
                expect every cell is failed
                expect screen shows + status=404
                key d
                wait for idle
                expect every cell is shown
                set fromCacheOnly on
                clear caches
                reload
                wait for idle
                expect screen shows not in the cache
                set fromCacheOnly off
                wait for idle
                feed huge
                wait for idle
                expect rows == 10000
                key G
                wait for idle
                expect selected row == 10000
                expect every cell is shown
                expect cells <= 10
                expect stalePaints == 0
                """)
        #expect(run.status == .code(0), "\(run.text)")
    }

    @Test func `the failure of a load that was not cancelled does not affect the next load`() async throws {
        let run = try await run(
            script: """
                set attempts 1
                set avoidAutoCancelImage on
                wait for idle
                fault delay 1000
                fault status 404
                fault none
                expect every cell is shown
                wait for idle
                expect failed >= visible
                expect every cell is shown
                expect screen lacks not found
                expect stalePaints == 0
                """)
        #expect(run.status == .code(0), "\(run.text)")
    }

    @Test func `the reason of a failed load is shown in full beside a narrow cell`() async throws {
        for size in ["100x30", "60x24"] {
            let run = try await run(
                script: """
                    fault status 404
                    wait for idle
                    reload
                    wait for idle
                    expect every cell fails with 404 not found (not tried again yet)
                    expect screen shows yet)
                    expect row 1 fails with timed out
                    """, "--size", size)
            #expect(run.text.contains("ok   6  expect screen shows"), "\(run.text)")
            let found = ": cell 1 in row 1 failed with: 404 not found (not tried again yet)\n"
            #expect(run.status == .code(1) && run.text.contains("FAIL 7  expect row 1 fails with timed out" + found))
        }
    }

    @Test func `a byte order mark before a script is ignored`() async throws {
        let run = try await run(script: "\u{FEFF}wait for idle\nexpect every cell is shown\n")
        #expect(run.status == .code(0) && run.text.hasPrefix("ok   1  wait for idle\n"), "\(run.text)")
        #expect(run.complaints.isEmpty, "\(run.complaints)")
    }

    @Test func `the report of a script sends the terminal no control characters`() async throws {
        let run = try await run(
            script: """
                wait for idle
                say \u{1B}]0;title\u{07}said
                expect screen lacks \u{1B}[31mred
                expect every cell shows \u{9B}2J\u{202E}
                """)
        #expect(run.status == .code(1))
        #expect(run.text.contains("     2  ]0;titlesaid\n"), "\(run.text)")
        #expect(run.text.contains("ok   3  expect screen lacks [31mred\n"), "\(run.text)")
        #expect(
            run.text.contains("FAIL 4  expect every cell shows 2J: cell 1 in row 1 shows http"), "\(run.text)")
        let signs = run.text.unicodeScalars.filter { $0 != "\n" && (0x20...0x7E).contains($0.value) == false }
        #expect(signs.isEmpty, "\(signs)")
    }

    @Test func `a text that is no script is refused with a reason`() async throws {
        #expect(
            try await run("--script", "/nonexistent").complaints
                == "halftone: /nonexistent: No such file or directory\n")
        let picture = folder.write([0xFF, 0xD8, 0xFF, 0x00], to: "a.jpg")
        #expect(try await run("--script", picture).complaints.contains("not UTF-8"))
        let long = folder.write([UInt8](repeating: 0x23, count: 2 << 20), to: "long")
        #expect(try await run("--script", long).complaints.contains("larger than 1 MB"))
        for path in ["/nonexistent", picture, long] { #expect(try await run("--script", path).status == .code(2)) }
    }

    @Test func `the trace of a script is complete and has no stale paint`() async throws {
        let path = folder.path + "/trace"
        let run = try await run(
            script: "wait for idle\nkey G\nwait for idle\nexpect stalePaints == 0\n", "--trace", path)
        #expect(run.status == .code(0))
        let trace = try RecordedTrace(folder.read("trace"))
        #expect(trace.summary["stalePaints"] == 0 && (trace.summary["framesPresented"] ?? 0) > 1)
        #expect(trace.count("paint") >= 10)
    }
}
