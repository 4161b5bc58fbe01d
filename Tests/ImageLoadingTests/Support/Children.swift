import Glibc
import TestSupport

/// Copies of this process, for tests of crash recovery. Use it only in a child process of the test, because a copy has
/// only the thread that made it.
enum Children {
    private typealias Fork = @convention(c) () -> pid_t

    /// Runs `body` in a copy of this process, and returns the signal that ended it; `nil` if it ended in another way.
    ///
    /// A lock that another thread held when the copy was made, such as one of Swift's runtime, is never released in the
    /// copy. A copy that waits for one is ended, and another is made.
    static func signalThatEnds(_ body: () -> Void) -> Int32? {
        var signal: Int32? = SIGALRM
        for _ in 0..<3 where signal == SIGALRM { signal = signalThatEndsACopy(running: body) }
        return signal
    }

    private static func signalThatEndsACopy(running body: () -> Void) -> Int32? {
        // Swift hides `fork`, because of the threads; the copies here start their own.
        guard let symbol = dlsym(nil, "fork") else { return nil }
        let child = unsafeBitCast(symbol, to: Fork.self)()
        if child == 0 {
            // This thread is one of a pool, which takes no signals.
            var alarms = sigset_t()
            sigemptyset(&alarms)
            sigaddset(&alarms, SIGALRM)
            pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
            alarm(UInt32(10 * Wait.patience))
            body()
            _exit(0)
        }
        guard child > 0 else { return nil }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? nil : signal
    }
}
