import HalftoneCore
import Dispatch
import Glibc

/// Starts another program with an address as one argument, without a shell.
package struct Opener: Sendable {
    /// The program and its arguments before the address.
    package let command: [String]

    package static let standard = Opener(command: ["xdg-open"])

    package init(command: [String]) { self.command = command }

    /// Starts the program, detached from this terminal. `didEnd` gets the error, or `nil`, on any thread.
    ///
    /// The argument has no password, because every user can read the arguments of a process.
    func open(_ name: CopiedName, didEnd: @escaping @Sendable (String?) -> Void) {
        let program = command.first ?? ""
        let words = [FilePath(program)] + command.dropFirst().map { FilePath($0) } + [FilePath(bytes: name.bytes)]
        do throws(SpawnedProcess.Failure) {
            // In a session of its own: a signal that ends the gallery does not end it.
            let child = try SpawnedProcess(words[0], words, flags: Self.setsid) { actions in
                posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                for descriptor in [STDOUT_FILENO, STDERR_FILENO] {  // the gallery's are its data and its screen
                    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
                }
            }
            DispatchQueue.global(qos: .utility).async {
                switch child.awaitEnd() {
                case .exited(0), .unknown: didEnd(nil)  // no status, and so no failure, where SIGCHLD is ignored
                case let end: didEnd(end.words(of: program))
                }
            }
        } catch {
            didEnd("\(program): \(error.reason)")
        }
    }

    /// `POSIX_SPAWN_SETSID`, which Glibc's module does not have.
    private static let setsid: Int32 = 0x80
}
