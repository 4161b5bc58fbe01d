import EngineTestSupport
import FeedTestSupport
import HalftoneCore
import ImageLoading
import TestSupport
import Testing
import Transfer

@testable import ImageFeeds
@testable import GalleryScreens
@testable import ScreenKit

/// What a feed of a stranger may make the program fetch from the user's own network.
@MainActor @Suite(.endsInTime) struct GuardedTransportTests {
    private let network = FakeTransport()

    private func guardian(_ sources: FeedSource...) -> GuardedTransport {
        GuardedTransport(network, for: sources)
    }

    /// Returns whether an address is requested, also from a private address.
    private func isTrusted(_ url: String, _ guardian: GuardedTransport) -> Bool {
        guardian.start(TransferRequest(url: url)) { _ in }.cancel()
        let policy = network.transfers.last?.request.hostPolicy
        return NetworkAddress("10.0.0.1").map { policy?.allowsAddress?($0) ?? true } ?? false
    }

    /// Answers the request of a source from an address.
    private func answer(
        _ url: String, redirectedTo final: String? = nil, from address: String?, _ guardian: GuardedTransport
    ) {
        guardian.start(TransferRequest(url: url)) { _ in }
        network.transfers.last?.tell(
            .response(TransferResponse(url: final ?? url, status: 200, address: address.flatMap { NetworkAddress($0) }))
        )
        network.transfers.last?.finish()
    }

    @Test(
        arguments: [
            // what a source names, and the address that the source came from
            ("http://h.test/feed", "203.1.1.1", "http://192.168.1.1/a", false),
            ("http://h.test/feed", "203.1.1.1", "http://h.test/a", false),
            ("http://nas.test/feed", "192.168.1.1", "http://nas.test:81/a", true),
            ("http://nas.test/feed", "192.168.1.1", "http://NAS.test/a", true),
            ("http://nas.test/feed", "::ffff:10.0.0.1", "http://nas.test/a", true),
            ("http://nas.test/feed", "fd00::1", "http://other.test/a", false),
            ("http://127.0.0.1:8080/feed", nil, "http://127.0.0.1/a", true),
            ("http://user:pw@localhost/feed", nil, "http://localhost/a", true),
            ("http://[::1]/feed", nil, "http://[::1]:80/a", true),
            ("http://127.1:8080/feed", nil, "http://127.0.0.1/a", true),
            ("http://2130706433/feed", nil, "http://127.0.0.1./a", true),
            ("http://localhost./feed", nil, "http://localhost/a", true),
            ("http://bücher.test/feed", "10.0.0.1", "http://xn--bcher-kva.test/a", true),
            ("http://h.test/feed", nil, "http://h.test/a", false),
        ] as [(String, String?, String, Bool)]) func `a source on a private address may name what is on its host`(
            source: String, address: String?, named: String, isAllowed: Bool
        )
    {
        let guardian = guardian(.url(source))
        #expect(isTrusted(source, guardian))
        if let address { answer(source, from: address, guardian) }
        #expect(!isTrusted(named, guardian))
        guardian.trust(RequestAddress(named), namedBy: .url(source))
        #expect(isTrusted(named, guardian) == isAllowed)
    }

