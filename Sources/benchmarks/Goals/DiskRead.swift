import Glibc
import ImageLoading

extension Benchmark {
    static let diskRead = Benchmark(
        name: "P11", summary: "DiskCache.read of 36 KB, beside open, read, close", runs: 31
    ) { sitting in
        let bytes = [UInt8](repeating: 0x5A, count: PictureServer.pictureBytes)
        let folder = sitting.workshop.path + "/cache"
        let cache = DiskCache(directory: folder) { [sitting] line in
            Task { @MainActor in sitting.note("P11: \(line)") }
        }
        let keys = (0..<200).map { "https://pictures.example.org/2026/11/\($0 * 7919)/large.jpg" }
        for key in keys { cache.store(DiskCache.Entry(bytes: bytes), for: key) }
        cache.flush()
        let files = try keys.indices.map { try sitting.workshop.file("file-\($0)", bytes) }
        let times = try Rounds.times(
            sitting.runs,
            [
                Subject(name: "halftone") {
                    try Clock.wall.seconds(repeating: keys.count) { index in
                        guard cache.read(keys[index])?.bytes.count == bytes.count else {
                            throw Failure("the cache lost a picture")
                        }
                    }
                },
                Subject(name: "files") {
                    try Clock.wall.seconds(repeating: files.count) { index in
                        guard contents(of: files[index], count: bytes.count) == bytes.count else {
                            throw Failure("cannot read \(files[index])")
                        }
                    }
                },
            ])
        cache.flush()
        return [
            Finding(
                name: "P11", work: "36 KB from disk, in the page cache, wall", ours: times[0],
                other: ("open, read, close", times[1]), goal: .atMost(1.5))
        ]
    }

    /// Reads a file into memory of its own, as the cache does.
    private static func contents(of path: String, count: Int) -> Int {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, read(descriptor, buffer.baseAddress, count))
        }
        return bytes.count
    }
}
