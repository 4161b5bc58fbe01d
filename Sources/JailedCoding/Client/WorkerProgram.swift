import CJail
import Glibc
import HalftoneCore
import ImageCoding

/// The program that a decode worker runs: this one, started anew.
package struct WorkerProgram: Sendable {
    /// The path of the program.
    let path: String
    /// The arguments before the worker's own: none, but for tests.
    let arguments: [String]

    /// Creates a program, by default the one that runs.
    package init(path: String = "/proc/self/exe", arguments: [String] = []) {
        (self.path, self.arguments) = (path, arguments)
    }

    struct StartError: Error {
        let reason: String
    }

    /// Starts a worker with the connection as its standard input.
    ///
    /// It has no other descriptor of this process, no signal handlers, and a process group of its own, so that the keys
    /// of a terminal do not reach it. It ends when the connection is closed.
    func start(for format: ImageFormat) throws(StartError) -> Child {
        var ends: [Int32] = [-1, -1]
        guard cjail_socket_pair(&ends) == 0 else { throw StartError(reason: String(cString: strerror(errno))) }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        _ = cjail_spawn_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let words = ["halftone"] + arguments + [DecodeWorker.argument, format.name]
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var settings: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) } + [nil]
        defer { for setting in settings { free(setting) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, path, &actions, &attributes, &pointers, &settings)
        guard code == 0 else {
            close(ends[0])
            throw StartError(reason: String(cString: strerror(code)))
        }
        return Child(id: id, socket: ends[0])
    }

    /// What a worker has of this process' environment: where its libraries and fonts are, and the language of texts. No
    /// passwords or tokens.
    private static var environment: [String] {
        var kept: [String] = []
        var place = environ
        while let setting = place.pointee {
            let text = String(cString: setting)
            let name = text.prefix { $0 != "=" }
            let isKept =
                ["HOME", "LANG", "LD_LIBRARY_PATH"].contains(name)
                || ["LC_", "FONTCONFIG_", "XDG_", "ASAN_", "TSAN_", "UBSAN_", "LSAN_"].contains { name.hasPrefix($0) }
            if isKept { kept.append(text) }
            place += 1
        }
        return kept
    }

    /// A worker's process and the connection to it, both of which end with this object.
    final class Child {
        let socket: Int32
        let id: pid_t
        private var status: End?

        fileprivate init(id: pid_t, socket: Int32) { (self.id, self.socket) = (id, socket) }

        deinit {
            _ = end()
            close(socket)
        }

        /// Ends the process unless it has ended, and returns how it did.
        func end() -> End {
            if let status { return status }
            var word: Int32 = 0
            // A process that has closed the connection is ending, which takes less than a second; nothing wakes a wait
            // for that with a time limit but SIGCHLD, which belongs to the program.
            var rounds = 0
            var result = waitpid(id, &word, WNOHANG)
            while result == 0, rounds < 100, hasHungUp {
                usleep(10_000)
                rounds += 1
                result = waitpid(id, &word, WNOHANG)
            }
            let isKilled = result == 0
            if isKilled {
                kill(id, SIGKILL)
                repeat { result = waitpid(id, &word, 0) } while result < 0 && errno == EINTR
            }
            // Without a status, the system has reaped it: this process ignores SIGCHLD.
            let end = result == id && !isKilled ? End(word) : End(0)
            status = end
            return end
        }

        /// Whether the process has closed its end of the connection.
        private var hasHungUp: Bool {
            var event = pollfd(fd: socket, events: 0, revents: 0)
            return poll(&event, 1, 0) > 0 && Int32(event.revents) & POLLHUP != 0
        }
    }

    /// How a worker ended.
    struct End {
        private let signal: Int32

        init(_ status: Int32) { signal = status & 0x7F }

        var text: String {
            switch signal {
            case 0: "ended early"
            case SIGSYS: "made a forbidden system call"
            case SIGXCPU: "took too much processor time"
            case SIGKILL: "was killed, perhaps for memory"
            case SIGABRT, SIGTRAP: "failed, perhaps for want of memory (signal \(signal))"
            case SIGILL: "failed (signal \(signal))"
            default: "crashed (signal \(signal))"
            }
        }

        /// Whether the reason may be memory, of the machine or of the worker's limit, after which libraries abort.
        var isForMemory: Bool { [SIGKILL, SIGABRT, SIGTRAP].contains(signal) }
    }
}
