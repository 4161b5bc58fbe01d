import FoundationEssentials
import Glibc

/// The measured programs: Halftone from the build folder of this program, and the installed peers.
enum Programs {
    static let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()

    /// Returns the path of `halftone`. Throws if it is not built: `swift run benchmarks` alone does not build it.
    static func halftone() throws -> String {
        let path = own.deletingLastPathComponent().path + "/halftone"
        guard access(path, X_OK) == 0 else {
            throw Failure("halftone is not in the folder of this program; run swift build -c release")
        }
        return path
    }

    /// Returns the path of another program. Throws if it is not installed.
    static func installed(_ name: String) throws -> String {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
        let paths: [String] = folders.map { "\($0)/\(name)" }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
            throw Failure("\(name) is not installed")
        }
        return path
    }
}
