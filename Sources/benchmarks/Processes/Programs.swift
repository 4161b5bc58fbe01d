import Glibc

/// The measured programs: Halftone from the build folder of this program, and the installed peers.
struct Programs {
    /// The names of the peers' programs.
    static let peerNames = ["chafa", "timg", "jp2a", "catimg", "djpeg", "curl"]

    /// The paths of the peers by name; `nil` for a peer that is not installed.
    let peers: [String: String?]
    private let folder: String

    init() {
        var peers: [String: String?] = [:]
        for name in Self.peerNames { peers.updateValue(Self.path(of: name), forKey: name) }
        self.peers = peers
        folder = Self.ownPath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    }

    func peer(_ name: String) -> String? { peers[name] ?? nil }

    /// Returns the path of a program that makes material, such as an encoder. Throws if it is not installed.
    func tool(_ name: String) throws -> String {
        guard let path = Self.path(of: name) else { throw Failure("\(name) is not installed") }
        return path
    }

    private static func path(of name: String) -> String? {
        let places = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
        return places.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Returns the path of `halftone`. Throws if it is not built: `swift run benchmarks` alone does not build it.
    func halftone() throws -> String {
        let path = folder + "/halftone"
        guard access(path, X_OK) == 0 else {
            throw Failure("halftone is not in the folder of this program; run swift build -c release")
        }
        return path
    }

    static let ownPath: String = {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        return String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()

    /// `chafa, timg; not installed: jp2a`
    var summary: String {
        let found = Self.peerNames.filter { peer($0) != nil }
        let missing = Self.peerNames.filter { peer($0) == nil }
        let first = found.isEmpty ? "none" : found.joined(separator: ", ")
        return missing.isEmpty
            ? first : first + "; not installed, so not compared with: " + missing.joined(separator: ", ")
    }
}
