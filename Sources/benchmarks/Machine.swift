import Glibc

/// The properties of the machine that affect measurements.
enum Machine {
    static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The load average of the last minute.
    static var load: Double {
        var loads = [0.0, 0.0, 0.0]
        return getloadavg(&loads, 3) > 0 ? loads[0] : 0
    }

    /// Returns one line by which a reader can judge whether the measurements are reliable.
    static func description(loadBefore: Double) -> String {
        let load = "load \(Measurement.digits(loadBefore, least: 1)) before"
        let isQuiet = loadBefore < 0.5 * Double(cores)
        return "\(cores) cores, \(load)" + (isQuiet ? "" : ": others are at work, times are noisy, ratios less so")
    }

    /// Whether this is a release build.
    static var isOptimized: Bool {
        var isDebug = false
        assert(
            {
                isDebug = true; return true
            }())
        return !isDebug
    }
}
