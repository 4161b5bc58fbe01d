import HalftoneCore
import TestSupport

@testable import Transfer

/// A record of the events of one transfer, for which a test can wait.
final class Recorder: Sendable {
    struct State {
        var response: TransferResponse?
        var body: [UInt8] = []
        var chunks = 0
        var ends: [Result<TransferMetrics, TransferError>] = []
        var isOutOfOrder = false
    }

    private struct Waiter {
        let condition: @Sendable (State) -> Bool
        let latch: Latch
    }

    private let state = Lock((now: State(), waiters: [Waiter]()))

    func handle(_ event: TransferEvent) {
        let satisfied = state.withLock { state in
            state.now.add(event)
            let now = state.now
            defer { state.waiters.removeAll { $0.condition(now) } }
            return state.waiters.filter { $0.condition(now) }
        }
        for waiter in satisfied { waiter.latch.open() }
    }

    var now: State { state.withLock { $0.now } }

    /// Waits until `condition` holds.
    func until(_ what: String = "an event of the transfer", _ condition: @escaping @Sendable (State) -> Bool) async {
        let latch = Latch(what)
        state.withLock { state in
            if condition(state.now) { return latch.open() }
            state.waiters.append(Waiter(condition: condition, latch: latch))
        }
        await latch.wait()
    }

    /// Returns all events, after the end.
    func end() async -> State {
        await until("the end of the transfer") { !$0.ends.isEmpty }
        return now
    }
}

extension Recorder.State {
    fileprivate mutating func add(_ event: TransferEvent) {
        if !ends.isEmpty { isOutOfOrder = true }
        switch event {
        case .response(let response):
            if self.response != nil { isOutOfOrder = true }
            self.response = response
        case .bytes(let bytes):
            if response == nil || bytes.isEmpty { isOutOfOrder = true }
            body += bytes
            chunks += 1
        case .finished(let end): ends.append(end)
        }
    }
}

extension Recorder.State {
    var metrics: TransferMetrics? { try? ends.first?.get() }
    var error: TransferError? {
        guard case .failure(let error)? = ends.first else { return nil }
        return error
    }
}

extension CurlTransport {
    /// Returns a transport whose timeout clock stands still, and which waits for a connection without a limit, so that
    /// no slow server or machine causes a timeout.
    static func patient(
        _ configuration: Configuration = Configuration(), time: any TimeSource = ManualTime()
    ) -> CurlTransport {
        var configuration = configuration
        configuration.minConnectTimeout = .seconds(3600)
        return CurlTransport(configuration: configuration, time: time)
    }

    /// Starts a transfer with a new recorder.
    func record(_ request: TransferRequest) -> (task: any TransferTask, recorder: Recorder) {
        let recorder = Recorder()
        return (start(request) { recorder.handle($0) }, recorder)
    }

    /// Runs a transfer to its end.
    func fetch(_ request: TransferRequest) async -> Recorder.State { await record(request).recorder.end() }

    func fetch(_ url: String) async -> Recorder.State { await fetch(TransferRequest(url: url)) }
}

/// Bytes that reveal a lost, doubled or swapped chunk.
func testBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) } }
    return Array(bytes[..<count])
}
