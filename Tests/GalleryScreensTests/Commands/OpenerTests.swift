import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import GalleryScreens

/// External programs that open an address: their arguments, and the messages when they fail.
@Suite(.endsInTime) struct OpenerTests {
    private let folder = TemporaryDirectory()

    /// Runs a command and returns its final message.
    private func open(_ command: [String], _ address: String) async throws -> String? {
        try await answer("the end of \(command)") { end in
            Opener(command: command).open(.address(RequestAddress(address))) { end($0) }
        }
    }

    /// Returns a command that runs a script through the shell. A file that is executed itself must not be open for
    /// writing anywhere, and a child that another test starts may hold it open for a moment.
    private func script(_ text: String) -> [String] {
        ["/bin/sh", folder.write(Array("\(text)\n".utf8), to: "program")]
    }

    private func text(of name: String) -> String { String(decoding: folder.read(name), as: UTF8.self) }

    @Test(arguments: ["https://h.test/a b?c=$(touch x);`id`&d='\"", "-rf", "/tmp/two\nlines", "\u{1B}[2J", ""])
    func `the address is the last argument, unchanged`(address: String) async throws {
        let out = folder.path + "/out"
        let program = script("for word; do printf '<%s>' \"$word\"; done > '\(out)'")
        let failure = try await open(program + ["--new tab", "-x"], address)
        #expect(failure == nil && text(of: "out") == "<--new tab><-x><\(address)>")
    }

    @Test func `it has a session of its own and none of the program's streams`() async throws {
        let out = folder.path + "/out"
        let program = script(
            "readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2 > '\(out)'; cut -d ' ' -f 1,6 /proc/$$/stat >> '\(out)'"
        )
        let failure = try await open(program, "a")
        #expect(failure == nil)
        let lines = text(of: "out").split(separator: "\n")
        // its second descriptor is the file while the command before it runs
        #expect(lines.first == "/dev/null" && lines.count == 4)
        #expect(lines.dropFirst(2).first == "/dev/null")
        let numbers = lines.last?.split(separator: " ") ?? []
        #expect(numbers.count == 2 && numbers.first == numbers.last, "it leads its session: \(numbers)")
    }

    @Test(arguments: [
        (["/nonexistent/browser"], "/nonexistent/browser: No such file or directory"),
        (["no-such-program-anywhere"], "no-such-program-anywhere: No such file or directory"),
        (["/etc/passwd"], "/etc/passwd: Permission denied"),
        (["/bin/sh", "-c", "exit 3"], "/bin/sh: exit status 3"),
        // Regression: no message was shown.
        (["/bin/sh", "-c", "kill -9 $$"], "/bin/sh: terminated by signal 9"),
    ])
    func `a program that fails is named with the reason`(command: [String], message: String) async throws {
        #expect(try await open(command, "a") == message)
    }

    /// Regression: each address that was opened had the message "No child processes".
    @Test func `a program whose status the system drops is not reported as failed`() async {
        await #expect(processExitsWith: .exitCode(9)) {
            signal(SIGCHLD, SIG_IGN)
            let failure: String? = try await answer("the end of true") { end in
                Opener(command: ["true"]).open(.address("http://h.test/")) { end($0) }
            }
            exit(failure == nil ? 9 : 1)
        }
    }
}
