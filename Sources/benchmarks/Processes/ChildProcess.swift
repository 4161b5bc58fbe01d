import Glibc
import HalftoneCore

/// A program and its arguments.
struct Command {
    let path: String
    let arguments: [String]

    init(_ path: String, _ arguments: [String]) {
        (self.path, self.arguments) = (path, arguments)
    }
}

/// A child process whose output is read from a pipe, or which has its own terminal.
///
/// Without a terminal, its standard input and error are `/dev/null`. It is killed if it still runs when this object is
/// released.
final class ChildProcess {
    /// The resources that a process used from start to end.
    struct Cost {
        let seconds: Double
        /// User and system time of all its threads.
        let processorSeconds: Double
    }

    private let process: SpawnedProcess
    private let start: Double
    /// The reading end of the pipe; -1 with a terminal.
    private let output: Int32
    private var hasEnded = false

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
        try self.init(command, output: ends[0], flags: 0) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
    }

    /// Starts a program in a new session with the controlling terminal at path `terminal`.
    convenience init(_ command: Command, terminal: String) throws {
        try self.init(command, output: -1, flags: Self.newSession) { actions in
            for descriptor in Int32(0)...2 {
                posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR, 0)
            }
        }
    }

    private init(
        _ command: Command, output: Int32, flags: Int32, streams: (inout posix_spawn_file_actions_t) -> Void
    ) throws {
        let words = ([command.path] + command.arguments).map { FilePath($0) }
        start = Clock.wall.now
        do throws(SpawnedProcess.Failure) {
            process = try SpawnedProcess(
                words[0], words, environment: Self.environment, flags: flags, files: streams)
        } catch {
            close(output)
            throw Failure("cannot start \(command.path): \(error.reason)")
        }
        self.output = output
    }

    deinit {
        if !hasEnded { process.kill() }
        close(output)
    }

    /// Runs a program to its end and discards its output. Throws unless it ends with `status`.
    @discardableResult
    static func run(_ command: Command, status: Int32 = 0) throws -> Cost {
        let process = try ChildProcess(command)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while read(process.output, &buffer, buffer.count) > 0 {}
        return try process.wait(name: command.path, status: status)
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

    private func wait(name: String, status expected: Int32) throws -> Cost {
        var status: Int32 = 0
        var usage = rusage()
        wait4(process.id, &status, 0, &usage)
        hasEnded = true
        let seconds = Clock.wall.now - start
        guard status == expected << 8 else {
            let how = status & 0x7F == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
            throw Failure("\(name) ended with \(how)")
        }
        return Cost(seconds: seconds, processorSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds)
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) * 1e-6 }
}
