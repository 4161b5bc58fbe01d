import Glibc

/// An IPv4 or IPv6 address. An IPv4 address that is mapped into IPv6 (`::ffff:0:0/96`) is the IPv4 address.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in network byte order: 4 or 16 bytes.
    public let bytes: [UInt8]

    /// Creates an address from its bytes in network byte order; `nil` unless there are 4 or 16.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// Creates an address from its text, such as `192.0.2.1` or `2001:db8::1`, also in the brackets of a URL; `nil` if
    /// the text is none. A zone (`%eth0`) is ignored.
    public init?(_ text: String) {
        let inner = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
        let address = String(inner.prefix { $0 != "%" })
        let isVersion6 = address.contains(":")
        var bytes = [UInt8](repeating: 0, count: isVersion6 ? 16 : 4)
        guard inet_pton(isVersion6 ? AF_INET6 : AF_INET, address, &bytes) == 1 else { return nil }
        self.init(bytes: bytes)
    }

    /// The address as text, in the usual short form.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the address belongs to the public internet: not loopback, private, shared, link-local, multicast,
    /// documentation or otherwise reserved (the IANA registries of special-purpose addresses, RFC 6890). The network of
    /// benchmarks (198.18.0.0/15) counts as public: proxies on the user's machine make up addresses of it for public
    /// names.
    ///
    /// An IPv6 address that leads to an IPv4 address is judged by that one: NAT64 (`64:ff9b::/96`) and 6to4
    /// (`2002::/16`). A NAT64 prefix of a network's own cannot be told from other addresses.
    public var isPublic: Bool {
        if bytes.count == 4 { return Self.isPublic(bytes[...]) }
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
            return Self.isPublic(bytes[12...])  // NAT64
        }
        if bytes.starts(with: [0x20, 0x02]) { return Self.isPublic(bytes[2..<6]) }  // 6to4
        // Protocol assignments, Teredo among them: 2001::/23.
        if bytes.starts(with: [0x20, 0x01]), bytes[2] < 2 { return false }
        if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) { return false }  // documentation: 2001:db8::/32
        if bytes.starts(with: [0x3F, 0xFF]), bytes[2] < 0x10 { return false }  // documentation: 3fff::/20
        return bytes[0] & 0xE0 == 0x20  // 2000::/3; no other address is global
    }

    private static func isPublic(_ address: ArraySlice<UInt8>) -> Bool {
        let parts = Array(address)
        switch (parts[0], parts[1], parts[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (169, 254, _), (172, 16...31, _), (192, 168, _): return false
        // shared by providers; protocols; relays of 6to4
        case (100, 64...127, _), (192, 0, 0), (192, 88, 99): return false
        case (192, 0, 2), (198, 51, 100), (203, 0, 113): return false  // documentation
        case (224..., _, _): return false  // multicast, reserved, broadcast
        default: return true
        }
    }
}
