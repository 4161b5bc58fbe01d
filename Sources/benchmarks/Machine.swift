import Glibc

/// What the figures depend on besides the programs.
enum Machine {
    static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// How many processes wanted to run in the last minute, on average.
    static var load: Double {
        var loads = [0.0, 0.0, 0.0]
        return getloadavg(&loads, 3) > 0 ? loads[0] : 0
    }

    /// One line that says whether the figures can be trusted.
    static func description(loadBefore: Double) -> String {
        let load = "load \(Measurement.digits(loadBefore, least: 1)) before"
        let isQuiet = loadBefore < 0.5 * Double(cores)
        return "\(cores) cores, \(load)" + (isQuiet ? "" : ": others are at work, times are noisy, ratios less so")
    }

    /// Whether this program was built as users build it.
    static var isOptimised: Bool {
        var isDebug = false
        assert(
            {
                isDebug = true; return true
            }())
        return !isDebug
    }
}
