import CCurl

// The functions that libcurl calls while it works on a hop; the context is its `CurlExchange`, which the engine keeps
// alive while the handle is in use.

private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}

/// Receives a header line. Returning anything but the number of bytes tells libcurl to stop; 0 does unless there were
/// none.
func receiveHeaderLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return exchange(context)?.receive(headerLine: line) == true ? line.count : 0
}

/// Receives bytes of the body, like ``receiveHeaderLine(_:_:_:_:)``.
func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return exchange(context)?.receive(body: body) == true ? body.count : 0
}

/// Opens a socket for an address that the host policy allows.
func openSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address else { return CURL_SOCKET_BAD }
    var bytes = [UInt8](repeating: 0, count: 16)
    bytes.removeLast(16 - ccurl_address_bytes(address, &bytes))
    let isAllowed = exchange(context)?.mayConnect(to: NetworkAddress(bytes: bytes)) == true
    return isAllowed ? ccurl_private_socket(nil, purpose, address) : CURL_SOCKET_BAD
}

/// Lets the request be sent, unless the host policy refuses the address that is connected.
func connectionIsReady(
    _ context: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?,
    _: Int32, _: Int32
) -> Int32 {
    let isAllowed = exchange(context)?.isReady(at: peer.map { String(cString: $0) }) == true
    return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
