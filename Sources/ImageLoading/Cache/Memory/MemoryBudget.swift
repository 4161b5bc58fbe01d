import Glibc

/// The default number of bytes for decoded images.
///
/// A sixteenth of the memory available to the process, which is the least of the machine's and its control groups'
/// limits, but at most 32 MB. Images are decoded no larger than they are shown, so this holds a few thousand thumbnails
/// of a list; more would only be slow to free.
public enum MemoryBudget {
    /// The budget on this machine, in bytes, determined once.
    public static let standard = bytes(
        physical: max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE))),
        allowed: ControlGroup.ofThisProcess.memoryLimit)

    /// The maximum budget on any machine, in bytes.
    static let maxBytes = 32_000_000

    /// Returns the budget of a machine. `allowed`: the tightest memory limit of the process's control groups, in bytes;
    /// `nil`: unlimited.
    static func bytes(physical: Int, allowed: Int?) -> Int {
        min(maxBytes, max(0, min(physical, allowed ?? physical)) / 16)
    }
}
