import CSystem
import CTestSetup
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.endsInTime) struct CrashDuringChangeTests {
    /// A thread that is in the middle of `tcsetattr` when another one crashes: on a busy machine, it goes on after the
    /// other has restored the terminal.
    @Test func `a crash restores the terminal after the change of modes that another thread has begun`() async throws {
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        await #expect(processExitsWith: .signal(SIGSEGV)) { [path = terminal.path as String] in
            CrashDuringChange.run(on: path)
        }
        #expect(terminal.modes == before)
    }
}

/// The main thread sets modes, and while it does the other thread crashes, whose process ends once the modes are set.
private enum CrashDuringChange {
    private static let line = Atomic<Int32>(-1)
    private static let mayCrash = Atomic(false)
    private static let hasChanged = Atomic(false)

    static func run(on path: String) {
        var every = sigset_t()
        sigfillset(&every)
        pthread_sigmask(SIG_BLOCK, &every, nil)  // the signal is another thread's, as that of its own fault is
        line.store(open(path, O_RDWR | O_NOCTTY), ordering: .relaxed)
        var modes = termios()
        tcgetattr(line.load(ordering: .relaxed), &modes)

        endAfterChange()
        guard halftone_restore_install(line.load(ordering: .relaxed), [], 0, &modes) == 0 else { return }
        var other = pthread_t()
        pthread_create(&other, nil, { _ in CrashDuringChange.crash() }, nil)

        cfmakeraw(&modes)
        halftone_test_during_modes { CrashDuringChange.crashOther() }
        _ = halftone_set_modes(line.load(ordering: .relaxed), TCSANOW, &modes)
        hasChanged.store(true, ordering: .releasing)
        pthread_join(other, nil)
    }

    /// The handler that runs after the terminal was restored: without it, the process could end before the change takes
    /// effect, and nothing would be seen.
    private static func endAfterChange() {
        signal(SIGSEGV) { _ in
            for _ in 0..<5000 where !CrashDuringChange.hasChanged.load(ordering: .acquiring) { poll(nil, 0, 1) }
        }
    }

    private static func crash() -> UnsafeMutableRawPointer? {
        while !mayCrash.load(ordering: .acquiring) { poll(nil, 0, 1) }
        var fault = sigset_t()
        sigemptyset(&fault)
        sigaddset(&fault, SIGSEGV)
        pthread_sigmask(SIG_UNBLOCK, &fault, nil)
        raise(SIGSEGV)
        return nil
    }

    /// Gives a restore that does not wait the time to happen: it ends what is drawn, by another file in its place.
    private static func crashOther() {
        mayCrash.store(true, ordering: .releasing)
        for _ in 0..<200 where isatty(line.load(ordering: .relaxed)) == 1 { poll(nil, 0, 1) }
    }
}
