import Glibc
import HalftoneCore
import TestSupport
import Testing

/// Programs that a process starts, and their ends.
@Suite(.endsInTime) struct SpawnedProcessTests {
    @Test(arguments: [("exit 7", SpawnedProcess.End.exited(7)), ("kill -9 $$", .signaled(9))])
    func `a program ends with its status or with a signal`(script: String, end: SpawnedProcess.End) throws {
        let process = try SpawnedProcess("sh", ["sh", "-c", FilePath(script)]) { _ in }
        #expect(process.end() == end)
    }

    @Test func `a wait ends after its last poll, or when it is told to`() throws {
        let process = try SpawnedProcess("sleep", ["sleep", "1000"]) { _ in }
        #expect(process.end(polls: 0) == nil && process.end(while: { false }) == nil)
        process.kill()
        #expect(process.awaitEnd() == .unknown(ECHILD), "its end was taken")
    }

    @Test func `a program has the given variables, or those of this process`() throws {
        let script: [FilePath] = ["sh", "-c", "test \"$ONLY\" = x && test -z \"$HOME\""]
        #expect(try SpawnedProcess("/bin/sh", script, environment: ["ONLY=x"]) { _ in }.awaitEnd() == .exited(0))
        let inherited = try SpawnedProcess("/bin/sh", ["sh", "-c", "test -n \"$PATH\""]) { _ in }
        #expect(inherited.awaitEnd() == .exited(0))
    }

    @Test func `a missing program is an error with the system's reason`() {
        let error = #expect(throws: SpawnedProcess.Failure.self) {
            try SpawnedProcess("/no/such/program", ["x"]) { _ in }
        }
        #expect(error?.reason == "No such file or directory")
    }
}
