import HalftoneCore
import CSystem
import Glibc

/// Another program on the terminal, while the session has lent it; see `TerminalSession.lend`.
enum ForegroundProgram {
    /// Runs a program without a shell and waits for its end. The first word is the program, which is searched in
    /// `PATH`. Ctrl-C reaches only the program; Ctrl-Z stops both processes, and the shell continues both, as one job.
    static func run(_ words: [FilePath], on terminal: String = "/dev/tty") -> SpawnedProcess.End {
        KeySignals.handledByChild {
            let descriptor = open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC)
            var modes = termios()
            let hasModes = descriptor >= 0 && tcgetattr(descriptor, &modes) == 0
            let end = start(words, on: terminal)
            guard descriptor >= 0 else { return end }
            // Restore the terminal: the program may have ended at any point.
            reclaim(descriptor)
            if hasModes { tcsetattr(descriptor, TCSADRAIN, &modes) }  // in the background this stops here until `fg`
            close(descriptor)
            return end
        }
    }

    /// Takes the terminal back from a process group that has ended, but not from a shell, which has put this process in
    /// the background.
    private static func reclaim(_ descriptor: Int32) {
        let group = tcgetpgrp(descriptor)
        guard group > 0, group != getpgrp(), kill(-group, 0) != 0, errno == ESRCH else { return }
        var (ignoring, before) = (sigaction(), sigaction())
        ignoring.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(SIGTTOU, &ignoring, &before)
        tcsetpgrp(descriptor, getpgrp())
        sigaction(SIGTTOU, &before, nil)
    }

    private static func start(_ words: [FilePath], on terminal: String) -> SpawnedProcess.End {
        guard let program = words.first else { return .unknown(ENOENT) }
        do throws(SpawnedProcess.Failure) {
            let child = try SpawnedProcess(program, words) { actions in
                posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
                for descriptor in [STDOUT_FILENO, STDERR_FILENO] {  // ours are data
                    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, descriptor)
                }
                _ = halftone_spawn_close_from(&actions, 3)
            }
            return awaitEnd(of: child)
        } catch {
            return .unknown(error.code)
        }
    }

    /// Waits for the program's end. A signal that ends this process ends the program too, which then has a second to
    /// restore the terminal.
    private static func awaitEnd(of child: SpawnedProcess) -> SpawnedProcess.End {
        if let end = child.end(while: { halftone_signals_ending() == 0 }) { return end }
        let signal = halftone_signals_ending()
        kill(child.id, signal)
        _ = child.end(polls: 100)
        return .signaled(signal)
    }

    /// Prints a line below the program's output, and waits for Enter; earlier input is discarded.
    static func awaitEnter(_ text: String, on terminal: String = "/dev/tty") {
        let descriptor = open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Margins, colors and the alternate character set are as usual again; the cursor stays.
        let line = "\u{1B}7\u{1B}[r\u{1B}8\u{1B}[m\u{1B}(B\u{0F}\r\n\(TextSanitizer.clean(text)); Enter goes back "
        KeySignals.handledByChild {
            // Keys are not echoed: a terminal may take bytes of an unfinished paste for control sequences.
            var modes = termios()
            let hasModes = tcgetattr(descriptor, &modes) == 0
            var quiet = modes
            quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
            if hasModes { tcsetattr(descriptor, TCSANOW, &quiet) }
            defer { if hasModes { tcsetattr(descriptor, TCSANOW, &modes) } }
            tcflush(descriptor, TCIFLUSH)
            var isWaiting = write(descriptor, line, line.utf8.count) == line.utf8.count
            while isWaiting, halftone_signals_ending() == 0 {
                var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&input, 1, 50) > 0 else { continue }
                var byte: UInt8 = 0
                let count = read(descriptor, &byte, 1)
                isWaiting = count > 0 ? byte != 0x0A && byte != 0x0D : count < 0 && errno == EINTR
            }
            // The shell's prompt comes next here, once the gallery has ended.
            _ = write(descriptor, "\r\n", 2)
        }
    }
}

extension SpawnedProcess.End {
    /// Returns one line that begins with the program's name.
    func words(of name: String) -> String {
        switch self {
        case .exited(let status): "\(name): exit status \(status)"
        case .signaled(let signal): "\(name): terminated by signal \(signal)"
        case .unknown(let code): "\(name): \(SpawnedProcess.Failure(code: code).reason)"
        }
    }
}

/// The handling of the terminal's signal keys while another program has the terminal.
private enum KeySignals {
    /// For the other program alone.
    private static let ignored = [SIGINT, SIGQUIT]
    /// Stops this process too, without a handler that would notify the main loop.
    private static let standard = [SIGTSTP, SIGCONT]

    /// Runs `body` while keys are the other program's.
    static func handledByChild<Value>(_ body: () -> Value) -> Value {
        let kept = (ignored.map { ($0, SIG_IGN) } + standard.map { ($0, SIG_DFL) }).map { signal, handler in
            var (action, before) = (sigaction(), sigaction())
            action.__sigaction_handler.sa_handler = handler
            sigaction(signal, &action, &before)
            return (signal: signal, action: before)
        }
        defer {
            for var entry in kept { sigaction(entry.signal, &entry.action, nil) }
        }
        return body()
    }
}
