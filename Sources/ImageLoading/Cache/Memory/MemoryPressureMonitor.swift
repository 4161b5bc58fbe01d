import CSystem
import Glibc

/// Calls a handler when memory is short, as long as it exists: at pressure stalls of the process's control group, else
/// of the machine (Linux, `Documentation/accounting/psi.rst`). Needs one sleeping thread.
public final class MemoryPressureMonitor: Sendable {
    /// Stalls of 150 ms, more than a user tolerates, within 2 s, the shortest window that needs no privilege.
    private static let trigger = "some 150000 2000000"

    /// The write end of a pipe. Closing it ends the thread.
    private let stop: Int32

    /// Starts listening; `handler` runs on the thread of the monitor. Returns `nil`, and releases the handler, where the
    /// kernel reports nothing.
    public convenience init?(_ handler: @escaping @Sendable () -> Void) {
        let group = ControlGroup.ofThisProcess.folder.map { $0 + "/memory.pressure" }
        let files = [group, "/proc/pressure/memory"].compactMap(\.self)
        guard let descriptor = files.lazy.compactMap(Self.openTrigger).first else { return nil }
        self.init(descriptor, events: Int16(POLLPRI), handler)
    }

    /// Listens to events of a descriptor, which the monitor closes. `nil` if the system has no descriptor or thread
    /// left.
    init?(_ descriptor: Int32, events: Int16, _ handler: @escaping @Sendable () -> Void) {
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
            while Self.wait(for: descriptor, events, or: stopped) { handler() }
            close(descriptor)
            close(stopped)
        }
    }

    deinit { close(stop) }

    private static func openTrigger(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // Including the terminating NUL, which the kernel overwrites with its own.
        let written = trigger.withCString { write(descriptor, $0, trigger.utf8.count + 1) }
        if written > 0 { return descriptor }
        close(descriptor)
        return nil
    }

    /// Waits for the next event. Returns `false` when the monitor ends, or no more events will come: the control group
    /// was removed.
    private static func wait(for descriptor: Int32, _ events: Int16, or stop: Int32) -> Bool {
        while true {
            var polled = [
                pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 2, -1)
            if count < 0, errno == EINTR { continue }
            return count > 0 && polled[1].revents == 0 && polled[0].revents & events != 0
        }
    }
}

extension ImageManager {
    /// Frees memory that is not essential: half of the images of its memory cache, what its coders keep for the next
    /// image, and the push decoders of running downloads. Previews are optional, and every image is decoded from all its
    /// bytes in the end. Safe from any thread; waits for no decode.
    public func freeMemory() {
        memoryCache.trim(toBytes: memoryCache.totals.bytes / 2)
        coders.freeMemory()
        dropPreviews()
    }
}
