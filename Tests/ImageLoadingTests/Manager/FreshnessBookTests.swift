import Testing
import Transfer

@testable import ImageLoading

/// What is remembered of the answers of servers, and what it costs to forget.
@Suite(.endsInTime) @MainActor struct FreshnessBookTests {
    private let loader = HeldLoader()
    private let bench: Bench

    init() { bench = Bench(loader: loader, configure: { $0.maxRememberedResponses = 4 }) }

    private static func metadata(_ headers: TransferHeaders, language: String? = nil) -> ResponseMetadata {
        ResponseMetadata(
            headers: headers, requestHeaders: language.map { [("Accept-Language", $0)] } ?? [], receivedAt: 0)
    }

    private func load(_ name: String, language: String? = nil, policy: HTTPPolicy = .forever) -> RecordedLoad {
        let load = bench.load(
            "http://host/" + name, [],
            .made {
                $0.headers = language.map { [("Accept-Language", $0)] } ?? []
                $0.httpPolicy = policy
            })
        bench.settle()
        return load
    }

    private func answer(_ body: String, _ headers: TransferHeaders) {
        loader.open.first?.respond(body, headers: headers)
        bench.settle()
    }

    /// Pushes what was known before out of the book, with pictures that nobody asks for again.
    private func fillTheBook() {
        for number in 0..<8 {
            _ = load("filler\(number)")
            answer("picture", [:])
        }
    }

    // MARK: - By itself

    @Test func theBookNeverHoldsMoreThanItsCapacityAndKeepsWhatIsAskedFor() {
        let book = HeldBook(capacity: 10)
        for number in 0..<100 {
            book.record(Self.metadata(["ETag": "\(number)"]), for: "\(number)")
            #expect(book["0"]?.validators.entityTag == "0" && book.count <= 10)
        }
        #expect(book["1"] == nil && book["99"] != nil)
    }

    @Test func onlyAForgottenAnswerThatVariesMakesStrangersSuspect() {
        let book = HeldBook(capacity: 4)
        for number in 0..<20 { book.record(Self.metadata([:]), for: "\(number)") }
        #expect(!book.isForOthers("stranger", requestHeaders: []))
        book.record(Self.metadata(["Vary": "Accept-Language"], language: "de"), for: "german")
        #expect(book.isForOthers("german", requestHeaders: []))
        #expect(!book.isForOthers("german", requestHeaders: [("accept-language", "de")]))
        for number in 0..<20 { book.record(nil, for: "\(number)") }
        #expect(book.isForOthers("german", requestHeaders: [("accept-language", "de")]))
        #expect(book.isForOthers("stranger", requestHeaders: []))
        // of whom it is known that there is nothing to know
        #expect(!book.isForOthers("19", requestHeaders: []))
    }

    @Test func renewingCountsFromTheMomentOfTheWordAndDoesNotInvent() {
        let book = HeldBook(capacity: 4)
        book.record(Self.metadata(["Cache-Control": "max-age=10"]), for: "a")
        book.renew("a", at: 100)
        book.renew("b", at: 100)
        #expect(book["a"]?.state(at: 105) == .fresh && book["a"]?.state(at: 111) == .stale && book["b"] == nil)
    }

    // MARK: - What the engine does about it

    @Test func aForgottenEntryIsAnsweredFromTheDisksOwnRecord() {
        _ = load("a", policy: .http)
        answer("picture", ["Cache-Control": "max-age=10", "ETag": "\"1\""])
        fillTheBook()
        // fresh, says the disk, without a request
        #expect(load("a", policy: .http).words == ["image disk"] && loader.open.isEmpty)
        // and then it is known again
        #expect(load("a", policy: .http).words == ["image memory"])
    }

    @Test func aForgottenEntryThatIsStaleIsRevalidatedAndNotTakenForFresh() {
        _ = load("a", policy: .http)
        answer("picture", ["Cache-Control": "max-age=10", "ETag": "\"1\""])
        fillTheBook()
        bench.time.advance(by: .seconds(11))
        let again = load("a", policy: .http)
        #expect(again.words.isEmpty && loader.open.first?.request.validators.entityTag == "\"1\"")
        loader.open.first?.finish(.success(.notModified(["Cache-Control": "max-age=10"])))
        bench.settle()
        #expect(again.words == ["image disk"] && bench.isIdle)
    }

    @Test func aForgottenAnswerForOtherHeadersIsNotShownToAnybodyElse() {
        _ = load("a", language: "de")
        answer("picture", ["Vary": "Accept-Language"])
        fillTheBook()
        let french = load("a", language: "fr")
        #expect(french.words.isEmpty && loader.open.count == 1)
        answer("picture fr", ["Vary": "Accept-Language"])
        #expect(french.image?.sourceBytes == 10)
        fillTheBook()
        // it is whose it was, says the disk
        #expect(load("a", language: "fr").words == ["image disk"])
        #expect(load("a", language: "fr").words == ["image memory"])
    }

    @Test func aPictureThatWasReadAtOnceIsRememberedToo() {
        _ = load("a", language: "de")
        answer("picture", ["Vary": "Accept-Language"])
        bench.manager.memoryCache.removeAll()
        fillTheBook()
        let context = ImageContext.made { $0.headers = [("Accept-Language", "de")] }
        #expect(bench.load("http://host/a", .queryDiskDataSync, context).words == ["image disk"])
        #expect(load("a", language: "de").words == ["image memory"])
        #expect(load("a", language: "fr").words.isEmpty && loader.open.count == 1)
    }
}

/// A book that a test can ask inside of an expectation, where values cannot change.
private final class HeldBook {
    private var book: FreshnessBook

    init(capacity: Int) { book = FreshnessBook(capacity: capacity) }

    var count: Int { book.count }
    subscript(source: String) -> ResponseMetadata? { book[source] }
    func record(_ metadata: ResponseMetadata?, for source: String) { book.record(metadata, for: source) }
    func renew(_ source: String, at now: Double) { book.renew(source, at: now) }
    func isForOthers(_ source: String, requestHeaders: [(name: String, value: String)]) -> Bool {
        book.isForOthers(source, requestHeaders: requestHeaders)
    }
}
