import Glibc

/// The default number of bytes for decoded images.
///
/// A sixteenth of the memory available to the process, which is the least of the machine's and its control groups'
/// limits, but at most 32 MB. Images are decoded no larger than they are shown, so this holds a few thousand thumbnails
/// of a list; more would only be slow to free.
public struct MemoryBudget: Sendable, Equatable {
    /// Bytes of memory in the machine.
    public var physical: Int
    /// The tightest memory limit of the process's control groups, in bytes; `nil`: unlimited.
    public var allowed: Int?

    /// The maximum budget on any machine, in bytes.
    public static let largest = 32_000_000
    static let share = 16

    /// Creates the budget of any machine; ``standard`` is that of this one.
    public init(physical: Int, allowed: Int?) {
        self.physical = physical
        self.allowed = allowed
    }

    /// The bytes for decoded images.
    public var bytes: Int { min(Self.largest, max(0, min(physical, allowed ?? physical)) / Self.share) }

    /// The budget on this machine, in bytes, determined once.
    public static let standard = MemoryBudget.ofThisMachine.bytes

    private static var ofThisMachine: MemoryBudget {
        let pages = max(0, sysconf(Int32(_SC_PHYS_PAGES)))
        return MemoryBudget(
            physical: pages * max(0, sysconf(Int32(_SC_PAGESIZE))),
            allowed: ControlGroup.ofThisProcess.memoryLimit)
    }
}
