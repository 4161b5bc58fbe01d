import HalftoneCore

/// The decisions of a host policy on one hop. A value.
struct HostCheck {
    /// Decides which addresses may be used; `nil` allows all.
    private(set) var allowsAddress: (@Sendable (NetworkAddress) -> Bool)?
    /// The first address that was not connected.
    private var refused: NetworkAddress?
    private var hasAllowed = false

    /// Creates a check that allows everything.
    init() {}

    /// Creates the check of a hop. Throws the reason why its URL may not be requested, as far as it is known without a
    /// connection.
    init(_ policy: HostPolicy?, of url: TransferURL, isProxied: Bool) throws(TransferError) {
        guard let policy else { return }
        guard policy.allowsURL(url) else { throw .hostRefused(PublicAddress(url.text).excerpt) }
        guard let allows = policy.allowsAddress else { return }
        guard !isProxied || policy.trustsProxy else {
            throw .hostRefused("a proxy, which connects to addresses that are not known here")
        }
        if let address = NetworkAddress(url.host), !allows(address) {
            throw .hostRefused(address.description)
        }
        if !isProxied { allowsAddress = allows }  // the proxy is what is connected
    }

    /// Returns whether a connection to an address may be opened; `nil` is neither IPv4 nor IPv6. If not, libcurl tries
    /// the next address of the host.
    mutating func mayConnect(to address: NetworkAddress?) -> Bool {
        guard let allowsAddress else { return true }
        guard let address, allowsAddress(address) else {
            refused = refused ?? address
            return false
        }
        hasAllowed = true
        return true
    }

    /// Returns the reason why no request may be sent on a connection, new or reused, to an address; `nil` if there is
    /// none.
    func refusal(ofConnectionTo text: String?) -> TransferError? {
        guard let allowsAddress else { return nil }
        guard let text, let address = NetworkAddress(text) else {
            return .hostRefused(text ?? "a host without an address")
        }
        return allowsAddress(address) ? nil : .hostRefused(address.description)
    }

    /// The reason why no connection could be opened, if all of the host's addresses were refused.
    var reasonForNoConnection: TransferError? {
        hasAllowed ? nil : refused.map { .hostRefused($0.description) }
    }
}
