import CSystem
import Glibc
import HalftoneCore

/// The events that wake the main loop: a readable descriptor, a writable one, a timer.
///
/// The loop waits in no other way. An implementation waits with `poll`, or for a clock that a test moves by hand.
@MainActor
package protocol LoopWakeups: AnyObject {
    /// Calls `body` whenever the descriptor is readable, until ``cancel()``.
    func watchInput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void)
    /// Calls `body` while the descriptor is writable, until ``ignoreOutput()``; replaces the former one.
    func watchOutput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void)
    func ignoreOutput()
    /// Called by the timer of ``wake(after:)``.
    var didWake: @MainActor () -> Void { get set }
    /// Sets the timer to fire once after a delay, replacing its former time; `nil` stops it.
    func wake(after delay: Duration?)
    /// Stops all wakeups.
    func cancel()
}

/// Wakeups by `poll` on the process's main thread. The same loop runs the main queue, and with it the main actor.
///
/// The descriptors are no dispatch sources: those wait on another thread, and libdispatch has one record for a
/// descriptor that is read and written, which can be lost (swift-corelibs-libdispatch issue 833).
@MainActor
package final class PollWakeups: LoopWakeups {
    private final class Watch {
        let descriptor: Int32
        let events: Int32
        let body: @MainActor () -> Void

        init(_ descriptor: Int32, _ events: Int32, _ body: @escaping @MainActor () -> Void) {
            (self.descriptor, self.events, self.body) = (descriptor, events, body)
        }
    }

    package var didWake: @MainActor () -> Void = {}
    private var inputs: [Watch] = []
    private var output: Watch?
    private var mainQueue: Watch?
    private var deadline: Duration?
    private let time: any TimeSource

    package init(time: any TimeSource = SystemTime()) { self.time = time }

    package func watchInput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) {
        inputs.append(Watch(descriptor, POLLIN, body))
    }

    package func watchOutput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) {
        output = Watch(descriptor, POLLOUT, body)
    }

    package func ignoreOutput() { output = nil }

    package func wake(after delay: Duration?) { deadline = delay.map { time.now + $0 } }

    package func cancel() { (inputs, output, deadline) = ([], nil, nil) }

    /// Waits forever, on the main thread.
    package func run() -> Never {
        mainQueue = Watch(halftone_main_queue_descriptor(), POLLIN) { halftone_run_main_queue() }
        while true { wait() }
    }

    private var watches: [Watch] { inputs + [output, mainQueue].compactMap(\.self) }

    /// Waits until a descriptor is ready or the time has come, and calls what waits for it.
    func wait() {
        let watches = watches
        var states = watches.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        let left = deadline.map { max(.zero, $0 - time.now) / .milliseconds(1) }
        let count = poll(&states, nfds_t(states.count), left.map { Int32(min($0.rounded(.up), 3_600_000)) } ?? -1)
        // without a list of descriptors nothing could ever wake the program again
        if count < 0, ![EINTR, EAGAIN, ENOMEM].contains(errno) { abort() }
        for (watch, state) in zip(watches, states) where state.revents != 0 {
            // what was called before may have ended it
            if self.watches.contains(where: { $0 === watch }) { watch.body() }
        }
        guard let deadline, deadline <= time.now else { return }
        self.deadline = nil
        didWake()
    }
}
