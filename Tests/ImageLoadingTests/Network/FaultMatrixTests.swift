import FoundationEssentials
import ImageLab
import Testing

@testable import ImageLoading
@testable import Transfer

/// Every fault of the Lab alone and with every other, with one attempt and with three: each ends once, with the bytes or
/// with an error that is meant for it, and leaves no place taken.
///
/// All run at once. The clock of silence stands still until only silent servers are left, so that a slow machine changes
/// nothing and nobody waits.
@Suite(.timeLimit(.minutes(5))) struct FaultMatrixTests {
    private struct Fault: Sendable {
        let name: String
        /// Whether it may end well, and so with another fault that may.
        let mayEndWell: Bool
        let set: @Sendable (inout LabFaults) -> Void
        /// Errors that it may lead to.
        let isMeant: @Sendable (ImageError) -> Bool

        init(
            _ name: String, mayEndWell: Bool = false, _ set: @escaping @Sendable (inout LabFaults) -> Void,
            _ isMeant: @escaping @Sendable (ImageError) -> Bool
        ) {
            (self.name, self.mayEndWell, self.set, self.isMeant) = (name, mayEndWell, set, isMeant)
        }

        static func harmless(_ name: String, _ set: @escaping @Sendable (inout LabFaults) -> Void) -> Fault {
            Fault(name, mayEndWell: true, set) { _ in false }
        }
    }

    private static let faults: [Fault] = [
        .harmless("delay") { $0.delay = 20 },
        .harmless("rate") { $0.rate = 200_000 },
        Fault("status=500") {
            $0.status = 500
        } _: {
            $0 == .invalidStatusCode(500)
        },
        Fault("status=410") {
            $0.status = 410
        } _: {
            $0 == .invalidStatusCode(410)
        },
        Fault("truncate", { $0.truncate = 5000 }, isLost),
        Fault("reset", { $0.reset = 5000 }, isLost),
        Fault("stall") {
            $0.stall = 5000
        } _: {
            if case .transfer(.timedOut) = $0 { true } else { false }
        },
        .harmless("redirect") { $0.redirect = 2 },
        Fault("loop") {
            $0.loop = true
        } _: {
            $0 == .transfer(.tooManyRedirects(limit: 10))
        },
        Fault("location") {
            $0.location = "ftp://127.0.0.1/x"
        } _: {
            if case .transfer(.redirectRefused) = $0 { true } else { false }
        },
        .harmless("type") { $0.type = "text/html" },
        .harmless("length=none") { $0.length = LabFaults.Length.none },
        Fault("length=wrong", { $0.length = .wrong }, isLost),
        Fault("length=100", mayEndWell: true, { $0.length = .bytes(100) }, isLost),
        .harmless("garbage") { $0.garbage = true },
        .harmless("empty") { $0.empty = true },
        .harmless("etag") { $0.etag = true },
        .harmless("maxage") { $0.maxage = 60 },
        .harmless("flip") { $0.flip = true },
        .harmless("range") { $0.range = true },
        Fault("auth") {
            $0.auth = .init(user: "a", password: "b")
        } _: {
            $0 == .invalidStatusCode(401)
        },
        Fault("cookie") {
            $0.cookie = true
        } _: {
            $0 == .invalidStatusCode(403)
        },
        Fault("fail", mayEndWell: true) {
            $0.fail = 1
        } _: {
            $0 == .invalidStatusCode(503)
        },
        .harmless("seed") { $0.seed = 7 },
    ]

    private static func isLost(_ error: ImageError) -> Bool {
        if case .transfer(.connectionLost) = error { true } else { false }
    }

    /// Faults that break a body off do nothing to one that ends before: an empty one, or one that claims to be short.
    private static let disarming = ["empty", "length=100"]

    private struct Run {
        let faults: [Fault]
        let record = LoaderRecord()

        var names: [String] { faults.map(\.name) }
        var mayEndWell: Bool {
            let isDisarmed = !Set(names).isDisjoint(with: FaultMatrixTests.disarming)
            return faults.allSatisfy { fault in
                fault.mayEndWell || isDisarmed && ["truncate", "reset", "stall", "length=wrong"].contains(fault.name)
            }
        }
    }

    @Test(arguments: [1, 3])
    func everyFaultAndEveryPairOfThemEndsAsItShould(attempts: Int) async throws {
        let body = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let lab = LabServer(pictures: [LabPicture(name: "a", title: "A", mimeType: "image/jpeg") { body }])
        try lab.start()
        var configuration = ImageDownloader.Configuration()
        configuration.queue = .init(total: 60, perHost: 60)
        configuration.retry = RetryPolicy(attempts: attempts)
        configuration.retry.firstDelay = .milliseconds(2)
        let clock = ManualTime()
        let transport = CurlTransport(time: clock)
        let downloader = ImageDownloader(transport: transport, configuration: configuration)

        var runs: [Run] = []
        for (index, first) in Self.faults.enumerated() {
            for second in Self.faults[index...] {
                let run = Run(faults: [first, second])
                var faults = LabFaults()
                for fault in run.faults { fault.set(&faults) }
                // the server counts failures by URL: every run has its own
                if faults.seed == nil { faults.seed = 1000 + runs.count }
                let url = try #require(URL(string: lab.url(ofPicture: "a", faults: faults)))
                run.record.task = downloader.load(ImageRequest(url: url)) { run.record.note($0) }
                runs.append(run)
            }
        }
        await until { runs.allSatisfy { $0.record.ends > 0 || $0.names.contains("stall") } }
        await until {
            clock.advance(by: .seconds(16))
            transport.wake()
            return runs.allSatisfy { $0.record.ends > 0 }
        }

        for run in runs {
            let story = "\(run.names), \(attempts) attempts: \(run.record.words.map { String($0.prefix(80)) })"
            #expect(run.record.ends == 1, "\(story)")
            guard let error = run.record.error else {
                #expect(run.mayEndWell, "\(story)")
                continue
            }
            #expect(run.faults.contains { $0.isMeant(error) }, "\(story)")
            let tries = 1 + run.record.words.count { $0.hasPrefix("retrying") }
            #expect(tries == attempts || !RetryPolicy.isWorthRetrying(error), "\(story)")
        }
        await until { downloader.state.withLock { $0.queue.isEmpty && $0.jobs.isEmpty } }
        #expect(downloader.currentDownloadCount == 0)
        let last = LoaderRecord()
        let url = try #require(URL(string: lab.url(ofPicture: "a")))
        last.task = downloader.load(ImageRequest(url: url)) { last.note($0) }
        await until { last.ends > 0 }
        #expect(last.payload?.bytes == body)
    }
}
