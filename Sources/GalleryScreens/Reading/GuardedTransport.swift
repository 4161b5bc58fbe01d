import FoundationEssentials
import HalftoneCore
import ImageFeeds
import ScreenKit
import Transfer

/// A transport that keeps feeds and pages of strangers out of the user's own network: it fetches from addresses outside
/// of the public internet only what the user asked for.
///
/// The user asked for the sources of the command line, for what local sources name, and for what a source on a private
/// address names on its own host. A redirect from a public host never reaches them. The connected address is judged, at
/// every hop: a public name may resolve to a private address. For a hop through a proxy, which resolves names itself,
/// only what is written in the URL is judged. Safe from any thread.
package final class GuardedTransport: Transport {
    private struct Trusted {
        /// The URLs that may be fetched from anywhere.
        var addresses: Set<String> = []
        /// The URLs of sources whose hosts are still to be read, at the first use of the hosts: parsing needs libcurl,
        /// and loading libcurl would delay the first frame.
        var unparsed: [String] = []
        /// The hosts of such URLs that are on private addresses, each with those that answered for it after redirects.
        var privateHosts: [String: Set<String>] = [:]
        /// The hosts that have answered from public addresses. They never become private ones: a name of a stranger may
        /// change its address (DNS rebinding).
        var publicHosts: Set<String> = []
    }

    private let transport: any Transport
    private let trusted: Lock<Trusted>

    /// The policy for what the user did not ask for. A proxy of the environment is what the user chose.
    private static let policy = HostPolicy(
        allowsURL: { !GuardedTransport.isPrivate(host: $0.host) }, allowsAddress: { $0.isPublic },
        trustsProxy: true)

    /// Creates the transport. `sources`: those that the user named.
    init(_ transport: any Transport, for sources: [FeedSource]) {
        self.transport = transport
        var trusted = Trusted()
        for source in sources {
            guard case .url(let address) = source else { continue }
            for address in [address, source.pictureAddress ?? address] {
                trusted.addresses.insert(Self.key(of: address.requestText))
            }
            trusted.unparsed.append(address.requestText)
        }
        self.trusted = Lock(trusted)
    }

    private func withHosts<Result>(_ body: (inout Trusted) -> Result) -> Result {
        trusted.withLock { trusted in
            for host in trusted.unparsed.compactMap(Self.host) where Self.isPrivate(host: host) {
                trusted.privateHosts[host] = [host]
            }
            trusted.unparsed = []
            return body(&trusted)
        }
    }

    @discardableResult
    package func start(
        _ request: TransferRequest, handler: @escaping @Sendable (TransferEvent) -> Void
    ) -> any TransferTask {
        let key = Self.key(of: request.url)
        let isTrusted = trusted.withLock { $0.addresses.contains(key) }
        var request = request
        request.hostPolicy = isTrusted ? Self.makePolicyOfTrusted() : Self.policy
        return transport.start(request) { [self, url = request.url] event in
            switch event {
            case .response(let response):
                if isTrusted, let address = response.address {
                    noteHost(of: url, answeredBy: response.url, isPublic: address.isPublic)
                }
                handler(event)
            case .finished(.failure(.hostRefused(let what))):
                let reason = "\(what) is not on the public internet (see --allow-private)"
                handler(.finished(.failure(.hostRefused(reason))))
            default: handler(event)
            }
        }
    }

    /// Returns the policy for one request of a trusted URL: it may be anywhere, but a host on a public address does not
    /// redirect it to a private one.
    private static func makePolicyOfTrusted() -> HostPolicy {
        let hops = Lock((isPublic: false, hasBeenPublic: false))
        return HostPolicy(
            allowsURL: { url in
                let isInside = Self.isPrivate(host: url.host)
                return hops.withLock {
                    $0.hasBeenPublic = $0.hasBeenPublic || $0.isPublic
                    $0.isPublic = !isInside  // until an address says otherwise; through a proxy none does
                    return !isInside || !$0.hasBeenPublic
                }
            },
            allowsAddress: { address in
                hops.withLock {
                    $0.isPublic = address.isPublic
                    return $0.isPublic || !$0.hasBeenPublic
                }
            },
            trustsProxy: true)
    }

    /// Records where the host that answered for a trusted URL is, or was in an earlier run.
    func noteHost(of url: String, answeredBy answer: String, isPublic: Bool) {
        guard let host = Self.host(of: url), let answering = Self.host(of: answer) else { return }
        withHosts { trusted in
            if isPublic {
                trusted.publicHosts.insert(answering)
                trusted.privateHosts[answering] = nil
            } else if trusted.publicHosts.isDisjoint(with: [host, answering]) {
                trusted.privateHosts[host, default: []].formUnion([host, answering])
            }
        }
    }

    // MARK: - Trust

    /// Trusts an address that a source names, if the source is local, or on the same private host.
    package func trust(_ address: RequestAddress, namedBy source: FeedSource?) {
        switch source {
        case nil: return
        case .path, .standardInput: insert(address)
        case .url(let url): if isPrivate(address.requestText, for: url.requestText) { insert(address) }
        }
    }

    /// Trusts the pictures of an item, as far as its source is.
    func trust(_ item: FeedItem, of source: FeedSource?) {
        for picture in item.pictures {
            if case .remote(let address) = picture.source { trust(address, namedBy: source) }
        }
    }

    /// Returns whether the host of a URL is known to be a private one, and that of a source.
    func isPrivate(_ url: String, for source: String) -> Bool {
        guard !withHosts({ $0.privateHosts.isEmpty }), let host = Self.host(of: url),
            let own = Self.host(of: source)
        else {
            return false
        }
        return withHosts {
            $0.privateHosts[own]?.contains(host) == true && !$0.publicHosts.contains(host)
        }
    }

    private func insert(_ address: RequestAddress) {
        let key = Self.key(of: address.requestText)
        trusted.withLock { _ = $0.addresses.insert(key) }
    }

    // MARK: - Addresses

    /// The form of a URL that is compared, without its fragment, which reaches no server. The engine requests what `URL`
    /// makes of it, with the user name and password apart.
    private static func key(of text: String) -> String {
        let request = String(decoding: text.utf8.prefix { $0 != 0x23 }, as: UTF8.self)
        return PublicAddress(url: URL(string: request)?.absoluteString ?? request).text
    }

    /// Returns the host of a URL as it is connected, so that all spellings of one are equal.
    private static func host(of text: String) -> String? {
        (try? TransferURL(text)).map { withoutDot($0.host) }
    }

    private static func withoutDot(_ host: String) -> String { host.last == "." ? String(host.dropLast()) : host }

    /// Returns whether a host is written as a private address, or is the name of this machine.
    private static func isPrivate(host: String) -> Bool {
        let host = withoutDot(host)
        return NetworkAddress(host).map { !$0.isPublic } ?? (host == "localhost" || host.hasSuffix(".localhost"))
    }
}

extension Engine.Settings {
    /// Returns the guard of a transport for the user's sources; `nil` if they may name private addresses.
    package func guardian(of transport: CurlTransport, for sources: [FeedSource]) -> GuardedTransport? {
        allowsPrivateAddresses ? nil : GuardedTransport(transport, for: sources)
    }
}
