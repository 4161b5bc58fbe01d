import HalftoneCore
import Dispatch
import Glibc

/// Starts another program with an address as one argument, without a shell.
struct Opener: Sendable {
    /// The program and its arguments before the address.
    let command: [String]

    static let standard = Opener(command: ["xdg-open"])

    /// Starts the program, detached from this terminal. `didEnd` gets the error, or `nil`, on any thread.
    ///
    /// The argument has no password, because every user can read the arguments of a process.
    func open(_ name: CopiedName, didEnd: @escaping @Sendable (String?) -> Void) {
        let program = command.first ?? ""
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {  // the gallery's are its data and its screen
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // In a session of its own: a signal that ends the gallery does not end it.
        posix_spawnattr_setflags(&attributes, Int16(Self.setsid | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        words += [FilePath(bytes: name.bytes).withCString { strdup($0) }, nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, program, &actions, &attributes, &words, environ)
        guard code == 0 else { return didEnd("\(program): \(String(cString: strerror(code)))") }
        DispatchQueue.global(qos: .utility).async { [child] in
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            didEnd(Self.failure(of: program, status: status))
        }
    }

    /// Returns the error of a `wait` status; `nil` on success.
    private static func failure(of name: String, status: Int32) -> String? {
        let (signal, exit) = (status & 0x7F, status >> 8 & 0xFF)
        if signal != 0 { return "\(name): terminated by signal \(signal)" }
        return exit == 0 ? nil : "\(name): exit status \(exit)"
    }

    /// `POSIX_SPAWN_SETSID`, which Glibc's module does not have.
    private static let setsid: Int32 = 0x80
}
