import Glibc

/// The severity of a memory shortage of the machine, or of the control group.
public enum MemoryPressure: Sendable, Equatable {
    /// Some work waits for memory.
    case warning
    /// No memory is left. A program that knows its limits reports it; the kernel only warns.
    case critical
}

/// A source of memory pressure events. Tests inject one.
public protocol MemoryPressureSource: Sendable {
    /// Calls `handler`, from any thread, at each shortage until the result is released. Returns `nil` if there are no
    /// events here, and then runs nothing.
    func listen(_ handler: @escaping @Sendable (MemoryPressure) -> Void) -> (any Sendable & AnyObject)?
}

/// Memory pressure as the kernel reports it: pressure stall information of the process's control group, else of the
/// machine (Linux, `Documentation/accounting/psi.rst`). Event-driven.
public struct KernelMemoryPressure: MemoryPressureSource {
    /// Stalls of 150 ms, more than a user tolerates, within 2 s, the shortest window that needs no privilege.
    private static let trigger = "some 150000 2000000"

    /// Creates a source. Nothing is opened before ``listen(_:)``.
    public init() {}

    public func listen(
        _ handler: @escaping @Sendable (MemoryPressure) -> Void
    ) -> (any Sendable & AnyObject)? {
        let folder = ControlGroups(read: SmallFile.text(of:)).unifiedFolder
        for path in [folder.map { $0 + "/memory.pressure" }, "/proc/pressure/memory"] {
            guard let path, let descriptor = Self.openTrigger(path) else { continue }
            return FileDescriptorMonitor(descriptor, events: Int16(POLLPRI)) { handler(.warning) }
        }
        return nil
    }

    private static func openTrigger(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // Including the terminating NUL, which the kernel overwrites with its own.
        let written = trigger.withCString { write(descriptor, $0, trigger.utf8.count + 1) }
        if written > 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
