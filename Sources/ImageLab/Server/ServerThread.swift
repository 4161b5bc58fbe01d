import Basis
import CSystem
import Glibc

/// The thread of one server loop, from its start until it was joined.
struct ServerThread: Sendable {
    private let loop: ServerLoop
    private let thread: pthread_t

    /// The loop that the calling thread runs, so that closures which a server runs may stop it.
    private static let current = ThreadSlot()

    /// Whether the calling thread is that of the server with this log.
    static func isCurrent(log: LabLog) -> Bool { currentLoop?.log === log }

    /// Ends the loop of the calling thread when it is next looked at.
    static func stopCurrent() { currentLoop?.askToStop() }

    private static var currentLoop: ServerLoop? {
        current.value.map { Unmanaged<ServerLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Starts the thread. It takes no signals, which belong to the program's own threads, but those of a crash: where
    /// they are blocked, the handler that gives the terminal back does not run.
    init(running loop: ServerLoop, port: UInt16) throws(LabError) {
        self.loop = loop
        var (blocked, before) = (sigset_t(), sigset_t())
        halftone_all_but_crashes(&blocked)
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        var thread = pthread_t()
        let context = Unmanaged.passRetained(loop)
        let failure = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                ServerThread.current.value = context
                Unmanaged<ServerLoop>.fromOpaque(context).takeRetainedValue().run()
                ServerThread.current.value = nil
                return nil
            }, context.toOpaque())
        guard failure == 0 else {
            context.release()
            loop.close()
            throw .cannotListen(port: Int(port), reason: String(cString: strerror(failure)))
        }
        self.thread = thread
    }

    /// Returns when the loop has ended. Not for the loop's own thread.
    func stop() {
        loop.askToStop()
        pthread_join(thread, nil)
    }

    /// Lets the loop end by itself. For the loop's own thread, which cannot join itself.
    func abandon() {
        loop.askToStop()
        pthread_detach(thread)
    }
}

/// One pointer per thread.
private final class ThreadSlot: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        self.key = key
    }

    var value: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        set { pthread_setspecific(key, newValue) }
    }
}
