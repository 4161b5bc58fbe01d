import HalftoneCore
import FoundationEssentials

/// The log of the server's requests. Safe from any thread.
final class LabLog: Sendable {
    private struct State {
        var records: [LabRecord] = []
        var totals = LabTotals()
        var dropped = 0
    }

    private let state = Lock(State())
    private let maxRecords: Int

    /// Creates a log. At the maximum number of records the older half is removed; the default is more than a day of
    /// browsing.
    init(maxRecords: Int = 200_000) { self.maxRecords = maxRecords }

    var records: [LabRecord] { state.withLock { $0.records } }
    var totals: LabTotals { state.withLock { $0.totals } }

    /// Begins a record and returns its number.
    func begin(path: String, at time: Double) -> Int {
        state.withLock { state in
            state.totals.requests += 1
            let number = state.totals.requests
            if state.records.count >= maxRecords {
                state.records.removeFirst(maxRecords / 2)
                state.dropped += maxRecords / 2
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
        state.withLock { state in
            let index = number - 1 - state.dropped
            guard state.records.indices.contains(index) else { return }
            let old = state.records[index]
            update(&state.records[index])
            state.totals.count(state.records[index], insteadOf: old)
        }
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