    @Test(
        arguments: [
            ("http://nas/", "http://nas.lan/", "10.0.0.1", "http://nas.lan/a", true),
            ("http://nas/", "http://nas.lan/", "10.0.0.1", "http://nas/a", true),
            ("http://localhost/", "http://127.0.0.1/", "127.0.0.1", "http://127.0.0.1/a", true),
            ("http://nas/", "http://nas.lan/", "10.0.0.1", "http://other.lan/a", false),
            ("http://10.0.0.1/", "http://h.test/", "203.1.1.1", "http://h.test/a", false),
            // through a proxy
            ("http://nas/", "http://nas.lan/", nil, "http://nas.lan/a", false),
            // without a redirect
            ("http://nas.test/feed", "http://nas.test/feed", "192.168.1.1", "http://nas.test/a", true),
            ("http://nas.test/feed", "http://nas.test/feed", "203.1.1.1", "http://nas.test/a", false),
        ] as [(String, String, String?, String, Bool)])
    func `a source may name what is on the host that answers for it`(
        source: String, final: String, address: String?, named: String, isAllowed: Bool
    ) {
        let folder = TemporaryDirectory()
        let disk = DiskCache(directory: folder.path)
        let (first, second) = (guardian(.url(RequestAddress(source))), guardian(.url(RequestAddress(source))))
        answer(source, redirectedTo: final, from: address, first)
        first.trust(RequestAddress(named), namedBy: .url(RequestAddress(source)))
        #expect(isTrusted(named, first) == isAllowed)
        // also in the next run, as soon as it has read the kept feed
        second.trust(RequestAddress(named), namedBy: .url(RequestAddress(source)))
        #expect(!isTrusted(named, second))
        let document = FeedDocument(body: [1], contentType: nil, finalURL: PublicAddress(url: final))
        KeptFeeds(disk: disk, guardian: first).keep(document, at: RequestAddress(source))
        #expect(KeptFeeds(disk: disk, guardian: second).document(at: RequestAddress(source)) != nil)
        second.trust(RequestAddress(named), namedBy: .url(RequestAddress(source)))
        #expect(isTrusted(named, second) == isAllowed)
    }

    /// Regression: a source with dot segments and a fragment was refused, because neither of its forms was requested.
    @Test(arguments: [
        ("http://10.0.0.1/a/../b#c", "http://10.0.0.1/b#c"), ("http://NAS:80/%2e%2e/b#c", "http://nas/b#c"),
        ("http://10.0.0.1/a b#c", "http://10.0.0.1/a%20b#c"), ("http://bob:pw@NAS/#c", "http://bob:pw@nas/#c"),
    ]) func `a source is trusted in the form in which it is requested`(source: String, requested: String) {
        #expect(isTrusted(requested, guardian(.url(RequestAddress(source)))))
    }

    @Test(
        arguments: [(FeedSource.path("list.txt"), true), (.standardInput, true), (.url("http://h.test/"), false)]
            as [(FeedSource, Bool)])
    func `a local list may name anything`(source: FeedSource, isAllowed: Bool) {
        let guardian = guardian(source)
        guardian.trust("http://10.0.0.1/a.jpg", namedBy: source)
        #expect(isTrusted("http://10.0.0.1/a.jpg", guardian) == isAllowed)
    }

    @Test(arguments: [["203.1.1.1", "192.168.1.1"], ["192.168.1.1", "203.1.1.1"]])
    func `a host that was ever public is not private`(addresses: [String]) {
        let guardian = guardian(.url("http://h.test/feed"))
        for address in addresses { answer("http://h.test/feed", from: address, guardian) }
        guardian.trust("http://h.test/a", namedBy: .url("http://h.test/feed"))
        #expect(!isTrusted("http://h.test/a", guardian))
    }

    @Test func `a source may be anywhere, but a public host does not redirect it to a private address`() throws {
        let source = "http://h.test/feed"
        guardian(.url(source)).start(TransferRequest(url: source)) { _ in }
        let policy = try #require(network.transfers.last?.request.hostPolicy)
        for (address, isAllowed) in [
            ("10.0.0.1", true), ("10.0.0.2", true), ("203.1.1.1", true), ("10.0.0.1", false), ("203.1.1.2", true),
        ] {
            #expect(try policy.allowsURL(TransferURL(source)))
            let address = try #require(NetworkAddress(address))
            #expect(policy.allowsAddress?(address) == isAllowed, "\(address)")
        }
    }

    @Test(arguments: [("http://h.test/", false), ("http://203.1.1.1/", false), ("http://127.0.0.1/", true)])
    func `through a proxy a public host does not redirect a source to a private one`(
        source: String, isAllowed: Bool
    ) throws {
        guardian(.url(RequestAddress(source))).start(TransferRequest(url: source)) { _ in }
        let policy = try #require(network.transfers.last?.request.hostPolicy)
        #expect(policy.trustsProxy)
        #expect(try policy.allowsURL(TransferURL(source)))
        for inside in ["http://10.0.0.1/", "http://localhost./"] {
            #expect(try policy.allowsURL(TransferURL(inside)) == isAllowed)
        }
    }

