import Glibc

/// The control groups of a Linux process, versions 1 and 2, as far as memory is concerned.
///
/// A process finds its groups in `/proc/self/cgroup` and their limits below `/sys/fs/cgroup`. In a container the path
/// may be the host's and be missing; the limits are then at the root, as the container sees it.
struct ControlGroups {
    /// Returns the text of a file, or `nil` if it cannot be read.
    let read: (String) -> String?

    private static let root = "/sys/fs/cgroup"

    /// The tightest limit of the group and its ancestors, in bytes; `nil` without one.
    var memoryLimit: Int? {
        let unified = limits(path: path(of: nil), root: Self.root, file: "memory.max")
        let legacy = limits(path: path(of: "memory"), root: Self.root + "/memory", file: "memory.limit_in_bytes")
        return (unified + legacy).min()
    }

    /// The folder of the process's own group in the unified hierarchy (version 2), with its event files.
    var unifiedFolder: String? { path(of: nil).map { Self.root + ($0 == "/" ? "" : $0) } }

    /// Returns the path of a controller's group; a `nil` controller is the unified hierarchy.
    private func path(of controller: String?) -> String? {
        for line in (read("/proc/self/cgroup") ?? "").split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let controllers = parts[1].split(separator: ",")
            if controller.map({ controllers.contains(Substring($0)) }) ?? (parts[0] == "0") { return String(parts[2]) }
        }
        return nil
    }

    private func limits(path: String?, root: String, file: String) -> [Int] {
        guard let path else { return [] }
        var folders = [root]
        for part in path.split(separator: "/") { folders.append((folders.last ?? root) + "/" + part) }
        // `max`, and in version 1 a number near the largest, mean no limit.
        return folders.compactMap { read($0 + "/" + file) }.compactMap { text in
            Int(text.filter { $0.isNumber }).flatMap { $0 > 0 && $0 < 1 << 60 ? $0 : nil }
        }
    }
}

/// Small kernel files of a few lines.
enum SmallFile {
    /// Returns the first 64 KiB of a file as text, or `nil` if it cannot be opened.
    static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
            filled = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
