import FoundationEssentials
import Glibc
import LabTestSupport
import TestSupport
import Testing

@testable import ImageLab

/// The log of the server, its start and its end.
@Suite(.endsInTime) struct LabServerLifeTests {
    private let server: LabServer

    init() throws { server = try Samples.server() }

    private func finished(_ count: Int) async -> [LabRecord] {
        await server.records { $0.filter(\.isFinished).count >= count }
    }

    // MARK: - The log

    @Test func `the log has what was sent`() async throws {
        let client = try RawClient(server)
        _ = try client.get("/image/photo?seed=1", headers: ["X-Test": "yes"])
        _ = try client.get("/image/dot?status=404")

        let records = await finished(2)

        try #require(records.count == 2)
        #expect(records.map(\.number) == [1, 2])
        #expect(records.map(\.path) == ["/image/photo?seed=1", "/image/dot?status=404"])
        #expect(records.map(\.status) == [200, 404])
        #expect(records[0].method == "GET")
        #expect(records[0].headers["x-test"] == "yes")
        #expect(records[0].bytesSent > Samples.jpeg().count)
        #expect(records.allSatisfy { !$0.wasClientGone })
        #expect(records[0].began <= records[0].ended ?? 0)
        #expect(records[0].ended ?? 0 <= records[1].began)
    }

    @Test func `delay and rate are in the log`() async throws {
        _ = try RawClient(server).get("/image/photo?delay=40&rate=200000")
        let record = try #require(await finished(1).first)
        // 20 KB at 200 KB per second, after 40 ms; only the lower bound is guaranteed
        #expect((record.ended ?? 0) - record.began >= 0.14)
    }

    @Test func `bytes are counted while they are sent`() async throws {
        let client = try RawClient(server)
        try client.send("/image/photo?stall=5000")
        let records = await server.records { $0.first?.bytesSent == 5000 }
        #expect(records.first?.isFinished == false)
        #expect(records.first?.status == 200)
        client.close()
    }

    @Test(arguments: [
        "/image/photo?delay=600000", "/image/photo?stall=5000", "/image/photo?stall=0&length=none",
        "/image/photo?rate=1", "/image/large%20one", "/image/large%20one?reset=19999999",
    ])
    func `a client that disconnects is detected`(target: String) async throws {
        // given a client whose response cannot complete: it is delayed, or larger than the socket buffers
        let client = try RawClient(server)
        try client.send(target)
        _ = await server.records { $0.first?.method == "GET" }
        // when the client disconnects
        client.close()
        // then the log contains that
        let record = try #require(await finished(1).first)
        #expect(record.wasClientGone)
        #expect(record.bytesSent < 20_000_000)
    }

    @Test func `faults are not counted as disconnected clients`() async throws {
        for fault in ["truncate=10", "reset=10", "length=wrong", "length=3"] {
            // the client reads until the server closes the connection, whatever length was announced
            let client = try RawClient(server)
            try client.send("/image/photo?\(fault)")
            #expect(client.take(.max).1 != .silent)
        }
        let records = await finished(4)
        #expect(records.map(\.wasClientGone) == [false, false, false, false])
        #expect(records.map(\.bytesSent) == [10, 10, Samples.jpeg().count, Samples.jpeg().count])
    }

    @Test func `the log can be fetched as JSON lines`() async throws {
        let client = try RawClient(server)
        _ = try client.get("/image/photo?auth=%22a%22:b")
        let response = try client.get("/log")

        #expect(response["content-type"] == "application/x-ndjson")
        let lines = response.text.split(separator: "\n")
        let records = try lines.map { try JSONDecoder().decode(LabRecord.self, from: Data($0.utf8)) }
        #expect(records.map(\.path) == ["/image/photo?auth=%22a%22:b", "/log"])
        #expect(records.map(\.status) == [401, nil])
        #expect(records.map(\.isFinished) == [true, false])
    }

    @Test func `an old log is dropped`() {
        let log = LabLog(maxRecords: 4)
        let numbers = (0..<6).map { log.begin(path: "/\($0)", at: 0) }
        log.update(numbers[0]) { $0.status = 1 }
        log.update(numbers[5]) { $0.status = 6 }
        #expect(log.records.map(\.number) == [3, 4, 5, 6])
        #expect(log.records.map(\.status) == [nil, nil, nil, 6])
    }

    @Test func `dropped entries of the log are still in its totals`() {
        let log = LabLog(maxRecords: 4)
        for number in 1...100 {
            let record = log.begin(path: "/", at: 0)
            log.update(record) { $0.bytesSent = 5 }
            log.update(record) { ($0.bytesSent, $0.status) = (10, number % 2 == 0 ? 304 : 200) }
            log.update(record) { $0.wasClientGone = number % 4 == 0 }
            log.update(record) { $0.status = number % 10 == 0 ? 200 : $0.status }
        }
        #expect(log.records.count <= 4)
        let totals = log.totals
        #expect(totals.requests == 100 && totals.bytesSent == 1000)
        #expect(totals.notModified == 40 && totals.clientsGone == 25)
    }

    // MARK: - Many at once

