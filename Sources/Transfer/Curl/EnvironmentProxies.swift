/// The proxies that environment variables name, and the hosts that are reached without one, by the rules of libcurl.
struct EnvironmentProxies {
    private let variable: (String) -> String?

    /// Creates the proxies. `variable`: returns the value of a variable; `nil` if it is not set or empty.
    init(_ variable: @escaping (String) -> String?) { self.variable = variable }

    /// Returns the proxy for a URL; `nil` for none.
    func proxy(for url: TransferURL) -> String? {
        // `HTTP_PROXY` is not read: a server that runs programs sets it from a request's header `Proxy`.
        let names = url.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        guard let proxy = first(of: names + ["all_proxy", "ALL_PROXY"]), !isExcepted(url.host) else { return nil }
        return proxy
    }

    private func first(of names: [String]) -> String? { names.lazy.compactMap(variable).first }

    private func isExcepted(_ host: String) -> Bool {
        guard let list = first(of: ["no_proxy", "NO_PROXY"]) else { return false }
        if list == "*" { return true }
        let entries = list.split { $0 == "," || $0.isWhitespace }
        if let address = NetworkAddress(host) { return entries.contains { Self.covers($0, address) } }
        let host = Self.withoutDot(host[...])
        return entries.contains { entry in
            let name = Self.withoutDot(entry.first == "." ? entry.dropFirst() : entry).lowercased()
            return !name.isEmpty && (host == name || host.hasSuffix("." + name))
        }
    }

    private static func withoutDot(_ name: Substring) -> Substring { name.last == "." ? name.dropLast() : name }

    /// Returns whether an entry is an address, or the network of one (`10.0.0.0/8`).
    private static func covers(_ entry: Substring, _ address: NetworkAddress) -> Bool {
        let parts = entry.split(separator: "/", maxSplits: 1)
        guard let first = parts.first, let network = NetworkAddress(String(first)),
            network.bytes.count == address.bytes.count
        else {
            return false
        }
        let width = first.contains(":") ? 128 : 32
        guard let bits = parts.count == 1 ? width : Int(parts[1]), (0...width).contains(bits) else { return false }
        guard bits > 0 else { return network == address }  // as libcurl takes it
        // An IPv4 address in IPv6 is without the first 96 bits, which all of them share.
        let end = max(0, bits - (width - network.bytes.count * 8))
        return (0..<end).allSatisfy { bit in
            (network.bytes[bit / 8] ^ address.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }
}
