import Basis

@testable import Transfer

/// Keeps the events of one transfer and lets a test wait for moments in it.
final class Recorder: Sendable {
    struct State {
        var response: TransferResponse?
        var body: [UInt8] = []
        var chunks = 0
        var ends: [Result<TransferMetrics, TransferError>] = []
        var isOutOfOrder = false
    }

    private let state = Lock(State())
    private let didRespond = Signal()
    private let didReceive = Signal()
    private let didEnd = Signal()

    func handle(_ event: TransferEvent) {
        state.withLock { state in
            if !state.ends.isEmpty { state.isOutOfOrder = true }
            switch event {
            case .response(let response):
                if state.response != nil { state.isOutOfOrder = true }
                state.response = response
            case .bytes(let bytes):
                if state.response == nil || bytes.isEmpty { state.isOutOfOrder = true }
                state.body += bytes
                state.chunks += 1
            case .finished(let end): state.ends.append(end)
            }
        }
        switch event {
        case .response: didRespond.fire()
        case .bytes: didReceive.fire()
        case .finished: didEnd.fire()
        }
    }

    var now: State { state.withLock { $0 } }
    func response() async { await didRespond.wait() }
    func firstBytes() async { await didReceive.wait() }

    /// Everything, after the end.
    func end() async -> State {
        await didEnd.wait()
        return now
    }
}

extension Recorder.State {
    var metrics: TransferMetrics? { try? ends.first?.get() }
    var error: TransferError? {
        guard case .failure(let error)? = ends.first else { return nil }
        return error
    }
}

/// Something that happens once, or counts as having happened; waiting for it afterwards returns at once.
final class Signal: Sendable {
    private struct State {
        var isFired = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Lock(State())

    func fire() {
        let waiters = state.withLock { state in
            state.isFired = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isFired = state.withLock { state in
                if !state.isFired { state.waiters.append(continuation) }
                return state.isFired
            }
            if isFired { continuation.resume() }
        }
    }
}

extension CurlTransport {
    /// Starts a transfer into a new recorder.
    func record(_ request: TransferRequest) -> (task: any TransferTask, recorder: Recorder) {
        let recorder = Recorder()
        return (start(request) { recorder.handle($0) }, recorder)
    }

    /// A whole transfer.
    func fetch(_ request: TransferRequest) async -> Recorder.State { await record(request).recorder.end() }

    func fetch(_ url: String) async -> Recorder.State { await fetch(TransferRequest(url: url)) }
}

/// Numbers that a seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Bytes in which a lost, doubled or swapped piece shows.
func testBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) } }
    return Array(bytes[..<count])
}
