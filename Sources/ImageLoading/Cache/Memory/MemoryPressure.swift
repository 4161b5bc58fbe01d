import HalftoneCore
import Glibc

/// The severity of a memory shortage of the machine, or of the control group.
public enum MemoryPressure: Sendable, Equatable {
    /// Some work waits for memory.
    case warning
    /// All work is stalled, or a limit was hit.
    case critical
}

/// A source of memory pressure events. Tests inject one.
public protocol MemoryPressureSource: Sendable {
    /// Calls `handler`, from any thread, at each shortage until the result is released. Returns `nil` if there are no
    /// events here, and then runs nothing.
    func listen(_ handler: @escaping @Sendable (MemoryPressure) -> Void) -> (any Sendable & AnyObject)?
}

/// Memory pressure as the kernel reports it: pressure stall information of the process's control group, else of the
/// machine, else the events of the control group (Linux, `Documentation/accounting/psi.rst` and
/// `admin-guide/cgroup-v2.rst`). Event-driven.
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
        guard let folder, case let descriptor = open(folder + "/memory.events", O_RDONLY | O_CLOEXEC), descriptor >= 0
        else { return nil }
        let seen = Lock(MemoryEvents(read(descriptor)))
        return FileDescriptorMonitor(descriptor, events: Int16(POLLPRI)) {
            let now = MemoryEvents(read(descriptor))
            let pressure = seen.withLock { seen in
                defer { seen = now }
                return now.pressure(since: seen)
            }
            if let pressure { handler(pressure) }
        }
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

    private func read(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}

/// The counters in a control group's `memory.events`.
struct MemoryEvents: Equatable {
    var high = 0
    var max = 0
    var oom = 0

    init() {}

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let count = Int(parts[1]) else { continue }
            switch parts[0] {
            case "high": high = count
            case "max": max = count
            case "oom": oom = count
            default: break
            }
        }
    }

    /// Returns the pressure since earlier counters, or `nil` if nothing relevant happened.
    func pressure(since earlier: MemoryEvents) -> MemoryPressure? {
        if oom > earlier.oom || max > earlier.max { return .critical }
        return high > earlier.high ? .warning : nil
    }
}
