import Basis
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10))) struct LifetimeTests {
    @Test func shutdownEndsLiveTransfersAsCancelledBeforeItReturns() throws {
        let transport = CurlTransport.patient()
        let server = try RawServer.silent()
        let recorders = (0..<20).map { _ in transport.record(TransferRequest(url: server.url)).recorder }
        transport.shutdown()
        for recorder in recorders {
            #expect(recorder.now.error == .cancelled)
            #expect(recorder.now.ends.count == 1)
        }
    }

    @Test func afterShutdownATransferEndsAtOnce() throws {
        let transport = CurlTransport.patient()
        let server = try RawServer.silent()
        _ = transport.record(TransferRequest(url: server.url))
        transport.shutdown()
        transport.shutdown()
        let (task, recorder) = transport.record(TransferRequest(url: server.url))
        task.cancel()
        #expect(recorder.now.error == .cancelled)
        #expect(recorder.now.ends.count == 1)
    }

    @Test func anUnusedTransportShutsDown() {
        CurlTransport.patient().shutdown()
    }

    @Test func releasingTheTransportEndsItsTransfersAndSendsTheServerHome() async throws {
        let asked = Signal()
        let left = Signal()
        let server = try RawServer.silent(asked: asked, left: left)
        let recorder = Recorder()
        var transport: CurlTransport? = CurlTransport.patient()
        transport?.start(TransferRequest(url: server.url)) { recorder.handle($0) }
        await asked.wait()
        transport = nil
        #expect(await recorder.end().error == .cancelled)
        await left.wait()
    }

    @Test func theLastReferenceMayDieInsideAHandler() async throws {
        let gate = Gate()
        let body = testBytes(100_000)
        let server = try RawServer { _, connection in
            gate.pass()
            connection.respond(body)
            return true
        }
        // given a transport that only its own handler keeps
        let recorder = Recorder()
        let last = Lock<CurlTransport?>(nil)
        weak var witness: CurlTransport?
        do {
            let transport = CurlTransport.patient()
            witness = transport
            transport.start(TransferRequest(url: server.url)) { event in
                recorder.handle(event)
                last.withLock { $0 = nil }
            }
            last.withLock { $0 = transport }
        }
        // when it lets go of it in the middle of the transfer
        gate.open()
        // then the transfer still ends once
        let end = await recorder.end()
        #expect(witness == nil)
        #expect(end.ends.count == 1 && !end.isOutOfOrder)
    }

    @Test func shutdownInsideAHandlerDoesNotWaitForItself() async throws {
        let transport = CurlTransport.patient()
        let body = testBytes(100_000)
        let server = try RawServer { _, connection in
            connection.respond(body)
            return true
        }
        let recorder = Recorder()
        transport.start(TransferRequest(url: server.url)) { event in
            recorder.handle(event)
            transport.shutdown()
        }
        #expect(await recorder.end().ends.count == 1)
    }

    @Test func theHandlerIsReleasedAfterTheEndThoughTheTaskIsKept() async throws {
        let transport = CurlTransport.patient()
        let server = try RawServer { _, connection in
            connection.respond()
            return true
        }
        weak var witness: Recorder?
        let task: any TransferTask
        do {
            let recorder = Recorder()
            witness = recorder
            task = transport.start(TransferRequest(url: server.url)) { recorder.handle($0) }
            _ = await recorder.end()
        }
        transport.shutdown()  // the thread has left its last handler
        #expect(witness == nil)
        task.cancel()
    }

    @Test func aHandlerMayStartAnotherTransfer() async throws {
        let transport = CurlTransport.patient()
        let server = try RawServer { _, connection in
            connection.respond(testBytes(5))
            return true
        }
        let first = Recorder()
        let second = Recorder()
        let url = server.url
        transport.start(TransferRequest(url: url)) { event in
            first.handle(event)
            if case .response = event { transport.start(TransferRequest(url: url)) { second.handle($0) } }
        }
        #expect(await first.end().body.count == 5)
        #expect(await second.end().body.count == 5)
    }
}
