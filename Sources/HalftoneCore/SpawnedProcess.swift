import Glibc

/// A child process. Its owner alone waits for its end, once, on any thread.
package struct SpawnedProcess: Sendable {
    /// The end of a process.
    package enum End: Hashable, Sendable {
        case exited(Int32)
        case signaled(Int32)
        /// There is no status, for the reason of an `errno`: ECHILD if this process ignores SIGCHLD.
        case unknown(Int32)
    }

    /// The error of a program that was not started.
    package struct Failure: Error {
        /// The `errno`.
        package let code: Int32

        package init(code: Int32) { self.code = code }

        /// The reason, as the system words it.
        package var reason: String { String(cString: strerror(code)) }
    }

    package let id: pid_t

    /// Starts a program with the signals' default effects.
    ///
    /// - Parameters:
    ///   - path: the program, which is searched in `PATH` if it has no slash.
    ///   - words: its arguments, beginning with `argv[0]`.
    ///   - environment: its environment; by default that of this process.
    ///   - flags: further flags of `posix_spawn`.
    ///   - files: adds the file actions. A descriptor without `O_CLOEXEC` that none of them closes is inherited.
    package init(
        _ path: FilePath, _ words: [FilePath], environment variables: [String]? = nil, flags: Int32 = 0,
        files: (inout posix_spawn_file_actions_t) -> Void
    ) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        files(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(flags | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { $0.withCString { strdup($0) } } + [nil]
        defer { for argument in arguments { free(argument) } }
        var settings: [UnsafeMutablePointer<CChar>?] = (variables ?? []).map { strdup($0) } + [nil]
        defer { for setting in settings { free(setting) } }
        var id: pid_t = 0
        let code = path.withCString { path in
            variables == nil
                ? posix_spawnp(&id, path, &actions, &attributes, &arguments, environ)
                : posix_spawnp(&id, path, &actions, &attributes, &arguments, &settings)
        }
        guard code == 0 else { throw Failure(code: code) }
        self.id = id
    }

    /// Polls for the end every 10 ms, at most this many times after the first, and only while `isWaiting` returns `true`.
    /// Returns `nil` if the program is still running. After an end it must not be called again: the id may be reused.
    ///
    /// A descriptor of the process (`pidfd_open`) could be waited for with a limit, but nothing tells when `isWaiting`
    /// changes.
    package func end(polls: Int = .max, while isWaiting: () -> Bool = { true }) -> End? {
        var left = polls
        while true {
            if let end = end(WNOHANG) { return end }
            guard left > 0, isWaiting() else { return nil }
            left -= 1
            usleep(10_000)
        }
    }

    /// Kills the program and waits for its end.
    package func kill() {
        Glibc.kill(id, SIGKILL)
        _ = end(0)
    }

    /// Waits for the end without a limit. Blocks.
    package func awaitEnd() -> End { end(0) ?? .unknown(0) }

    private func end(_ options: Int32) -> End? {
        var status: Int32 = 0
        while true {
            switch waitpid(id, &status, options) {
            case 0: return nil
            case id: return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
            default: if errno != EINTR { return .unknown(errno) }
            }
        }
    }
}
