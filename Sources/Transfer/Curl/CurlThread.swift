import HalftoneCore
import CCurl
import CSystem
import Glibc

/// The thread that owns the multi handle, and the inbox through which other threads send it commands.
///
/// It starts with the first command, sleeps while there is nothing to do, and ends after `close`. The running thread
/// retains this object, so the last outside reference may be released on any thread, including this one.
final class CurlThread: Sendable {
    enum Command: Sendable {
        case start(CurlTask, TransferRequest, handler: @Sendable (TransferEvent) -> Void)
        case cancel(CurlTask)
    }

    private struct State {
        var commands: [Command] = []
        var thread: pthread_t?
        /// Set while the multi handle may be woken.
        var wakeup: Wakeup?
        var isClosed = false
    }

    /// Wakes the multi handle. Unchecked because libcurl allows that from any thread while the handle exists, and
    /// `State.wakeup` is cleared under the lock before the handle is freed.
    private struct Wakeup: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer

        func send() { ccurl_multi_wakeup(multi) }
    }

    private let state = Lock(State())
    private let configuration: CurlTransport.Configuration
    private let time: any TimeSource

    init(_ configuration: CurlTransport.Configuration, _ time: any TimeSource) {
        self.configuration = configuration
        self.time = time
    }

    /// Posts a command. Returns the reason if it is lost (the thread is closed or could not be started), otherwise
    /// `nil`.
    @discardableResult
    func post(_ command: Command) -> TransferError? {
        state.withLock { state in
            guard !state.isClosed else { return .cancelled }
            if state.thread == nil {
                switch spawn() {
                case .success(let thread): state.thread = thread
                case .failure(let error): return error
                }
            }
            state.commands.append(command)
            // Woken under the lock: the multi handle cannot be freed meanwhile. One wake-up is enough for many
            // commands.
            if state.commands.count == 1 { state.wakeup?.send() }
            return nil
        }
    }

    /// Ends all transfers as cancelled and then the thread. With `isWaiting`, returns when no handler runs any more,
    /// unless called on the thread itself. Does nothing when called again.
    func close(isWaiting: Bool) {
        let thread = state.withLock { state -> pthread_t? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            state.wakeup?.send()
            return state.thread
        }
        guard let thread else { return }
        if isWaiting, pthread_equal(thread, pthread_self()) == 0 {
            pthread_join(thread, nil)
        } else {
            pthread_detach(thread)
        }
    }

    /// Makes the thread read the time again.
    func wake() {
        state.withLock { $0.wakeup?.send() }
    }

    // MARK: - On the thread

    /// Takes the commands posted since the last call, and whether the inbox is closed.
    func takeCommands() -> (commands: [Command], isClosed: Bool) {
        state.withLock { state in
            defer { state.commands = [] }
            return (state.commands, state.isClosed)
        }
    }

    private func run() {
        guard let engine = CurlEngine(configuration, time) else { return refuseEverything() }
        withExtendedLifetime(engine) {  // `engine` frees the multi handle, which must not be woken by then
            let wakeup = Wakeup(multi: engine.multi)
            state.withLock { $0.wakeup = wakeup }
            engine.run(commands: takeCommands)
            state.withLock { $0.wakeup = nil }
        }
    }

    /// Ends every transfer at once when there is no multi handle (no library, no memory), and closes the inbox.
    private func refuseEverything() {
        let (commands, wasClosed) = state.withLock { state in
            defer { (state.isClosed, state.commands) = (true, []) }
            return (state.commands, state.isClosed)
        }
        if !wasClosed { pthread_detach(pthread_self()) }  // nothing will join it
        let error: TransferError = ccurl_open() ? .system(ENOMEM) : .library
        for case .start(let task, _, let handler) in commands {
            guard let result = task.claimEnd(.failure(error)) else { continue }
            handler(.finished(result))
        }
    }

    /// Starts the thread with the terminal's signals blocked, so that they reach the main thread. Crash signals stay
    /// unblocked: the handler that restores the terminal runs on the thread that crashed.
    private func spawn() -> Result<pthread_t, TransferError> {
        var blocked = sigset_t()
        var before = sigset_t()
        halftone_all_but_crashes(&blocked)
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return .failure(.systemLimit("no thread can be started: \(String(cString: strerror(code)))"))
        }
        return .success(thread)
    }
}
