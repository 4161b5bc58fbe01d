import CSystem
import Glibc

/// Waits on a thread of its own for events of a descriptor, until it is released. Owns the descriptor.
final class FileDescriptorMonitor: Sendable {
    /// The writing end of a pipe: closing it tells the thread to end.
    private let stop: Int32

    /// `onEvent` runs on the watch's thread. `nil` if the system has no descriptor or thread left.
    init?(_ descriptor: Int32, events: Int16, onEvent: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard halftone_pipe(&ends) == 0 else {  // children must not hold it open
            close(descriptor)
            return nil
        }
        let stopped = ends[0]
        stop = ends[1]
        // The pool's thread ends when the work is done.
        let pool = WorkerPool(threads: 1)
        guard pool.threadCount > 0 else {  // the caller must not do the waiting
            close(descriptor)
            close(stopped)
            return nil  // which closes the other end
        }
        pool.run {
            while Self.wait(for: descriptor, events, or: stopped) { onEvent() }
            close(descriptor)
            close(stopped)
        }
    }

    deinit { close(stop) }

    /// `false`: it is over.
    private static func wait(for descriptor: Int32, _ events: Int16, or stop: Int32) -> Bool {
        while true {
            var polled = [
                pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 2, -1)
            if count < 0, errno == EINTR { continue }
            guard count > 0, polled[1].revents == 0 else { return false }
            if polled[0].revents & events != 0 { return true }
            // Its control group was removed, or the other end is gone: no more news will come.
            return false
        }
    }
}
