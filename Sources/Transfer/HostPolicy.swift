/// A policy for the hosts that transfers may reach, for programs that fetch URLs on behalf of others, such as an image
/// proxy. It is asked anew for every redirect.
///
/// The functions are called on the transfer thread and must return at once. A refusal ends the transfer with
/// ``TransferError/hostRefused(_:)``.
public struct HostPolicy: Sendable {
    /// Returns whether a URL may be requested. Called before the first request and before each redirect is followed.
    public var allowsURL: @Sendable (_ url: TransferURL) -> Bool

    /// Returns whether an address may be connected; `nil` allows all. A host with several addresses is reached by one
    /// that is allowed.
    ///
    /// Called with each address before a connection is opened, and again before every request, which may use a
    /// connection that was open before. What a name resolved to earlier does not count (DNS rebinding). If the
    /// policy of a transport sets it, proxies that the environment names are not used, because a proxy resolves names
    /// itself.
    public var allowsAddress: (@Sendable (_ address: NetworkAddress) -> Bool)?

    /// Whether a proxy is trusted to refuse addresses in place of ``allowsAddress``, which then judges only addresses that
    /// are written in URLs: a proxy that the configuration names or, for the policy of a request, the environment. If
    /// `false` (default), requests through a proxy are refused by a policy that judges addresses.
    public var trustsProxy: Bool

    /// Creates a policy; a function that is not given allows everything.
    public init(
        allowsURL: @escaping @Sendable (_ url: TransferURL) -> Bool = { _ in true },
        allowsAddress: (@Sendable (_ address: NetworkAddress) -> Bool)? = nil, trustsProxy: Bool = false
    ) {
        (self.allowsURL, self.allowsAddress, self.trustsProxy) = (allowsURL, allowsAddress, trustsProxy)
    }

    /// Allows only addresses of the public internet: see ``NetworkAddress/isPublic``.
    public static let publicInternet = HostPolicy(allowsAddress: { $0.isPublic })
}
