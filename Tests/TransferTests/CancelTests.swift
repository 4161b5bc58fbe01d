import HalftoneCore
import TestSupport
import Testing

@testable import Transfer

@Suite(.endsInTime) struct CancelTests {
    let transport = CurlTransport.patient()

    @Test func `cancelling at once ends once as cancelled`() async throws {
        let server = try RawServer.silent()  // a response might arrive before a slow thread cancels
        let (task, recorder) = transport.record(TransferRequest(url: server.url))
        task.cancel()
        task.cancel()
        let end = await recorder.end()
        #expect(end.error == .cancelled)
        #expect(end.ends.count == 1)
    }

    @Test func `cancelling during the body disconnects`() async throws {
        let left = Latch("the client to leave")
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nabc")
            connection.waitForClientToLeave()
            left.open()
            return false
        }
        let (task, recorder) = transport.record(TransferRequest(url: server.url))
        await recorder.until { $0.body.count == 3 }
        task.cancel()
        let end = await recorder.end()
        await left.wait()
        #expect(end.error == .cancelled)
        #expect(end.body == Array("abc".utf8))
    }

    @Test func `cancelling before the response disconnects`() async throws {
        let asked = Latch("a request")
        let left = Latch("the client to leave")
        let server = try RawServer.silent(asked: asked, left: left)
        let (task, recorder) = transport.record(TransferRequest(url: server.url))
        await asked.wait()
        task.cancel()
        #expect(await recorder.end().error == .cancelled)
        await left.wait()
    }

    @Test(arguments: [0, 1, 3]) func `cancelling inside the handler ends the events`(_ chunks: Int) async throws {
        // given a server that responds once the handler has its task
        let gate = TestSemaphore("the test to let the server go on")
        let body = testBytes(200_000)
        let server = try RawServer { _, connection in
            gate.wait()
            connection.respond(body)
            return true
        }
        // when the handler cancels after the response and some chunks
        let recorder = Recorder()
        let own = Lock<(any TransferTask)?>(nil)
        let task = transport.start(TransferRequest(url: server.url)) { event in
            recorder.handle(event)
            if recorder.now.chunks == chunks { own.withLock { $0 }?.cancel() }
        }
        own.withLock { $0 = task }
        gate.signal()
        // then cancellation is the next event
        let end = await recorder.end()
        #expect(end.error == .cancelled)
        #expect(end.chunks == chunks)
        #expect(end.ends.count == 1 && !end.isOutOfOrder)
    }

    @Test func `cancelling after the end changes nothing`() async throws {
        let server = try RawServer.responding(testBytes(10))
        let (task, recorder) = transport.record(TransferRequest(url: server.url))
        _ = await recorder.end()
        task.cancel()
        _ = await transport.fetch(server.url)  // the inbox is in order: the cancel was handled before this transfer
        #expect(recorder.now.ends.count == 1)
        #expect(recorder.now.error == nil)
    }
}
