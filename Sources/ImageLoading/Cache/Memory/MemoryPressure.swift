import Basis
import Glibc

/// How short of memory the machine, or the control group, is.
public enum MemoryPressure: Sendable, Equatable {
    /// Some work waits for memory.
    case warning
    /// Nothing goes on because of it, or a limit was hit.
    case critical
}

/// Where news of a shortage come from. Tests inject one.
public protocol MemoryPressureSource: Sendable {
    /// Calls `handler`, from any thread, at each shortage until the result is released; `nil` if there are no news to be
    /// had here, and then nothing runs.
    func listen(_ handler: @escaping @Sendable (MemoryPressure) -> Void) -> (any Sendable & AnyObject)?
}

/// The kernel's word: pressure stall information of the process's control group, else of the machine, else the events of
/// the control group (Linux, `Documentation/accounting/psi.rst` and `admin-guide/cgroup-v2.rst`). Never by polling.
public struct KernelMemoryPressure: MemoryPressureSource {
    /// Work waited 150 ms within 2 s: more than a person forgives, and the shortest window that needs no privilege.
    private static let trigger = "some 150000 2000000"

    /// Nothing is opened before ``listen(_:)``.
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
        // With the zero at its end, which the kernel puts its own in place of.
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

/// The counts in a control group's `memory.events`.
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

    /// What happened since; `nil`: nothing that matters here.
    func pressure(since earlier: MemoryEvents) -> MemoryPressure? {
        if oom > earlier.oom || max > earlier.max { return .critical }
        return high > earlier.high ? .warning : nil
    }
}
