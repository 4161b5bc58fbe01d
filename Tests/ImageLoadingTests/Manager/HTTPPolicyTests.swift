import ImageCoding
import Testing
import Transfer

@testable import ImageLoading

/// How far a policy follows the caching rules of a response.
@Suite(.endsInTime) @MainActor struct HTTPPolicyTests {
    private let loader = HeldLoader()
    private let bench: Bench

    init() { bench = Bench(loader: loader) }

    private func context(_ policy: HTTPPolicy, staleIfError: Bool = false) -> ImageContext {
        .made {
            $0.httpPolicy = policy
            $0.staleIfError = staleIfError
        }
    }

    private func load(_ policy: HTTPPolicy, staleIfError: Bool = false) -> RecordedLoad {
        bench.run("http://host/a", [], context(policy, staleIfError: staleIfError))
    }

    /// Stores the picture on disk, and in memory too unless `keepsMemory` is false.
    private func fill(_ control: String, keepsMemory: Bool = false) {
        _ = load(.forever)
        loader.open[0].respond("picture", headers: ["Cache-Control": control, "ETag": "\"1\""])
        bench.settle()
        if !keepsMemory { bench.manager.memoryCache.removeAll() }
    }

    /// The lifetime in seconds is ignored by the default policy.
    @Test(arguments: [(HTTPPolicy.forever, 1, 1000), (.http, 100, 99), (.staleWhileRevalidate, 10, 9)], [true, false])
    func `an entry is used while it is fresh, and forever by default`(
        _ entry: (policy: HTTPPolicy, lifetime: Int, age: Int), keepsMemory: Bool
    ) {
        fill("max-age=\(entry.lifetime)", keepsMemory: keepsMemory)
        bench.time.advance(by: .seconds(entry.age))
        #expect(load(entry.policy).words == [keepsMemory ? "image memory" : "image disk"] && loader.open.isEmpty)
    }

    /// RFC 9111, section 4.2.3. Regression: the time that the response took was never counted.
    @Test func `the age of an entry includes the time since its request`() {
        var metrics = TransferMetrics()
        metrics.total = .seconds(60)
        _ = load(.http)
        loader.open[0].respond("picture", headers: ["Cache-Control": "max-age=100"], metrics: metrics)
        bench.settle()
        bench.time.advance(by: .seconds(39))
        #expect(load(.http).words == ["image memory"])
        bench.time.advance(by: .seconds(2))
        #expect(load(.http).words.isEmpty && loader.open.count == 1)
    }

    // MARK: - Honoring HTTP

    @Test(arguments: [true, false]) func `a stale entry is revalidated before it is shown`(keepsMemory: Bool) {
        fill("max-age=100", keepsMemory: keepsMemory)
        bench.time.advance(by: .seconds(101))
        let load = load(.http)
        #expect(load.words.isEmpty)
        #expect(loader.open.map(\.request.validators.entityTag) == ["\"1\""])
        loader.open[0].finish(.success(.notModified(["Cache-Control": "max-age=50"])))
        bench.settle()
        #expect(load.words == ["image disk"] && bench.isIdle)
        // and it is fresh again, for as long as the new response says
        bench.manager.memoryCache.removeAll()
        bench.time.advance(by: .seconds(49))
        #expect(self.load(.http).words == ["image disk"])
        bench.manager.memoryCache.removeAll()
        bench.time.advance(by: .seconds(2))
        #expect(self.load(.http).words.isEmpty)
    }

    /// Regression: a new response made the old image in memory look fresh, though no load waited until it was decoded.
    @Test(arguments: ["picture two", "damaged"])
    func `a stale entry stays stale until the new picture is there`(answer: String) {
        fill("max-age=100", keepsMemory: true)
        bench.time.advance(by: .seconds(101))
        let first = load(.http)
        loader.open[0].respond(answer, headers: ["Cache-Control": "max-age=1000", "ETag": "\"2\""])
        if answer == "picture two" { first.operation?.cancel() }
        bench.settle()
        bench.manager.removeAllFailedURLs()
        let second = load(.http)
        #expect(second.words.isEmpty && loader.open.map(\.request.validators.entityTag) == ["\"1\""])
    }

    @Test func `a changed picture replaces the stale one`() {
        fill("max-age=1")
        bench.time.advance(by: .seconds(2))
        let load = load(.http)
        loader.open[0].respond("picture two", headers: ["ETag": "\"2\""])
        bench.settle()
        #expect(load.words == ["image none"] && load.image?.sourceBytes == 11)
        #expect(bench.manager.diskCache?.read("http://host/a")?.validators.entityTag == "\"2\"")
    }

    /// Where a stale entry may replace an error, it does not if the error is about the picture itself, nor with
    /// `must-revalidate`.
    @Test(arguments: [
        (503, "503 the server failed", "max-age=1", false), (404, "404 not found", "max-age=1", true),
        (503, "503 the server failed", "max-age=1, must-revalidate, stale-if-error=100", true),
    ])
    func `a failed revalidation is an error`(status: Int, words: String, control: String, staleIfError: Bool) {
        fill(control)
        bench.time.advance(by: .seconds(2))
        let load = load(.http, staleIfError: staleIfError)
        loader.open[0].finish(.failure(.invalidStatusCode(status)))
        bench.settle()
        #expect(load.words == [words] && bench.manager.diskCache?.read("http://host/a") != nil)
    }

