import Glibc

/// How many bytes of decoded images are kept where nobody says otherwise.
///
/// A sixteenth of the memory that this process may have, which is the least of the machine's and of what its control
/// groups allow; but at most 32 MB. Nothing is decoded larger than it is shown, so that these are some thousand pictures
/// of a list, and more would only be slow to give back.
public struct MemoryBudget: Sendable, Equatable {
    /// Bytes of memory in this machine.
    public var physical: Int
    /// Bytes that the control groups of the process allow, the tightest of them; `nil`: any number.
    public var allowed: Int?

    /// The most that is taken of any machine.
    public static let largest = 32_000_000
    static let share = 16

    /// What can be said of a machine; ``standard`` is of this one.
    public init(physical: Int, allowed: Int?) {
        self.physical = physical
        self.allowed = allowed
    }

    /// The bytes for images.
    public var bytes: Int { min(Self.largest, max(0, min(physical, allowed ?? physical)) / Self.share) }

    /// The budget on this machine, read once.
    public static let standard = MemoryBudget.ofThisMachine.bytes

    private static var ofThisMachine: MemoryBudget {
        let pages = max(0, sysconf(Int32(_SC_PHYS_PAGES)))
        return MemoryBudget(
            physical: pages * max(0, sysconf(Int32(_SC_PAGESIZE))),
            allowed: ControlGroups(read: SmallFile.text(of:)).memoryLimit)
    }
}