    @Test(arguments: [(.path("p.html"), true), (.url("http://h.test/"), false), (nil, false)] as [(FeedSource?, Bool)])
    func `a linked feed is trusted as far as the page that links to it`(source: FeedSource?, isAllowed: Bool) {
        let guardian = guardian(.path("list.opml"))
        let environment = SourceReader.Environment(fetcher: HeldNetwork(), guardian: guardian)
        let reader = SourceReader([.path("list.opml")], options: FeedOptions(), environment: environment)
        let browser = Browser.withoutScreen(page: Page(title: "", reader: reader))
        browser.open(FeedLink(address: "http://10.0.0.1/feed", source: source))
        browser.cancel()
        #expect(isTrusted("http://10.0.0.1/feed", guardian) == isAllowed)
    }

    @Test(arguments: [("192.168.1.1", true), ("203.1.1.1", false)])
    func `all marked pictures are trusted as far as their source`(address: String, isAllowed: Bool) {
        let source = FeedSource.url("http://nas.test/feed")
        let guardian = guardian(source)
        answer("http://nas.test/feed", from: address, guardian)
        var items = FeedItems()
        let all = (0..<200).map { FeedItem(title: "a", picture: .remote(RequestAddress("http://nas.test/\($0)"))) }
        items.append(.items(all), from: FeedItems.Origin(name: nil, source: source))
        let environment = SourceReader.Environment(fetcher: HeldNetwork(), guardian: guardian)
        let reader = SourceReader([source], options: FeedOptions(), environment: environment)
        let stage = GalleryStage(
            browser: .withoutScreen(page: Page(title: "", reader: reader)))
        let commands = GalleryCommands(browser: stage.browser, root: stage.root)
        stage.page.open(items)
        stage.browser.toggleAllMarks()
        commands.saveMarked()
        _ = commands.endSaving()
        #expect(stage.browser.marks.count == 200)
        #expect(isTrusted("http://nas.test/199", guardian) == isAllowed, "it was never in view")
    }

    @Test(arguments: [
        "127.0.0.1", "0.0.0.0", "10.1.2.3", "169.254.1.1", "192.168.0.1", "::1", "fe80::1", "fd00::1",
        "::ffff:127.0.0.1",
    ])
    func `an address outside of the public internet is refused`(address: String) throws {
        _ = isTrusted("http://h.test/a", guardian())
        let policy = try #require(network.transfers.last?.request.hostPolicy)
        let judge = try #require(policy.allowsAddress)
        let (here, outside) = try (#require(NetworkAddress(address)), #require(NetworkAddress("203.1.1.1")))
        #expect(!judge(here) && judge(outside))
    }

    /// libcurl writes decimal and octal addresses in the usual form.
    @Test(arguments: [
        ("http://2130706433/", false), ("http://127.1/", false), ("http://localhost./", false),
        ("http://10.0.0.1./", false), ("http://h.test/", true),
    ])
    func `through a proxy what is written in URLs is judged`(url: String, isAllowed: Bool) throws {
        _ = isTrusted("http://h.test/a", guardian())
        let policy = try #require(network.transfers.last?.request.hostPolicy)
        #expect(policy.trustsProxy)
        let parsed = try TransferURL(url)
        #expect(policy.allowsURL(parsed) == isAllowed)
    }

    @Test func `a refusal says why`() throws {
        let ends = Lock<[TransferError]>([])
        guardian().start(TransferRequest(url: "http://h.test/a")) { event in
            if case .finished(.failure(let error)) = event { ends.withLock { $0.append(error) } }
        }
        network.transfers.last?.fail(.hostRefused("10.0.0.1"))
        #expect(
            ends.withLock { $0.map(\.description) } == [
                "refused by the host policy: 10.0.0.1 is not on the public internet (see --allow-private)"
            ])
    }
}
