import Glibc

/// The clock of a measurement.
enum Clock {
    /// Elapsed time.
    case wall
    /// Processor time of this thread, which other programs disturb least.
    case thread

    var now: Double {
        var time = timespec()
        switch self {
        case .wall: clock_gettime(CLOCK_MONOTONIC, &time)
        case .thread: clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Returns the mean seconds of a run of `body`, which is called with the numbers of the repetitions.
    func seconds(repeating repetitions: Int = 1, _ body: (Int) throws -> Void) rethrows -> Double {
        let start = now
        for repetition in 0..<repetitions { try body(repetition) }
        return (now - start) / Double(repetitions)
    }
}

/// Marks a value as used, so that the optimizer keeps its computation.
@inline(never)
func consume<Value>(_ value: borrowing Value) {}