    @Test(.opensMany) func `a hundred connections are served side by side`() async throws {
        // given a hundred clients that wait for an answer
        let clients = try (0..<100).map { _ in try RawClient(server) }
        for (index, client) in clients.enumerated() { try client.send("/image/photo?delay=20&seed=\(index)") }
        // when each reads its response, the last one first, then each gets its own picture
        for (index, client) in clients.enumerated().reversed() {
            #expect(try client.response().body == LabBody.seeded(Samples.jpeg(), by: index))
        }
        // and when all are stalled in the middle of a second response, then all are in progress at once
        for client in clients { try client.send("/image/photo?stall=100") }
        let held = await server.records { records in
            records.filter { !$0.isFinished && $0.bytesSent == 100 }.count == 100
        }
        #expect(held.filter { !$0.isFinished }.count == 100)
        // and when they disconnect, then each is recorded as gone
        for client in clients { client.close() }
        #expect(await finished(200).filter(\.wasClientGone).count == 100)
    }

    @Test func `a waiting client gets a slot when the others disconnect together`() throws {
        // given a server with three slots, all used by clients that send nothing
        let server = LabServer(pictures: Samples.pictures, maxConnections: 3)
        try server.start()
        defer { server.stop() }
        for _ in 0..<20 {
            var silent = try (0..<3).map { _ in try RawClient(server) }
            // when the last of them is connected, and another client connects
            try silent[2].send("/image/dot")
            #expect(try silent[2].response().body == Samples.png)
            let late = try RawClient(server)
            try late.send("/image/dot")
            // and all earlier clients disconnect at once
            silent = []
            // then it gets a response
            #expect(try late.response().body == Samples.png)
        }
    }

    // MARK: - Beginning and end

    @Test func `its thread handles no signals except those of a crash`() throws {
        // given a picture whose bytes, made on the server's thread, contain that thread's signal mask
        let server = LabServer(pictures: [
            LabPicture(name: "mask", title: "", mimeType: "text/plain") {
                var blocked = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &blocked)
                return [SIGTERM, SIGINT, SIGSEGV, SIGILL, SIGTRAP].map { UInt8(sigismember(&blocked, $0)) }
            }
        ])
        try server.start()
        defer { server.stop() }
        #expect(try RawClient(server).get("/image/mask").body == [1, 1, 0, 0, 0])
    }

    @Test func `stopping the server ends every connection`() async throws {
        // given connections in every state
        let targets = ["", "?delay=600000", "?stall=5", "?rate=1", "?stall=0&length=none"]
        var clients: [RawClient] = []
        for target in targets + targets {
            let client = try RawClient(server)
            try client.send("/image/large%20one" + target)
            clients.append(client)
        }
        _ = await server.records { $0.count == 10 && $0.allSatisfy { !$0.method.isEmpty } }
        // when the server stops, twice
        server.stop()
        server.stop()
        // then all are closed, and none is recorded as gone
        for client in clients { #expect(client.take(.max).1 != .silent) }
        #expect(server.log.count == 10)
        #expect(server.log.allSatisfy { $0.isFinished && !$0.wasClientGone })
    }

    @Test func `a stopped server refuses connections and can start again`() throws {
        let port = try HeldPort()
        let server = LabServer(pictures: Samples.pictures, port: port.number)
        try server.start()
        #expect(try RawClient(server).get("/image/dot").body == Samples.png)
        server.stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(server) }
        try server.start()
        try server.start()
        #expect(try RawClient(server).get("/image/dot").body == Samples.png)
    }

    /// A child process that was started while the server ran had a copy of its socket, and the port stayed open.
    @Test func `a stopped server refuses connections though a copy of its socket is open`() throws {
        let port = try HeldPort()
        let server = LabServer(pictures: Samples.pictures, port: port.number)
        try server.start()
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
        let listener = try #require(open.first { Self.listens($0, on: port.number) })
        let copy = fcntl(listener, F_DUPFD_CLOEXEC, 0)
        defer { close(copy) }
        server.stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(server) }
        try server.start()
        #expect(try RawClient(server).get("/image/dot").body == Samples.png)
    }

    private static func listens(_ descriptor: CInt, on port: UInt16) -> Bool {
        var (isListening, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let isKnown = withUnsafeMutableBytes(of: &address) { bytes in
            getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0
                && bytes.baseAddress.map { getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &length) }
                    == 0
        }
        return isKnown && isListening == 1 && UInt16(bigEndian: address.sin_port) == port
    }

    @Test func `a released server closes its connections and its port`() throws {
        let port = try HeldPort()
        var held: LabServer? = LabServer(pictures: Samples.pictures, port: port.number)
        try held?.start()
        let client = try RawClient(port: port.number)
        try client.send("/image/photo?stall=10")
        held = nil
        #expect(client.take(.max).1 != .silent)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port.number) }
    }

    @Test func `a port in use is an error`() throws {
        let port = try #require(server.baseURL.split(separator: ":").last.flatMap { UInt16($0) })
        let other = LabServer(pictures: [], port: port)
        let error = #expect(throws: LabError.self) { try other.start() }
        #expect(
            error?.description
                == "the lab's server cannot listen on 127.0.0.1, port \(port): Address already in use")
        other.stop()
    }

    /// Regression: the port stayed open. The limit of a process of its own has room for no descriptor.
    @Test func `a server that cannot make its wake descriptor opens no port`() async {
        await #expect(processExitsWith: .success) {
            let site = LabSite(pictures: Samples.pictures, baseURL: "")
            let port = try HeldPort()
            var limit = rlimit()
            try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            var none = limit
            none.rlim_cur = 0
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
            let loop = ServerLoop(log: LabLog(), site: site)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

            let error = #expect(throws: LabError.self) { try loop.open(port: port.number, maxConnections: 4) }
            #expect(error?.description.hasSuffix("Too many open files") == true)
            #expect(throws: RawClient.Failure.self) { try RawClient(port: port.number) }
        }
    }
}
