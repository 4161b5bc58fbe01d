import HalftoneCore
import TestSupport
import Testing

@testable import Transfer

/// Ten thousand transfers, some cancelled at random moments on random threads; each ends exactly once.
@Suite(.endsInTime, .slow) struct CancelStormTests {
    private enum Moment: CaseIterable { case never, atOnce, soon, inResponse, inBody, afterEnd }

    @Test(.opensMany, arguments: 1...16 as ClosedRange<UInt64>)
    func `every transfer ends once`(_ seed: UInt64) async throws {
        let body = testBytes(40_000)
        let server = try RawServer { request, connection in
            if request.path == "/redirect" {
                connection.respond(status: 302, headers: ["Location: /"])
            } else {
                connection.respond(body)
            }
            return true
        }
        let url = server.url
        let transport = CurlTransport.patient()
        let tally = Lock<[Bool: Int]>([:])
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<25 {
                group.addTask {
                    var random = SeededGenerator(seed: seed << 32 | UInt64(worker))
                    for number in 0..<25 {
                        let moment = Moment.allCases.randomElement(using: &random) ?? .never
                        let path = number % 5 == 0 ? "/redirect" : "/"
                        let end = await run(
                            TransferRequest(url: url + path), on: transport, cancelling: moment,
                            turns: Int.random(in: 0..<40, using: &random))
                        #expect(end.ends.count == 1 && !end.isOutOfOrder, "seed \(seed)")
                        #expect(end.error == .cancelled || end.body == body, "seed \(seed), \(moment)")
                        if moment == .never || moment == .afterEnd { #expect(end.error == nil, "seed \(seed)") }
                        tally.withLock { $0[end.error == nil, default: 0] += 1 }
                    }
                }
            }
        }
        transport.shutdown()
        let ends = tally.withLock { $0 }
        #expect(ends.values.reduce(0, +) == 625)
        #expect(ends[true, default: 0] > 125 && ends[false, default: 0] > 125)  // both endings are frequent
    }

    private func run(
        _ request: TransferRequest, on transport: CurlTransport, cancelling moment: Moment, turns: Int
    ) async -> Recorder.State {
        let recorder = Recorder()
        let own = Lock<(any TransferTask)?>(nil)
        // Locked until the task is known, so that a handler that is called at once can cancel it.
        own.withLock { task in
            task = transport.start(request) { event in
                recorder.handle(event)
                switch event {
                case .response: if moment == .inResponse { own.withLock { $0 }?.cancel() }
                case .bytes: if moment == .inBody { own.withLock { $0 }?.cancel() }
                case .finished: break
                }
            }
        }
        let task = own.withLock { $0 }
        if moment == .atOnce { task?.cancel() }
        if moment == .soon {
            // later, the more other tasks have to run first
            await withTaskGroup { group in for _ in 0..<turns { group.addTask {} } }
            task?.cancel()
        }
        _ = await recorder.end()
        if moment == .afterEnd { task?.cancel() }
        return recorder.now
    }
}
