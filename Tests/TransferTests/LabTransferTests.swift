import HalftoneCore
import ImageLab
import LabTestSupport
import TestSupport
import Testing

@testable import Transfer

/// The Lab's faults and their effects on transfers.
@Suite(.endsInTime) struct LabTransferTests {
    let transport = CurlTransport.patient()
    let body: [UInt8]
    let lab: LabServer

    init() throws {
        let body = testBytes(50_000)
        self.body = body
        lab = LabServer(pictures: [LabPicture(name: "a", title: "A", mimeType: "image/png") { body }])
        try lab.start()
    }

    func url(_ set: (inout LabFaults) -> Void = { _ in }) -> String {
        var faults = LabFaults()
        set(&faults)
        return lab.url(ofPicture: "a", faults: faults)
    }

    @Test func `a picture arrives unchanged`() async {
        let end = await transport.fetch(url())
        #expect(end.body == body)
        #expect(end.response?.headers["content-type"] == "image/png")
        #expect(end.response?.expectedBytes == body.count)
    }

    @Test func `a delay is in the metrics`() async throws {
        let end = await transport.fetch(url { $0.delay = 50 })
        #expect(try #require(end.metrics).firstByte >= .milliseconds(45))
        #expect(try #require(end.metrics).total >= .milliseconds(45))
    }

    @Test func `a rate is in the metrics and causes many chunks`() async throws {
        let end = await transport.fetch(url { $0.rate = 500_000 })
        #expect(try #require(end.metrics).total >= .milliseconds(50))
        #expect(end.body == body)
    }

    @Test func `a truncation loses the connection`() async {
        let end = await transport.fetch(url { $0.truncate = 1234 })
        #expect(end.error == .connectionLost(received: 1234, expected: body.count))
        #expect(end.body == Array(body[..<1234]))
    }

    @Test func `a reset loses the connection`() async {
        let end = await transport.fetch(url { $0.reset = 1234 })
        guard case .connectionLost(_, expected: body.count)? = end.error else {
            Issue.record("ended as \(String(describing: end.ends.first))")
            return
        }
        #expect(end.body == Array(body[..<end.body.count]))
    }

    @Test func `a stall times out`() async {
        let time = ManualTime()
        let transport = CurlTransport.patient(time: time)
        let (_, recorder) = transport.record(TransferRequest(url: url { $0.stall = 1234 }))
        await recorder.until { $0.body.count == 1234 }
        time.advance(by: .seconds(15), waking: transport)
        let end = await recorder.end()
        #expect(end.error == .timedOut(.receiving))
        #expect(end.body == Array(body[..<1234]))
    }

    @Test func `a wrong length loses the connection, and a missing one is no problem`() async {
        let wrong = await transport.fetch(url { $0.length = .wrong })
        #expect(wrong.error == .connectionLost(received: body.count, expected: body.count + 1000))
        let none = await transport.fetch(url { $0.length = LabFaults.Length.none })
        #expect(none.body == body && none.response?.expectedBytes == nil)
    }

    @Test func `redirects are followed to their limit`() async {
        #expect(await transport.fetch(url { $0.redirect = 10 }).body == body)
        #expect(await transport.fetch(url { $0.redirect = 11 }).error == .tooManyRedirects(limit: 10))
        #expect(await transport.fetch(url { $0.loop = true }).error == .tooManyRedirects(limit: 10))
    }

    @Test func `credentials open a protected picture`() async {
        let url = url { $0.auth = LabFaults.Credentials(user: "me", password: "secret") }
        #expect(await transport.fetch(url).response?.status == 401)
        let withCredentials = url.replacing("http://", with: "http://me:secret@")
        #expect(await transport.fetch(withCredentials).body == body)
    }

    @Test func `the server detects that a cancelled client disconnected`() async {
        let (task, recorder) = transport.record(TransferRequest(url: url { $0.stall = 1234 }))
        await recorder.until { $0.chunks > 0 }
        task.cancel()
        #expect(await recorder.end().error == .cancelled)
        let log = await lab.records { $0.contains(where: \.isFinished) }
        #expect(log.map(\.wasClientGone) == [true])
    }

    @Test(.opensMany) func `any number of slow downloads is cancelled`() async {
        let transfers = (0..<100).map { number in
            transport.record(TransferRequest(url: url { ($0.delay, $0.seed) = (number % 2 == 0 ? 0 : 60_000, number) }))
        }
        for (number, transfer) in transfers.enumerated() where number % 2 == 1 { transfer.task.cancel() }
        for (number, transfer) in transfers.enumerated() {
            let end = await transfer.recorder.end()
            #expect(end.ends.count == 1)
            #expect(end.error == (number % 2 == 0 ? nil : .cancelled))
        }
    }
}
