import Glibc

/// What the process has taken from the machine.
enum Resources {
    /// The most memory that was resident at any time, in bytes.
    static var peakResidentBytes: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss * 1024
    }
}