    @Test(arguments: [
        (true, ImageError.transfer(.couldNotConnect(host: "host"))),
        (false, .transfer(.couldNotConnect(host: "host"))), (false, .invalidStatusCode(425)),
    ])
    func `a stale entry replaces an error if server or context allow it`(isServer: Bool, error: ImageError) {
        fill(isServer ? "max-age=1, stale-if-error=100" : "max-age=1")
        bench.time.advance(by: .seconds(2))
        let load = load(.http, staleIfError: !isServer)
        loader.open[0].finish(.failure(error))
        bench.settle()
        #expect(load.words == ["image disk"] && bench.isIdle)
    }

    // MARK: - Stale while revalidating

    @Test(arguments: [true, false]) func `a stale entry is shown and revalidated in the background`(keepsMemory: Bool) {
        fill("max-age=1", keepsMemory: keepsMemory)
        bench.time.advance(by: .seconds(2))
        let load = load(.staleWhileRevalidate)
        let cached = keepsMemory ? "cached memory" : "cached disk"
        #expect(load.words == [cached] && loader.open.count == 1)
        loader.open[0].respond("picture two", headers: ["ETag": "\"2\""])
        bench.settle()
        #expect(load.words == [cached, "image none"] && bench.isIdle)
    }

    /// Regression: in memory, such an entry was shown.
    @Test(arguments: ["no-cache", "max-age=1, must-revalidate"], [true, false])
    func `a stale entry that must be revalidated is not shown before`(control: String, keepsMemory: Bool) {
        fill(control, keepsMemory: keepsMemory)
        bench.time.advance(by: .seconds(2))
        let load = load(.staleWhileRevalidate)
        #expect(load.words.isEmpty && loader.open.count == 1)
        loader.open[0].finish(.success(.notModified([:])))
        bench.settle()
        #expect(load.words == ["image disk"] && bench.isIdle)
    }

    @Test(arguments: [true, false]) func `an unchanged picture is delivered once`(isUnchanged: Bool) {
        fill("max-age=1")
        bench.time.advance(by: .seconds(2))
        let load = load(.staleWhileRevalidate)
        // A failure of a background revalidation is not delivered.
        loader.open[0].finish(isUnchanged ? .success(.notModified([:])) : .failure(.invalidStatusCode(500)))
        bench.settle()
        #expect(load.words == ["cached disk"] && load.operation?.isFinished == true && bench.isIdle)
    }

    /// Regression: the window and the promise were stored, and counted for nothing.
    @Test(arguments: [
        (
            HTTPPolicy.staleWhileRevalidate, "max-age=10, stale-while-revalidate=20", 29,
            HTTPPolicy.Decision.useAndRevalidate
        ),
        (.staleWhileRevalidate, "max-age=10, stale-while-revalidate=20", 31, .revalidate),
        (.staleWhileRevalidate, "max-age=10", 31, .useAndRevalidate),
        (.always, "max-age=10, immutable", 9, .use), (.always, "max-age=10, immutable", 11, .useAndRevalidate),
        (.always, "max-age=10", 9, .useAndRevalidate),
    ])
    func `an entry is used as long as the server states`(
        policy: HTTPPolicy, control: String, age: Int, decision: HTTPPolicy.Decision
    ) {
        let response = ResponseMetadata(headers: ["Cache-Control": control], requestHeaders: [], receivedAt: 0)
        #expect(policy.decide(response, at: Double(age)) == decision)
    }

    // MARK: - Expiration

    @Test(arguments: [(HTTPPolicy.forever, "max-age=1000"), (.http, "no-cache")], [true, false])
    func `an entry is used as long as the request states`(
        server: (policy: HTTPPolicy, control: String), keepsMemory: Bool
    ) {
        fill(server.control, keepsMemory: keepsMemory)
        let context = ImageContext.made { ($0.httpPolicy, $0.expiration) = (server.policy, .seconds(10)) }
        bench.time.advance(by: .seconds(9))
        #expect(bench.run("http://host/a", [], context).words == [keepsMemory ? "image memory" : "image disk"])
        bench.time.advance(by: .seconds(2))
        let expired = bench.run("http://host/a", [], context)
        #expect(expired.words.isEmpty && loader.open.map(\.request.validators.entityTag) == ["\"1\""])
        #expect(bench.run("http://host/a", .fromCacheOnly, context).words == ["image memory"], "it may not ask")
        loader.open[0].finish(.success(.notModified([:])))
        bench.settle()
        #expect(expired.words == ["image disk"])
        bench.time.advance(by: .seconds(9))
        #expect(bench.run("http://host/a", [], context).words == ["image memory"] && loader.open.isEmpty)
    }

    // MARK: - Under every policy

    @Test(arguments: HTTPPolicy.allCases) func `a no-store response is never stored`(policy: HTTPPolicy) {
        _ = load(policy)
        loader.open[0].respond("picture", headers: ["Cache-Control": "no-store"])
        bench.settle()
        #expect(bench.manager.diskCache?.totals().count == 0)
        #expect((bench.manager.memoryCache.totals.count == 1) == !policy.followsServer)
    }

    @Test func `requests with other headers share no transfer`() {
        for language in ["de", "de", "fr"] {
            bench.load("http://host/a", [], .made { $0.headers = [("Accept-Language", language)] })
        }
        bench.settle()
        #expect(loader.open.count == 2)
    }

    // H19: other sizes after a refresh
    @Test func `a refresh drops the other sizes of the picture`() {
        fill("max-age=1", keepsMemory: true)
        let small = bench.run("http://host/a", [], .with(width: 3))
        #expect(small.words == ["image disk"])
        let refresh = bench.run("http://host/a", .refreshCached)
        loader.open[0].respond("picture two", headers: ["ETag": "\"2\""])
        bench.settle()
        #expect(refresh.words == ["cached memory", "image none"])
        let again = bench.run("http://host/a", [], .with(width: 3))
        #expect(again.words == ["image disk"] && again.image?.sourceBytes == 11)
    }
}
