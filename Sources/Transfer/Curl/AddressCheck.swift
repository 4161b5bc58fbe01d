/// The decisions of a host policy on the addresses of one hop. A value.
struct AddressCheck {
    /// Decides which addresses may be used; `nil` allows all.
    var allows: (@Sendable (NetworkAddress) -> Bool)?
    /// The first address that was not connected.
    private var refused: NetworkAddress?
    private var hasAllowed = false

    /// Creates the check for a policy's function.
    init(_ allows: (@Sendable (NetworkAddress) -> Bool)? = nil) { self.allows = allows }

    /// Returns whether a connection to an address may be opened; `nil` is neither IPv4 nor IPv6. If not, libcurl tries
    /// the next address of the host.
    mutating func mayConnect(to address: NetworkAddress?) -> Bool {
        guard let allows else { return true }
        guard let address = address?.unmapped else { return false }
        guard allows(address) else {
            refused = refused ?? address
            return false
        }
        hasAllowed = true
        return true
    }

    /// Returns the reason why no request may be sent on a connection, new or reused, to an address; `nil` if there is
    /// none.
    func refusal(ofConnectionTo text: String?) -> TransferError? {
        guard let allows else { return nil }
        guard let text, let address = NetworkAddress(text)?.unmapped else {
            return .hostRefused(text ?? "a host without an address")
        }
        return allows(address) ? nil : .hostRefused(address.description)
    }

    /// The reason why no connection could be opened, if all of the host's addresses were refused.
    var reasonForNoConnection: TransferError? {
        hasAllowed ? nil : refused.map { .hostRefused($0.description) }
    }
}
