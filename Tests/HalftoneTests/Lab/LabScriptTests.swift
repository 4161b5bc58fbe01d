import ImageLab
import TestSupport
import Testing

/// The Lab without a terminal: scripts and scenarios, their reports and their statuses.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LabScriptTests {
    let folder = TemporaryFolder()

    private struct Run: Sendable {
        let status: ChildProcess.Exit
        let report: String
        let complaints: String
    }

    private func run(_ arguments: String..., input: String = "/dev/null") async throws -> Run {
        let folder = folder
        return try await blocking {
            for name in ["out", "err"] { folder.write([], to: name) }
            let process = try ChildProcess(
                [Halftone.program, "lab"] + arguments, on: nil,
                environment: ["XDG_CACHE_HOME": folder.path + "/cache", "LC_ALL": "C.UTF-8"], input: .file(input),
                output: .file(folder.path + "/out"), error: .file(folder.path + "/err"))
            return Run(
                status: try process.waitForExit(on: nil, seconds: 300),
                report: String(decoding: folder.read("out"), as: UTF8.self),
                complaints: String(decoding: folder.read("err"), as: UTF8.self))
        }
    }

    private func run(script: String, _ more: String...) async throws -> Run {
        let path = folder.write(Array(script.utf8), to: "script")
        return try await more.isEmpty ? run("--script", path) : run("--script", path, more[0], more[1])
    }

    @Test(arguments: LabScenario.all.map(\.name))
    func everyScenarioThatShipsPasses(name: String) async throws {
        let run = try await run("--scenario", name)
        #expect(run.status == .code(0), "\(run.report)\(run.complaints)")
        #expect(run.report.hasSuffix("\n") && run.report.contains("\n\(name): passed, "), "\(run.report)")
        #expect(!run.report.contains("FAIL") && run.complaints.isEmpty, "\(run.complaints)")
    }

    @Test(arguments: ["80x24", "220x110"])
    func scenariosHoldOnSmallAndLargeScreens(size: String) async throws {
        for name in ["reuse", "cancellation", "prefetch", "progressive"] {
            let run = try await run("--scenario", name, "--size", size)
            #expect(run.status == .code(0), "\(name): \(run.report)\(run.complaints)")
        }
    }

    @Test func everyScenarioSaysWhatItIsAboutAndChecksForStalePaints() {
        for scenario in LabScenario.all {
            #expect(!scenario.summary.isEmpty && LabScenario.named(scenario.name)?.script == scenario.script)
            #expect(scenario.script.contains("expect stalePaints == 0"), "\(scenario.name)")
        }
        #expect(LabScenario.named("nothing") == nil)
    }

    @Test func aCheckThatFailsIsToldWithWhatWasFoundAndStatusOne() async throws {
        let run = try await run(script: "wait for idle\nexpect every cell is failed\nexpect stalePaints == 0\n")
        #expect(run.status == .code(1))
        let lines = run.report.split(separator: "\n")
        #expect(lines.first == "ok   1  wait for idle")
        #expect(lines.dropFirst().first == "FAIL 2  expect every cell is failed: cell 1 in row 1 is shown")
        #expect(lines.dropFirst(2).first == "ok   3  expect stalePaints == 0")
        #expect(lines.last == "\(folder.path)/script: failed, 1 of 3 checks")
    }

    @Test func aWaitThatNeverEndsStopsTheScriptAndSaysWhere() async throws {
        let run = try await run(script: "limit 1\nwait for selected row == 7\nkey q\n")
        #expect(run.status == .code(1))
        #expect(run.report.contains("FAIL 2  wait for selected row == 7: row of cell 1 in row 1 is 1\n"))
        #expect(run.report.contains("stopped at line 2: what was waited for did not come\n"))
    }

    @Test func keysOfAScriptDoWhatKeysDo() async throws {
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
        #expect(run.report.contains("not finished") && run.status == .code(1), "\(run.report)")
        #expect(!run.report.contains("FAIL"), "\(run.report)")
    }

    @Test func heldDeliveriesReachTheViewsOneByOneAndThenAll() async throws {
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
        #expect(run.status == .code(0), "\(run.report)")
    }

    @Test func faultsAndOptionsActOnTheTableAtOnce() async throws {
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
        #expect(run.status == .code(0), "\(run.report)")
    }

    @Test(arguments: ["20x5", "40x12", "80x24", "99x29", "300x100"])
    func aScriptPlaysOnEveryScreen(size: String) async throws {
        let run = try await run(
            script: "wait for idle\nkey j s w ? Esc Tab Tab Tab G g\nwait for idle\nexpect stalePaints == 0\n",
            "--size", size)
        #expect(run.status == .code(0), "\(run.report)\(run.complaints)")
    }

    @Test func aScriptCanComeOnStandardInput() async throws {
        let path = folder.write(Array("wait for idle\nexpect every cell is shown\n".utf8), to: "in")
        let run = try await run("--script", "-", input: path)
        #expect(run.status == .code(0) && run.report.hasSuffix("standard input: passed, 2 checks\n"), "\(run.report)")
    }

    @Test(arguments: [
        ("jump\n", "line 1: 'jump' is no command"), ("\nexpect colour == 3\n", "line 2: there is no figure 'colour'"),
        ("repeat 3\nkey j\n", "line 1: repeat without end"), ("key \u{1B}[2J\n", "line 1: '[2J' is no key"),
    ])
    func aScriptThatCannotBeReadIsOneLineAndStatusTwo(script: String, complaint: String) async throws {
        let run = try await run(script: script)
        #expect(run.status == .code(2) && run.report.isEmpty)
        #expect(run.complaints.hasPrefix("halftone: \(folder.path)/script, \(complaint)"), "\(run.complaints)")
        #expect(run.complaints.split(separator: "\n").count == 1)
    }

    @Test func whatIsNoScriptIsRefusedWithAReason() async throws {
        #expect(
            try await run("--script", "/nonexistent").complaints
                == "halftone: /nonexistent: No such file or directory\n")
        let picture = folder.write([0xFF, 0xD8, 0xFF, 0x00], to: "a.jpg")
        #expect(try await run("--script", picture).complaints.contains("it is not UTF-8"))
        let long = folder.write([UInt8](repeating: 0x23, count: 2 << 20), to: "long")
        #expect(try await run("--script", long).complaints.contains("more than 1 MB"))
        for path in ["/nonexistent", picture, long] { #expect(try await run("--script", path).status == .code(2)) }
    }

    @Test func optionsThatExcludeEachOtherAreRefused() async throws {
        let run = try await run("--serve", "--scenario", "reuse")
        #expect(run.status == .code(2) && run.complaints.contains("one of --serve, --script and --scenario"))
        let unknown = try await self.run("--scenario", "nothing")
        #expect(unknown.status == .code(2) && unknown.complaints.contains("--scenario is one of reuse, cancellation"))
    }

    @Test func withoutATerminalAndWithoutAScriptTheLabSaysSo() async throws {
        let run = try await run()
        #expect(run.status == .code(2) && run.complaints.contains("there is no terminal to draw on"))
    }

    @Test func aTraceOfAScriptIsCompleteAndHasNoStalePaint() async throws {
        let path = folder.path + "/trace"
        let run = try await run(
            script: "wait for idle\nkey G\nwait for idle\nexpect stalePaints == 0\n", "--trace", path)
        #expect(run.status == .code(0))
        let trace = try RecordedTrace(folder.read("trace"))
        #expect(trace.summary["stalePaints"] == 0 && (trace.summary["framesPresented"] ?? 0) > 1)
        #expect(trace.count("paint") >= 10)
    }
}
