import HalftoneCore
import CSystem
import Glibc

struct ServerThread: Sendable {
    private let loop: ServerLoop
    private let thread: pthread_t

    /// Starts the thread. It blocks all signals, which the program's own threads handle, except those of a crash: if
    /// these were blocked, the handler that restores the terminal would not run.
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
                Unmanaged<ServerLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard failure == 0 else {
            context.release()
            loop.close()
            throw .cannotListen(port: Int(port), reason: String(cString: strerror(failure)))
        }
        self.thread = thread
    }

    /// Stops the loop and waits for its end.
    func stop() {
        loop.requestStop()
        pthread_join(thread, nil)
    }
}
