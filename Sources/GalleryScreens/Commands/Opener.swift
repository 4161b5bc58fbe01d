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
        var child: pid_t = 0
        let words = [FilePath(program)] + command.dropFirst().map { FilePath($0) } + [FilePath(bytes: name.bytes)]
        // In a session of its own: a signal that ends the gallery does not end it.
        let code = ForegroundProgram.spawn(words, as: &child, flags: Self.setsid) { actions in
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            for descriptor in [STDOUT_FILENO, STDERR_FILENO] {  // the gallery's are its data and its screen
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        guard code == 0 else { return didEnd("\(program): \(String(cString: strerror(code)))") }
        DispatchQueue.global(qos: .utility).async { [child] in
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            let end = ForegroundProgram.End(status: status)
            didEnd(end == .exited(0) ? nil : end.words(of: program))
        }
    }

    /// `POSIX_SPAWN_SETSID`, which Glibc's module does not have.
    private static let setsid: Int32 = 0x80
}
