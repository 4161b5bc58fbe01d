import Glibc
import ImageLoading

extension Benchmark {
    static let diskRead = Benchmark(
        name: "P11", summary: "DiskCache.read of 36 KB, compared with open, read, close", runs: 101
    ) { session in
        let bytes = [UInt8](repeating: 0x5A, count: PictureServer.pictureBytes)
        let keys = (0..<200).map { "https://pictures.example.org/2026/11/\($0 * 7919)/large.jpg" }
        let files = try keys.indices.map { try session.directory.file("file-\($0)", bytes) }
        // every read counts as a use, which another thread writes later: measured with these writes and without
        let held = DiskCache(directory: session.directory.path + "/held", executor: HeldExecutor())
        let whole = DiskCache(directory: session.directory.path + "/whole")
        for cache in [held, whole] {
            for key in keys { cache.store(DiskCache.Entry(bytes: bytes), for: key) }
            cache.flush()
        }
        let times = try Rounds.times(
            session.runs,
            [
                Subject(name: "halftone") { try seconds(keys) { held.read($0)?.bytes.count } },
                Subject(name: "halftone, writing behind") { try seconds(keys) { whole.read($0)?.bytes.count } },
                Subject(name: "files") { try seconds(files) { contents(of: $0, count: bytes.count) } },
            ])
        for cache in [held, whole] { cache.flush() }
        let other = (name: "open, read, close", measurement: times[2])
        return [
            Finding(
                name: "P11", work: "36 KB in the page cache, wall", ours: times[0], other: other, goal: .atMost(1.5)),
            Finding(name: "P11", work: "36 KB in the page cache, while uses are written", ours: times[1], other: other),
        ]
    }

    /// Returns the mean wall time of a read in seconds.
    private static func seconds(_ names: [String], _ read: (String) -> Int?) throws -> Double {
        try Clock.wall.seconds(repeating: names.count) { index in
            guard read(names[index]) == PictureServer.pictureBytes else { throw Failure("cannot read \(names[index])") }
        }
    }

    /// Reads a file into newly allocated memory, as the cache does.
    private static func contents(of path: String, count: Int) -> Int? {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, read(descriptor, buffer.baseAddress, count))
        }
        return bytes.count
    }
}

/// An executor that runs no work; `flush` of the cache does what is necessary.
private struct HeldExecutor: WorkExecutor {
    func run(_ work: @escaping @Sendable () -> Void) {}
}
