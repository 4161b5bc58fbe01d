import HalftoneCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Transfer

@Suite(.endsInTime) struct LifetimeTests {
    @Test func `shutdown ends live transfers as cancelled before it returns`() throws {
        let transport = CurlTransport.patient()
        let server = try RawServer.silent()
        let recorders = (0..<20).map { _ in transport.record(TransferRequest(url: server.url)).recorder }
        transport.shutdown()
        for recorder in recorders {
            #expect(recorder.now.error == .cancelled)
            #expect(recorder.now.ends.count == 1)
        }
    }

    @Test func `after shutdown a transfer ends at once`() throws {
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

    @Test func `an unused transport shuts down and starts no transfer afterwards`() throws {
        let transport = CurlTransport.patient()
        let server = try RawServer.silent()
        transport.shutdown()
        // then a transfer ends within the call, without a thread
        let recorder = transport.record(TransferRequest(url: server.url)).recorder
        #expect(recorder.now.error == .cancelled)
        #expect(recorder.now.ends.count == 1)
        #expect(server.requests.isEmpty)
    }

    @Test func `releasing the transport ends its transfers and disconnects`() async throws {
        let asked = Latch("a request")
        let left = Latch("the client to leave")
        let server = try RawServer.silent(asked: asked, left: left)
        let recorder = Recorder()
        var transport: CurlTransport? = CurlTransport.patient()
        transport?.start(TransferRequest(url: server.url)) { recorder.handle($0) }
        await asked.wait()
        transport = nil
        #expect(await recorder.end().error == .cancelled)
        await left.wait()
    }

    @Test func `the last reference may be released inside a handler`() async throws {
        let gate = TestSemaphore("the test to let the server go on")
        let body = testBytes(100_000)
        let server = try RawServer { _, connection in
            gate.wait()
            connection.respond(body)
            return true
        }
        // given a transport that only its own handler keeps alive
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
        // when the handler releases it during the transfer
        gate.signal()
        // then the transfer still ends once
        let end = await recorder.end()
        #expect(witness == nil)
        #expect(end.ends.count == 1 && !end.isOutOfOrder)
    }

    @Test func `shutdown inside a handler does not wait for itself`() async throws {
        let transport = CurlTransport.patient()
        let body = testBytes(100_000)
        let server = try RawServer.responding(body)
        let recorder = Recorder()
        transport.start(TransferRequest(url: server.url)) { event in
            recorder.handle(event)
            transport.shutdown()
        }
        #expect(await recorder.end().ends.count == 1)
    }

    /// Regression: a program that the gallery started for a picture kept the connections of the others open.
    @Test func `no program that is started inherits a connection`() async throws {
        let transport = CurlTransport.patient()
        let asked = Latch("a request")
        let server = try RawServer.silent(asked: asked)
        _ = transport.record(TransferRequest(url: server.url))
        await asked.wait()
        // given the client's end of the connection
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let ours = open.filter { Self.peerPort(of: $0) == server.port }
        // then it is closed when another program is executed
        #expect(ours.count == 1)
        #expect(ours.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
        transport.shutdown()
    }

    private static func peerPort(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.baseAddress.map { getpeername(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &length) } == 0
        }
        return isConnected && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
    }

    @Test func `the handler is released after the end though the task is kept`() async throws {
        let transport = CurlTransport.patient()
        let server = try RawServer.responding()
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

    @Test func `a handler may start another transfer`() async throws {
        let transport = CurlTransport.patient()
        let server = try RawServer.responding(testBytes(5))
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
