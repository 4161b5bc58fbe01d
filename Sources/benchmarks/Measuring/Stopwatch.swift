import Glibc

/// Which time is meant.
enum Clock {
    /// What a person waits.
    case wall
    /// What this thread computes, which other programs disturb least.
    case thread

    var now: Double {
        var time = timespec()
        switch self {
        case .wall: clock_gettime(CLOCK_MONOTONIC, &time)
        case .thread: clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Seconds of one of `repetitions` runs of `body`, which gets their numbers.
    func seconds(repeating repetitions: Int = 1, _ body: (Int) throws -> Void) rethrows -> Double {
        let start = now
        for repetition in 0..<repetitions { try body(repetition) }
        return (now - start) / Double(repetitions)
    }
}

/// Makes a value count as used, so that the compiler does not drop what computed it.
@inline(never)
func consume<Value>(_ value: borrowing Value) {}
