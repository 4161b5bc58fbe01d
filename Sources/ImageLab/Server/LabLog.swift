import HalftoneCore
import FoundationEssentials

/// The log of the server's requests, which callers can wait on. Safe from any thread.
final class LabLog: Sendable {
    private struct State {
        var records: [LabRecord] = []
        var totals = LabTotals()
        var dropped = 0
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private struct Waiter {
        let isSatisfied: @Sendable ([LabRecord]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
        let alarm: Task<Void, Never>
    }

    private let state = Lock(State())
    private let maximumRecords: Int

    init(maximumRecords: Int) { self.maximumRecords = max(maximumRecords, 2) }

    var records: [LabRecord] { state.withLock { $0.records } }
    var totals: LabTotals { state.withLock { $0.totals } }

    /// Begins a record and returns its number.
    func begin(path: String, at time: Double) -> Int {
        change { state in
            state.totals.requests += 1
            let number = state.totals.requests
            if state.records.count >= maximumRecords {
                state.records.removeFirst(maximumRecords / 2)
                state.dropped += maximumRecords / 2
            }
            state.records.append(
                LabRecord(
                    number: number, method: "", path: path, headers: [:], status: nil, bytesSent: 0,
                    wasClientGone: false, began: time, ended: nil))
            return number
        }
    }

    /// Changes a record. Does nothing if the record was removed.
    func update(_ number: Int, with update: (inout LabRecord) -> Void) {
        change { state in
            let index = number - 1 - state.dropped
            guard state.records.indices.contains(index) else { return }
            let old = state.records[index]
            update(&state.records[index])
            state.totals.count(state.records[index], insteadOf: old)
        }
    }

    // MARK: - Waiting

    /// Waits until `isSatisfied` holds for the records, the time is over or the task is cancelled.
    func wait(until isSatisfied: @escaping @Sendable ([LabRecord]) -> Bool, timeout: Duration) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    // created inside the lock, so that the timeout cannot fire before the waiter is registered
                    let alarm = Task {
                        try? await Task.sleep(for: timeout)
                        self.release(id)
                    }
                    state.waiters[id] = Waiter(isSatisfied: isSatisfied, continuation: continuation, alarm: alarm)
                }
                // registered before the records are checked, so that no change is missed
                if Task.isCancelled || isSatisfied(records) { release(id) }
            }
        } onCancel: {
            release(id)
        }
    }

    /// Changes the records, then resumes the waiters whose conditions hold.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, waiters, records) = state.withLock { state in
            let result = body(&state)
            return state.waiters.isEmpty ? (result, [:], []) : (result, state.waiters, state.records)
        }
        // outside the lock, because the conditions are callers' code
        for (id, waiter) in waiters where waiter.isSatisfied(records) { release(id) }
        return result
    }

    private func release(_ id: Int) {
        guard let waiter = state.withLock({ $0.waiters.removeValue(forKey: id) }) else { return }  // already released
        waiter.alarm.cancel()
        waiter.continuation.resume()
    }

    // MARK: - JSON

    /// Returns the records as lines, each a JSON object.
    static func lines(of records: [LabRecord]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return records.map { record in
            let line = (try? encoder.encode(record)).map { String(decoding: $0, as: UTF8.self) }
            return (line ?? "{}") + "\n"
        }.joined()
    }
}
