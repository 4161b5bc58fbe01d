import HalftoneCore
import CSystem
import Dispatch
import FoundationEssentials
import Glibc

/// A child process of a test.
public final class ChildProcess: Sendable {
    public enum Exit: Hashable, Sendable {
        case code(Int32)
        case signal(Int32)
    }

    public let pid: pid_t
    private let program: String
    /// `POSIX_SPAWN_SETSID`, which Glibc's module does not have.
    private static let setsid: Int32 = 0x80
    private let end = Lock<Exit?>(nil)
    /// A descriptor that becomes readable (end of file) when the program ends.
    private let ended: Int32

    /// The target of a program's standard input, output or error.
    public enum Stream: Sendable {
        case terminal
        case file(String)
    }

    /// Starts a program as the leader of a new session, with a controlling terminal if one is given. `environment` is
    /// the whole environment, apart from `PATH` and `HOME`.
    public init(
        _ arguments: [String], on terminal: PseudoTerminal?, environment: [String: String] = [:],
        input: Stream = .terminal, output: Stream = .terminal, error: Stream = .terminal
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // the first terminal that a session leader opens becomes its controlling terminal
        if let terminal {
            posix_spawn_file_actions_addopen(&actions, 3, terminal.path, O_RDWR, 0)
            posix_spawn_file_actions_addclose(&actions, 3)
        }
        for (descriptor, stream) in [(Int32(0), input), (1, output), (2, error)] {
            let path = if case .file(let path) = stream { path } else { terminal?.path ?? "/dev/null" }
            let flags = descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
            let mode = if case .terminal = stream, terminal != nil { O_RDWR } else { flags }
            posix_spawn_file_actions_addopen(&actions, descriptor, path, mode, 0o600)
        }
        // sockets of other tests would stay open in the child after these tests closed them
        halftone_spawn_close_from(&actions, 3)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(Self.setsid | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var variables = environment
        for name in ["PATH", "HOME"] where variables[name] == nil {
            variables[name] = getenv(name).map { String(cString: $0) }
        }
        guard let pipe = makePipe() else { throw PseudoTerminal.Failure(description: "no pipe: errno \(errno)") }
        var pid: pid_t = 0
        let code = Self.withVector(arguments) { argv in
            Self.withVector(variables.map { "\($0.key)=\($0.value)" }) { envp in
                posix_spawnp(&pid, arguments.first ?? "", &actions, &attributes, argv, envp)
            }
        }
        guard code == 0 else {
            close(pipe.reading)
            close(pipe.writing)
            throw PseudoTerminal.Failure(description: "cannot start \(arguments.first ?? ""): errno \(code)")
        }
        self.pid = pid
        program = arguments.joined(separator: " ")
        ended = pipe.reading
        DispatchQueue(label: "child").async { [end, pid, writer = pipe.writing] in
            var news = siginfo_t()
            while waitid(P_PID, id_t(pid), &news, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            // the process ID stays valid until it is reaped here, under the lock that `signal` also takes
            end.withLock { end in
                var status: Int32 = 0
                while waitpid(pid, &status, 0) < 0, errno == EINTR {}
                end = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
            }
            close(writer)
        }
    }

    /// Kills a child that a failed test left running.
    deinit {
        signal(SIGKILL)
        close(ended)
    }

    /// Kills all children of this process, and their process groups. Call immediately before this process exits.
    static func endAll() {
        guard let processes = opendir("/proc") else { return }
        defer { closedir(processes) }
        while let entry = readdir(processes) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let pid = pid_t(name), parent(of: pid) == getpid() else { continue }
            kill(-pid, SIGKILL)
            kill(pid, SIGKILL)
        }
    }

    private static func parent(of pid: pid_t) -> pid_t? {
        guard let file = fopen("/proc/\(pid)/stat", "re") else { return nil }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 1024)
        let count = fread(&line, 1, line.count, file)
        // the state and the parent follow the name, which may contain any character
        let fields = String(decoding: line.prefix(count), as: UTF8.self).split(separator: ")").last?.split(
            separator: " ")
        return fields?.dropFirst().first.flatMap { pid_t($0) }
    }

    /// The exit status or signal; `nil` while the program runs.
    public var exit: Exit? { end.withLock(\.self) }

    /// The name, the state and the system call of each thread, for the message of a test that waits in vain.
    public var threads: String {
        let folder = "/proc/\(pid)/task"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { name in
            ["comm", "wchan", "syscall"].map { file in
                String(
                    decoding: FileManager.default.contents(atPath: "\(folder)/\(name)/\(file)") ?? Data(), as: UTF8.self
                )
                .trimmingPrefix { $0.isWhitespace }.prefix { !$0.isNewline }
            }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// Sends a signal. Does nothing after the program's end, because its process ID may be in use again.
    public func signal(_ number: Int32) {
        end.withLock { if $0 == nil { kill(pid, number) } }
    }

    /// Waits for the program's end. Meanwhile reads the terminal, so that the program's output cannot block.
    public func waitForExit(on terminal: PseudoTerminal?, seconds: Int = Wait.seconds) throws -> Exit {
        let wait = Wait("the end of \(program)", seconds: seconds)
        terminal?.readAll()
        while exit == nil {
            let milliseconds = try wait.check("last output: \(terminal?.outputTail ?? "none")")
            terminal?.drain()
            var poll = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
            _ = Glibc.poll(&poll, 1, terminal == nil ? milliseconds : min(20, milliseconds))
        }
        terminal?.drain()
        return exit ?? .code(-1)
    }

    private static func withVector<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
