import CCurl

// The functions that libcurl calls while it works on a hop; the context is its `CurlExchange`, which the engine keeps
// alive while the handle is in use.

/// Receives a header line. Returning anything but the number of bytes tells libcurl to stop; 0 does unless there were
/// none.
func receiveHeaderLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.receive(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

/// Opens a socket for an address that the host policy allows.
func openSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context, let address else { return CURL_SOCKET_BAD }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    var bytes = [UInt8](repeating: 0, count: 16)
    bytes.removeLast(16 - ccurl_address_bytes(address, &bytes))
    return exchange.mayConnect(to: NetworkAddress(bytes: bytes))
        ? ccurl_private_socket(nil, purpose, address) : CURL_SOCKET_BAD
}

/// Lets the request be sent, unless the host policy refuses the address that is connected.
func connectionIsReady(
    _ context: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?,
    _: Int32, _: Int32
) -> Int32 {
    guard let context else { return CURL_PREREQFUNC_ABORT }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.isReady(at: peer.map { String(cString: $0) }) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// Receives bytes of the body, like ``receiveHeaderLine(_:_:_:_:)``.
func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}
