import CJail
import Glibc
import HalftoneCore
import ImageCoding

/// The program that a decode worker runs: this one, started anew.
package struct WorkerProgram: Sendable {
    let path: String
    /// The arguments before the worker's own; only tests have some.
    let arguments: [String]

    /// Creates a program, by default the one that runs.
    package init(path: String = "/proc/self/exe", arguments: [String] = []) {
        (self.path, self.arguments) = (path, arguments)
    }

    /// Starts a worker with the connection as its standard input.
    ///
    /// It has no other descriptor of this process, no signal handlers, and a process group of its own, so that the keys
    /// of a terminal do not reach it. It ends when the connection is closed.
    func start(for format: ImageFormat) throws(SpawnedProcess.Failure) -> Child {
        var ends: [Int32] = [-1, -1]
        guard cjail_socket_pair(&ends) == 0 else { throw SpawnedProcess.Failure(code: errno) }
        defer { close(ends[1]) }
        let words = ["halftone"] + arguments + [DecodeWorker.argument, format.name]
        do throws(SpawnedProcess.Failure) {
            let process = try SpawnedProcess(
                FilePath(path), words.map { FilePath($0) }, environment: Self.environment, flags: POSIX_SPAWN_SETPGROUP
            ) { actions in
                posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
                for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
                    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
                }
                _ = cjail_spawn_close_from(&actions, 3)
            }
            return Child(process, socket: ends[0])
        } catch {
            close(ends[0])
            throw error
        }
    }

    /// The part of the environment that a worker gets: the places of its libraries and fonts, and the language of texts,
    /// but no passwords or tokens.
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
        private let process: SpawnedProcess
        private var status: End?

        var id: pid_t { process.id }

        fileprivate init(_ process: SpawnedProcess, socket: Int32) { (self.process, self.socket) = (process, socket) }

        deinit {
            _ = end()
            close(socket)
        }

        /// Ends the process unless it has ended, and returns how it ended.
        func end() -> End {
            if let status { return status }
            // A process that has closed the connection is ending, which takes less than a second.
            let ended = process.end(polls: 100) { hasHungUp }
            if ended == nil { process.kill() }
            let end = if case .signaled(let signal) = ended { End(signal: signal) } else { End(signal: 0) }
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
        /// The signal that ended it; 0 for none, or if the system has not told.
        let signal: Int32

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

        /// Whether the machine or the worker's limit may have been out of memory, after which libraries abort.
        var isForMemory: Bool { [SIGKILL, SIGABRT, SIGTRAP].contains(signal) }
    }
}
