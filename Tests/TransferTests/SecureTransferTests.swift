import HalftoneCore
import TestSupport
import Testing

@testable import Transfer

/// HTTP/2 and TLS against a standard server.
@Suite(.endsInTime) struct SecureTransferTests {
    let authority: SecureServer.Authority
    let transport: CurlTransport

    init() throws {
        authority = try SecureServer.Authority.shared()
        var configuration = CurlTransport.Configuration()
        configuration.certificateFile = authority.file
        transport = CurlTransport.patient(configuration)
    }

    @Test func `a picture is transferred over HTTP 2`() async throws {
        let server = try await SecureServer(.good, of: authority)
        let end = await transport.fetch(server.url + "/picture")
        #expect(end.body == authority.body)
        let metrics = try #require(end.metrics)
        #expect(metrics.protocolName == "HTTP/2" && !metrics.isConnectionReused)
        #expect(metrics.tls > .zero && metrics.connect > .zero && metrics.firstByte >= metrics.tls)
        #expect(metrics.total >= metrics.firstByte && metrics.bytes == authority.body.count)
    }

    @Test func `fifty transfers at once share one connection`() async throws {
        let server = try await SecureServer(.good, of: authority)
        let recorders = (0..<50).map { _ in transport.record(TransferRequest(url: server.url + "/picture")).recorder }
        var opened = 0
        for recorder in recorders {
            let end = await recorder.end()
            #expect(end.body == authority.body && end.metrics?.protocolName == "HTTP/2")
            if end.metrics?.isConnectionReused == false { opened += 1 }
        }
        #expect(opened == 1)
    }

    @Test func `cancelling one of many transfers on a connection leaves the others`() async throws {
        let server = try await SecureServer(.good, of: authority)
        let recorders = (0..<30).map { number in
            let recorder = Recorder()
            let own = Lock<(any TransferTask)?>(nil)
            own.withLock { task in
                task = transport.start(TransferRequest(url: server.url + "/picture")) { event in
                    recorder.handle(event)
                    // when its response has begun, which is before it can have ended
                    if number % 3 == 0, case .response = event { own.withLock { $0 }?.cancel() }
                }
            }
            return recorder
        }
        for (number, recorder) in recorders.enumerated() {
            let end = await recorder.end()
            guard number % 3 == 0 else {
                #expect(end.body == authority.body)
                continue
            }
            #expect(end.error == .cancelled && end.ends.count == 1)
        }
    }

    @Test(arguments: [SecureServer.Certificate.expired, .foreign, .selfSigned])
    func `an invalid certificate is refused`(certificate: SecureServer.Certificate) async throws {
        let server = try await SecureServer(certificate, of: authority)
        let end = await transport.fetch(server.url + "/picture")
        guard case .tls(let text)? = end.error else {
            Issue.record("\(certificate) ended as \(String(describing: end.ends))")
            return
        }
        let reason = [.expired: "expired", .foreign: "match", .selfSigned: "self"][certificate] ?? "?"
        #expect(text.contains(reason), "\(text)")
        #expect(end.body.isEmpty && end.response == nil)
    }

    @Test(arguments: [SecureServer.Certificate.expired, .foreign, .selfSigned])
    func `it is accepted by an option, and only for that request`(certificate: SecureServer.Certificate) async throws {
        let server = try await SecureServer(certificate, of: authority)
        var request = TransferRequest(url: server.url + "/picture")
        request.allowsInvalidCertificates = true
        #expect(await transport.fetch(request).body == authority.body)
        // the open connection is not reused for requests that check certificates
        request.allowsInvalidCertificates = false
        guard case .tls? = await transport.fetch(request).error else {
            Issue.record("a connection with an unchecked certificate was reused")
            return
        }
    }

    @Test func `a certificate of an untrusted authority is refused`() async throws {
        let server = try await SecureServer(.good, of: authority)
        guard case .tls? = await CurlTransport.patient().fetch(server.url + "/picture").error else {
            Issue.record("a certificate of an unknown authority was trusted")
            return
        }
    }

    @Test func `a redirect from HTTP to HTTPS is followed`() async throws {
        let secure = try await SecureServer(.good, of: authority)
        // The plain server lives until the process ends, and would keep the other one until then.
        let plain = try RawServer { [url = secure.url] _, connection in
            connection.respond(status: 301, headers: ["Location: \(url)/picture"])
            return true
        }
        let end = await transport.fetch(plain.url)
        #expect(end.body == authority.body && end.response?.url == secure.url + "/picture")
    }
}
