import FoundationEssentials
import HalftoneCore
import ImageFeeds
import Transfer

/// A transport that keeps feeds and pages of strangers out of the user's own network: it fetches from addresses outside
/// of the public internet only what the user asked for.
///
/// The user asked for the sources of the command line, for what local sources name, and for what a source on a private
/// address names on its own host. A redirect of a public host leads to none of them. The connected address is judged, at
/// every hop: a public name may resolve to a private address. Behind a proxy of the environment, which resolves names itself, only
/// addresses that are written in URLs are judged. Safe from any thread.
final class GuardedTransport: Transport {
    private struct Trusted {
        /// The URLs that may be fetched from anywhere.
        var addresses: Set<String> = []
        /// The hosts of such URLs that are on private addresses.
        var privateHosts: Set<String> = []
        /// The hosts that have answered from public addresses. They never become private ones: a name of a stranger may
        /// change its address (DNS rebinding).
        var publicHosts: Set<String> = []
    }

    private let transport: any Transport
    private let isProxied: Bool
    private let policy: HostPolicy
    private let trusted: Lock<Trusted>

    /// Creates the transport. `sources`: those that the user named. `isProxied`: whether the environment names a proxy.
    init(_ transport: any Transport, for sources: [FeedSource], isProxied: Bool = GuardedTransport.namesProxy) {
        (self.transport, self.isProxied) = (transport, isProxied)
        policy =
            isProxied
            ? HostPolicy(allowsURL: { !Self.isPrivate(host: $0.host) }) : HostPolicy(allowsAddress: { $0.isPublic })
        var trusted = Trusted()
        for source in sources {
            guard case .url(let address) = source else { continue }
            for address in [address, source.pictureAddress ?? address] {
                trusted.addresses.insert(Self.key(of: address.requestText))
            }
            if let host = Self.host(of: address.requestText), Self.isPrivate(host: host) {
                trusted.privateHosts.insert(host)
            }
        }
        self.trusted = Lock(trusted)
    }

    @discardableResult
    func start(
        _ request: TransferRequest, handler: @escaping @Sendable (TransferEvent) -> Void
    ) -> any TransferTask {
        let key = Self.key(of: request.url)
        let isTrusted = trusted.withLock { $0.addresses.contains(key) }
        var request = request
        request.hostPolicy = isTrusted ? makePolicyOfTrusted() : policy
        return transport.start(request) { [self] event in
            switch event {
            case .response(let response):
                if isTrusted, !isProxied, let address = response.address {
                    noteHost(of: response.url, isPublic: address.isPublic)
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
    /// redirect it to a private one. Without effect behind a proxy.
    private func makePolicyOfTrusted() -> HostPolicy? {
        guard !isProxied else { return nil }
        let addresses = Lock((isPublic: false, hasBeenPublic: false))
        return HostPolicy(
            allowsURL: { _ in
                addresses.withLock { $0.hasBeenPublic = $0.hasBeenPublic || $0.isPublic }
                return true
            },
            allowsAddress: { address in
                addresses.withLock {
                    $0.isPublic = address.isPublic
                    return $0.isPublic || !$0.hasBeenPublic
                }
            })
    }

    /// Records where the host of a trusted URL is, or was in an earlier run.
    func noteHost(of url: String, isPublic: Bool) {
        guard let host = Self.host(of: url) else { return }
        trusted.withLock { trusted in
            if isPublic {
                trusted.publicHosts.insert(host)
                trusted.privateHosts.remove(host)
            } else if !trusted.publicHosts.contains(host) {
                trusted.privateHosts.insert(host)
            }
        }
    }

    // MARK: - Trust

    /// Trusts an address that a source names, if the source is local, or on the same private host.
    func trust(_ address: RequestAddress, namedBy source: FeedSource?) {
        switch source {
        case nil: return
        case .path, .standardInput: insert(address)
        case .url(let url):
            guard isOnPrivateHost(url), Self.host(of: address.requestText) == Self.host(of: url.requestText) else {
                return
            }
            insert(address)
        }
    }

    /// Returns whether the host of an address is known to be on a private one.
    func isOnPrivateHost(_ address: RequestAddress) -> Bool {
        guard let host = Self.host(of: address.requestText) else { return false }
        return trusted.withLock { $0.privateHosts.contains(host) }
    }

    private func insert(_ address: RequestAddress) {
        let key = Self.key(of: address.requestText)
        trusted.withLock { _ = $0.addresses.insert(key) }
    }

    // MARK: - Addresses

    /// The form of a URL that is compared. The engine requests what `URL` makes of it, with the user name and password
    /// apart.
    private static func key(of text: String) -> String {
        PublicAddress(url: URL(string: text)?.absoluteString ?? text).text
    }

    private static func host(of text: String) -> String? {
        guard let authority = AddressReference(typed: text).authority else { return nil }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let end = host.lastIndex(of: "]") ?? host.startIndex
        return host[..<(host[end...].lastIndex(of: ":") ?? host.endIndex)].lowercased()
    }

    /// Returns whether a host is written as a private address, or is the name of this machine.
    private static func isPrivate(host: String) -> Bool {
        NetworkAddress(host).map { !$0.unmapped.isPublic } ?? (host == "localhost" || host.hasSuffix(".localhost"))
    }

    /// Whether the environment names a proxy for some URLs.
    static var namesProxy: Bool {
        ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
            Variable.value(of: $0) != nil
        }
    }
}

extension Engine.Settings {
    /// Returns the guard of a transport for the user's sources; `nil` if they may name private addresses.
    func guardian(of transport: CurlTransport, for sources: [FeedSource]) -> GuardedTransport? {
        allowsPrivateAddresses ? nil : GuardedTransport(transport, for: sources)
    }
}
