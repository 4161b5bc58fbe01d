import CSystem
import Glibc

/// The system resources that a command needs to start. Checked first: a later shortage is the error of one load, but
/// the runtime waits forever without a thread, and traps without memory.
struct StartRequirements: Equatable {
    /// Number of file descriptors, in addition to open ones.
    var descriptors: Int
    /// Number of threads, in addition to the main thread.
    var threads: Int
    /// Address space in bytes.
    var bytes: Int

    /// Maximum size of a file in bytes: ncurses writes a frame into a file in memory.
    var fileBytes = 0

    /// Terminal, cache, server, monitors and connections use 30 descriptors; stacks and arenas most of the memory.
    static let gallery = StartRequirements(
        descriptors: 44, threads: 12 + cores, bytes: (384 + 16 * cores) << 20, fileBytes: 64 << 10)

    /// One local picture, which is decoded on the main thread.
    static let onePicture = StartRequirements(descriptors: 4, threads: 0, bytes: 96 << 20)
    static let pictures = StartRequirements(descriptors: 28, threads: 10 + cores, bytes: (256 + 16 * cores) << 20)

    /// All libraries at once: the last one would leave no memory for the report.
    static let libraries = StartRequirements(descriptors: 0, threads: 0, bytes: 48 << 20)

    /// Number of processors for which threads are created at the start, at most 8.
    private static let cores = min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// Returns a description of what is missing, in one line; `nil` if nothing is.
    func shortage() -> String? {
        let free = Int(halftone_free_descriptors(Int32(descriptors)))
        if free < descriptors {
            return "too few file descriptors: \(free) are free, \(descriptors) are needed (see ulimit -n)"
        }
        guard halftone_has_address_space(bytes) else {
            let needed = "\(bytes >> 20) MB of address space are needed beside what is in use"
            return "too little memory: \(needed) (see ulimit -v)"
        }
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) != 0 || limit.rlim_cur >= UInt(fileBytes)
        else {
            return "files may grow to \(limit.rlim_cur) bytes only, \(fileBytes >> 10) KB are needed (see ulimit -f)"
        }
        let startable = Int(halftone_startable_threads(Int32(threads)))
        guard startable >= threads else {
            return "too few threads: \(startable) can be started, \(threads) are needed (see ulimit -u)"
        }
        return nil
    }
}
