import HalftoneCore

/// The control group of a Linux process (version 2), as far as memory is concerned.
///
/// A process finds its group in `/proc/self/cgroup` and its limits below `/sys/fs/cgroup`. In a container the path may be
/// the host's and be missing; the limits are then at the root, as the container sees it.
struct ControlGroup: Sendable {
    /// Returns the text of a file, or `nil` if it cannot be read.
    let read: @Sendable (String) -> String?

    static let ofThisProcess = ControlGroup { path in
        ReadableFile(FilePath(path))?.rest(upTo: 1 << 16).map { String(decoding: $0, as: UTF8.self) }
    }

    private static let root = "/sys/fs/cgroup"

    /// The folder of the group, with its event files; `nil` if it is in none.
    var folder: String? { path.map { Self.root + ($0 == "/" ? "" : $0) } }

    /// The tightest limit of the group and its ancestors, in bytes; `nil` without one.
    var memoryLimit: Int? {
        guard let path else { return nil }
        var folders = [Self.root]
        for part in path.split(separator: "/") { folders.append((folders.last ?? Self.root) + "/" + part) }
        // `max` means no limit.
        return folders.compactMap { read($0 + "/memory.max") }.compactMap { Int($0.filter(\.isNumber)) }.min()
    }

    private var path: String? {
        let lines = (read("/proc/self/cgroup") ?? "").split(separator: "\n")
        return lines.first { $0.hasPrefix("0::") }.map { String($0.dropFirst(3)) }
    }
}
