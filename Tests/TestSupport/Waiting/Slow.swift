import Glibc
import Testing

extension Trait where Self == ConditionTrait {
    /// For a suite of many seconds: random schedules, processes that are killed, large inputs. `Tests/run fast` leaves it
    /// out and reports it as skipped. (`swift test` cannot choose tests by their tags.)
    public static var slow: Self { .enabled(if: getenv("HALFTONE_FAST") == nil, "slow") }
}
