import Glibc

/// A program and its arguments.
struct Command {
    let path: String
    let arguments: [String]

    init(_ path: String, _ arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }
}

/// A child process whose output is read from a pipe, or which has its own terminal.
///
/// Its standard input and error are `/dev/null`. It is killed if it still runs when this object is released.
final class ChildProcess {
    /// The resources that a process used from start to end.
    struct Cost {
        let seconds: Double
        /// User and system time of all its threads.
        let processorSeconds: Double
        let outputBytes: Int
    }

    /// The reading end of the output. If the caller passed it, the caller owns it.
    let output: Int32
    private let id: pid_t
    private let start: Double
    private var hasEnded = false
    private let ownsOutput: Bool

    /// `POSIX_SPAWN_SETSID`, which Glibc's module does not have.
    private static let newSession: Int32 = 0x80

    /// The environment of all programs: a 24-bit terminal, UTF-8, no settings of this machine.
    private static let environment: [String] = {
        var variables = ["TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8"]
        for name in ["PATH", "HOME"] {
            if let value = getenv(name) { variables.append("\(name)=\(String(cString: value))") }
        }
        return variables
    }()

    /// Starts a program that writes into a pipe.
    convenience init(_ command: Command) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure("no pipe: \(Failure.system)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        try self.init(command, output: ends[0], ownsOutput: true) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
    }

    /// Starts a program in a new session with the controlling terminal at path `terminal`.
    convenience init(_ command: Command, terminal: String, master: Int32) throws {
        try self.init(command, output: master, ownsOutput: false) { actions in
            for descriptor in Int32(0)...2 {
                posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR, 0)
            }
        }
    }

    private init(
        _ command: Command, output: Int32, ownsOutput: Bool,
        streams: (inout posix_spawn_file_actions_t) -> Void
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        streams(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        if !ownsOutput { posix_spawnattr_setflags(&attributes, Int16(Self.newSession)) }
        let words = CStrings([command.path] + command.arguments)
        let variables = CStrings(Self.environment)
        var id: pid_t = 0
        start = Clock.wall.now
        let code = posix_spawn(&id, command.path, &actions, &attributes, words.pointers, variables.pointers)
        withExtendedLifetime((words, variables)) {}
        guard code == 0 else {
            if ownsOutput { close(output) }
            throw Failure("cannot start \(command.path): \(String(cString: strerror(code)))")
        }
        (self.id, self.output, self.ownsOutput) = (id, output, ownsOutput)
    }

    deinit {
        if !hasEnded {
            kill(id, SIGKILL)
            waitpid(id, nil, 0)
        }
        if ownsOutput { close(output) }
    }

    /// Runs a program to its end and discards its output. Throws unless its status is 0.
    static func run(_ command: Command) throws -> Cost {
        let process = try ChildProcess(command)
        let bytes = process.drain()
        return try process.wait(name: command.path, outputBytes: bytes)
    }

    /// Runs a program to its end and returns its output. Throws unless its status is 0.
    static func output(of command: Command) throws -> [UInt8] {
        let process = try ChildProcess(command)
        var bytes: [UInt8] = []
        _ = process.drain { bytes += $0 }
        _ = try process.wait(name: command.path, outputBytes: bytes.count)
        return bytes
    }

    /// Runs a program that must end with status 2.
    static func failure(of command: Command) throws -> Cost {
        let process = try ChildProcess(command)
        let bytes = process.drain()
        return try process.wait(name: command.path, outputBytes: bytes, expected: 2)
    }

    /// Returns the next line of the output without its end; `nil` if the output ended before.
    func readLine() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }

    private func drain(_ keep: (ArraySlice<UInt8>) -> Void = { _ in }) -> Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = read(output, &buffer, buffer.count)
            if count <= 0 { return total }
            keep(buffer.prefix(count))
            total += count
        }
    }

    private func wait(name: String, outputBytes: Int, expected: Int32 = 0) throws -> Cost {
        var status: Int32 = 0
        var usage = rusage()
        wait4(id, &status, 0, &usage)
        let seconds = Clock.wall.now - start
        hasEnded = true
        guard status == expected << 8 else {
            let how = status & 0x7F == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
            throw Failure("\(name) ended with \(how)")
        }
        return Cost(
            seconds: seconds, processorSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
            outputBytes: outputBytes)
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) * 1e-6 }
}
