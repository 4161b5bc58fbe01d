import Glibc

/// How many random schedules a test runs, and how those that run in a process of their own say what they found.
///
/// Such a process has a main actor for itself, so that schedules use every core and keep no other test waiting.
/// A tenth of each kind runs by default. `HALFTONE_SCHEDULE_PERCENT=100` runs all, as `Tests/run schedules` does;
/// `HALFTONE_SCHEDULE_SEED=17` runs that one alone.
public struct SeededSchedules: Sendable {
    /// One for each core of a small machine.
    public static let processes: UInt64 = 2

    /// All the seeds of one process.
    public let seeds: ClosedRange<UInt64>

    /// The seed that is asked for, if one is: then its schedule is written down.
    public static var onlySeed: UInt64? { number(of: "HALFTONE_SCHEDULE_SEED") }

    /// `part` counts the processes from 0; `total` is how many schedules they run together unless told otherwise.
    public init(part: UInt64, of total: UInt64) {
        if let seed = Self.onlySeed {
            seeds = seed...seed
        } else {
            let count = max(1, total * Self.percent / 100 / Self.processes)
            seeds = part * count + 1...(part + 1) * count
        }
    }

    public var count: Int { seeds.count }

    /// The part of some seeds that runs: at least one of them.
    public static func share<Seed>(of seeds: some Collection<Seed>) -> [Seed] {
        Array(seeds.prefix(max(1, seeds.count * Int(percent) / 100)))
    }

    private static var percent: UInt64 { number(of: "HALFTONE_SCHEDULE_PERCENT") ?? 10 }

    /// What is to be printed when the test begins.
    public var words: String { "schedules \(seeds.lowerBound) to \(seeds.upperBound)" }

    private static func number(of name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    // MARK: - Between the processes

    /// Runs every schedule until three have gone wrong. `run` says what did. Returns it all as text, empty if nothing.
    @MainActor
    public func run(_ run: (_ seed: UInt64, _ isLogged: Bool) -> String?) -> String {
        var wrong: [String] = []
        for seed in seeds where wrong.count < 3 {
            if let what = run(seed, Self.onlySeed != nil) { wrong.append("HALFTONE_SCHEDULE_SEED=\(seed): \(what)") }
        }
        return wrong.joined(separator: "\n")
    }

    /// Ends this process, and leaves what went wrong in a file for the one that started it.
    public static func end(_ wrong: String, in file: String) -> Never {
        guard let stream = fopen(file, "w"), fputs(wrong, stream) >= 0, fclose(stream) == 0 else { exit(2) }
        exit(wrong.isEmpty ? 0 : 1)
    }

    /// What such a process left; `nil` if it did not come that far.
    public static func wrong(in file: String) -> String? {
        guard let stream = fopen(file, "r") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(stream), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
