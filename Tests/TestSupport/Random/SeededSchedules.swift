import Glibc

/// The random schedules that a test runs.
///
/// A tenth of each kind runs by default. `HALFTONE_SCHEDULE_PERCENT=100` runs all, as `Tests/run schedules` does;
/// `HALFTONE_SCHEDULE_SEED=17` runs that one alone.
public struct SeededSchedules: Sendable {
    /// The seeds of one part.
    public let seeds: ClosedRange<UInt64>

    /// The requested seed, if any; its schedule is logged.
    public static var onlySeed: UInt64? { number(of: "HALFTONE_SCHEDULE_SEED") }

    /// Creates the schedules of a process. `part` is its number from 0; `total` is the number of all schedules, of
    /// which each of the ``OwnProcess/parts`` runs its share.
    public init(part: Int, of total: UInt64) {
        let (part, parts) = (UInt64(part), UInt64(OwnProcess.parts))
        if let seed = Self.onlySeed {
            seeds = seed...seed
        } else {
            let count = max(1, total * Self.percent / 100 / parts)
            seeds = part * count + 1...(part + 1) * count
        }
    }

    public var count: Int { seeds.count }

    /// Returns the share of seeds, or of other variants of a test, that runs, at least one. Tests that pass different
    /// numbers start at different variants.
    public static func share<Seed>(of seeds: some Collection<Seed>, from number: Int = 0) -> [Seed] {
        let all = Array(seeds)
        let count = max(1, all.count * Int(percent) / 100)
        return (0..<min(count, all.count)).map { all[(number + $0) % all.count] }
    }

    /// Whether all schedules run.
    public static var isWhole: Bool { percent >= 100 }

    private static var percent: UInt64 { number(of: "HALFTONE_SCHEDULE_PERCENT") ?? 10 }

    private static func number(of name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    /// Runs all schedules, or until three have failed. `run` returns the failures of a schedule. Returns all failures
    /// as text, empty if there are none.
    @MainActor
    public func run(_ run: (_ seed: UInt64, _ isLogged: Bool) -> String?) -> String {
        var wrong: [String] = []
        for seed in seeds where wrong.count < 3 {
            if let what = run(seed, Self.onlySeed != nil) { wrong.append("HALFTONE_SCHEDULE_SEED=\(seed): \(what)") }
        }
        return wrong.joined(separator: "\n")
    }
}
