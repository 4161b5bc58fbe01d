import CSystem
import Glibc

/// A thread that waits for events of a file descriptor until the monitor is released. Owns the descriptor.
final class FileDescriptorMonitor: Sendable {
    /// The write end of a pipe. Closing it ends the thread.
    private let stop: Int32

    /// Starts the thread, on which `onEvent` runs. `nil` if the system has no descriptor or thread left.
    init?(_ descriptor: Int32, events: Int16, onEvent: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard halftone_pipe(&ends) == 0 else {  // close-on-exec: a child process must not hold it open
            close(descriptor)
            return nil
        }
        let stopped = ends[0]
        stop = ends[1]
        // The pool's thread ends when its work is done.
        let pool = WorkerPool(threads: 1)
        guard pool.threadCount > 0 else {  // a pool without threads would block the caller
            close(descriptor)
            close(stopped)
            return nil  // `deinit` closes the other end
        }
        pool.run {
            while Self.wait(for: descriptor, events, or: stopped) { onEvent() }
            close(descriptor)
            close(stopped)
        }
    }

    deinit { close(stop) }

    /// Waits for the next event. Returns `false` when the monitor ends.
    private static func wait(for descriptor: Int32, _ events: Int16, or stop: Int32) -> Bool {
        while true {
            var polled = [
                pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 2, -1)
            if count < 0, errno == EINTR { continue }
            guard count > 0, polled[1].revents == 0 else { return false }
            if polled[0].revents & events != 0 { return true }
            // The control group was removed or the other end closed: no more events will come.
            return false
        }
    }
}
