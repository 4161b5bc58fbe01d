import CCurl

/// The owner of one easy handle and of what must live as long as its options: the header list and the error buffer.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var addressList: UnsafeMutablePointer<curl_slist>?
    private var body: UnsafeMutableBufferPointer<UInt8>?

    /// Creates a handle, or returns `nil` when libcurl has no memory.
    init?() {
        guard let easy = ccurl_easy_init() else { return nil }
        self.easy = easy
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        ccurl_easy_cleanup(easy)
        ccurl_list_free(headerList)
        ccurl_list_free(addressList)
        errorText.deallocate()
        body?.deallocate()
    }

    /// Drops what belongs to a finished request: the cookie jar, which may be freed before this handle is used again,
    /// and the body. The handle must be off the multi handle.
    func forget() {
        ccurl_set_pointer(easy, CURLOPT_SHARE, nil)
        set(method: "GET", body: nil)
    }

    /// Resets the handle to libcurl's defaults plus the options common to all requests. Live connections are kept.
    func reset(_ configuration: CurlTransport.Configuration) {
        ccurl_easy_reset(easy)
        errorText[0] = 0
        ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
        ccurl_set_quick_exit(easy)  // a cancel must not wait for a resolver, and neither must every other transfer
        ccurl_set_socket_opener(easy, ccurl_private_socket, nil)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)  // `Hop` implements redirects
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)  // a proxy's own answer is not a response
        set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))  // request headers are not sent to proxies
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_BUFFERSIZE, 100 << 10)  // one read for most images; delivered in pieces of 16 KB
        if let file = configuration.certificateFile { set(CURLOPT_CAINFO, file) }
        if let folder = configuration.certificateFolder { set(CURLOPT_CAPATH, folder) }
    }

    func set(_ option: CURLoption, _ value: Int) { ccurl_set_long(easy, option, value) }
    func set(_ option: CURLoption, _ value: String?) { ccurl_set_string(easy, option, value) }

    func set(headers: [(name: String, value: String)]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for (name, value) in headers {
            // "Name:" would remove libcurl's own header; "Name;" is libcurl's syntax for an empty one.
            list = ccurl_list_append(list, value.isEmpty ? "\(name);" : "\(name): \(value)") ?? list
        }
        ccurl_set_list(easy, CURLOPT_HTTPHEADER, list)
        ccurl_list_free(headerList)
        headerList = list
    }

    /// Sets the addresses of a host, which is then not looked up.
    func set(addresses: [String], of host: String, port: Int) {
        let list = ccurl_list_append(nil, "\(host):\(port):\(addresses.joined(separator: ","))")
        ccurl_set_list(easy, CURLOPT_RESOLVE, list)
        ccurl_list_free(addressList)
        addressList = list
    }

    /// Sets method and body. GET is the default after a reset.
    func set(method: String, body bytes: [UInt8]?) {
        body?.deallocate()
        body = nil
        guard method != "GET" || bytes != nil else { return }
        if method == "HEAD" { set(CURLOPT_NOBODY, 1) }
        if let bytes {
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
            _ = copy.initialize(from: bytes)
            body = copy
            ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, copy.baseAddress)
            ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, bytes.count)
        }
        if method != "HEAD" { set(CURLOPT_CUSTOMREQUEST, method) }
    }

    /// Sends the cookies of the jar and stores new ones in it. The jar must outlive the request.
    func set(cookies jar: UnsafeMutableRawPointer) {
        ccurl_set_pointer(easy, CURLOPT_SHARE, jar)
        set(CURLOPT_COOKIEFILE, "")  // no file; this only enables the cookie engine
    }

    /// Returns libcurl's message for the last failure.
    func message(for code: CURLcode) -> String {
        errorText[0] == 0 ? String(cString: ccurl_message(code)) : String(cString: errorText)
    }

    func number(_ info: CURLINFO) -> Int { ccurl_get_long(easy, info) }

    /// Returns a time that libcurl reports in microseconds since the start of the hop.
    func time(_ info: CURLINFO) -> Duration { .microseconds(ccurl_get_offset(easy, info)) }
}
