import HalftoneCore
import TestSupport
import Testing

@testable import Transfer

/// Timeouts of idle transfers, on a clock that the tests advance; libcurl's own timeouts are kept short.
@Suite(.endsInTime) struct TimeoutTests {
    let time = ManualTime()
    let transport: CurlTransport

    init() { transport = .patient(time: time) }

    @Test func `a server that stops sending in the body times out`() async throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.waitForClientToLeave()
            return false
        }
        let (_, recorder) = transport.record(TransferRequest(url: server.url))
        await recorder.until { $0.body.count == 3 }
        time.advance(by: .seconds(15), waking: transport)
        let end = await recorder.end()
        #expect(end.error == .timedOut(.receiving))
        #expect(end.error?.isTransient == true)
    }

    @Test func `a server that never responds times out`() async throws {
        let asked = Latch("a request")
        let left = Latch("the client to leave")
        let server = try RawServer.silent(asked: asked, left: left)
        let (_, recorder) = transport.record(TransferRequest(url: server.url))
        await asked.wait()
        time.advance(by: .seconds(15), waking: transport)
        #expect(await recorder.end().error == .timedOut(.waiting))
        await left.wait()
    }

    @Test func `a server that sends bytes at intervals does not time out`() async throws {
        // given a server that sends a byte for each signal of the gate
        let gate = TestSemaphore("the test to let the server go on")
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
            for _ in 0..<5 {
                gate.wait()
                connection.send("x")
            }
            return true
        }
        let (_, recorder) = transport.record(TransferRequest(url: server.url))
        await recorder.until { $0.response != nil }
        // when it pauses five times, together far longer than the timeout
        for count in 1...5 {
            time.advance(by: .seconds(14), waking: transport)
            gate.signal()
            await recorder.until { $0.body.count == count || !$0.ends.isEmpty }
        }
        // then the body is received to its end
        #expect(await recorder.end().error == nil)
    }

    @Test func `a stalled body of a redirect has the timeout of any other`() async throws {
        let asked = Latch("a request")
        let server = try RawServer { request, connection in
            if request.path == "/target" {
                connection.respond(Array("picture".utf8))
                return true
            }
            connection.send("HTTP/1.1 302 Found\r\nLocation: /target\r\nContent-Length: 10\r\n\r\nabc")
            asked.open()
            connection.waitForClientToLeave()
            return false
        }
        let other = try RawServer.responding()
        let (_, recorder) = transport.record(TransferRequest(url: server.url))
        await asked.wait()
        _ = await transport.fetch(other.url)  // the transport's loop has run once more: it has read the redirect
        time.advance(by: .seconds(15), waking: transport)
        #expect(await recorder.end().body == Array("picture".utf8))
    }

    @Test func `the total limit holds over redirects`() async throws {
        let server = try RawServer { request, connection in
            if request.path == "/end" {
                connection.waitForClientToLeave()
                return false
            }
            connection.respond(status: 302, headers: ["Location: /end"])
            return true
        }
        var request = TransferRequest(url: server.url)
        request.limits.totalTimeout = .milliseconds(150)
        guard case .timedOut? = await transport.fetch(request).error else {
            Issue.record("no time limit")
            return
        }
    }

    /// Regression: the error said that no data was received.
    @Test func `an incomplete body at the total limit times out`() async throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\nbeginning")
            connection.waitForClientToLeave()
            return false
        }
        var request = TransferRequest(url: server.url)
        request.limits.totalTimeout = .milliseconds(1_500)
        #expect(await transport.fetch(request).error == .timedOut(.total))
    }

    @Test func `a server that does not complete the TLS handshake times out while connecting`() async throws {
        let server = try RawServer { _, _ in false }
        var request = TransferRequest(url: "https://127.0.0.1:\(server.port)/")
        request.limits.connectTimeout = .milliseconds(100)
        #expect(await CurlTransport(time: time).fetch(request).error == .timedOut(.connecting))
    }
}

extension ManualTime {
    func advance(by duration: Duration, waking transport: CurlTransport) {
        advance(by: duration)
        transport.wake()
    }
}
