import CCurl

/// The options of one hop, and what libcurl has measured of it.
extension CurlHandle {
    /// Sets everything that does not change while the hop is made, except timeouts and cookies.
    func set(_ hop: Hop, proxy: String, _ configuration: CurlTransport.Configuration) {
        reset(configuration)
        set(CURLOPT_URL, hop.url.text)
        set(CURLOPT_PROXY, proxy)
        set(CURLOPT_NOPROXY, "")  // the exceptions of the environment are applied
        if let addresses = configuration.addresses?(hop.url.host), !addresses.isEmpty {
            set(addresses: addresses, of: hop.url.host, port: hop.url.port)
        }
        if hop.request.allowsInvalidCertificates {
            set(CURLOPT_SSL_VERIFYPEER, 0)
            set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        set(method: hop.request.method, body: hop.request.body)
        if let credential = hop.request.credential { set(credential) }
        if let certificate = hop.request.clientCertificate { set(certificate) }
        setHeaders(of: hop, configuration)
    }

    private func set(_ certificate: TransferRequest.ClientCertificate) {
        set(CURLOPT_SSLCERT, certificate.file)
        set(CURLOPT_SSLKEY, certificate.keyFile ?? certificate.file)
        set(CURLOPT_KEYPASSWD, certificate.keyPassword)  // also without one: OpenSSL would ask for it in the terminal
    }

    private func set(_ credential: TransferRequest.Credential) {
        set(CURLOPT_USERNAME, credential.user)
        set(CURLOPT_PASSWORD, credential.password)
        if credential.method == .whatTheServerAsks { set(CURLOPT_HTTPAUTH, ccurl_any_authentication()) }
    }

    private func setHeaders(of hop: Hop, _ configuration: CurlTransport.Configuration) {
        var headers = hop.request.headers
        func add(_ name: String, _ value: String) {
            if !headers.contains(where: { $0.name.isHeaderName(name) }) { headers.append((name, value)) }
        }
        add("User-Agent", configuration.userAgent)
        if !hop.isDecoding {
            add("Accept-Encoding", "identity")
        } else {
            // Either all encodings that libcurl can decode are asked for, or none. It decodes in both cases: some
            // servers encode whatever was asked for.
            set(CURLOPT_ACCEPT_ENCODING, hop.request.acceptsCompression ? "" : "identity")
        }
        set(headers: headers)
    }

    /// The address that the hop is connected to; `nil` if unknown.
    var peer: NetworkAddress? {
        ccurl_get_text(easy, CURLINFO_PRIMARY_IP).flatMap { NetworkAddress(String(cString: $0)) }
    }

    /// The times and the connection of the hop.
    var metrics: TransferMetrics {
        var metrics = TransferMetrics()
        metrics.isConnectionReused = number(CURLINFO_NUM_CONNECTS) == 0
        if !metrics.isConnectionReused {
            let connect = time(CURLINFO_CONNECT_TIME_T)
            metrics.nameLookup = time(CURLINFO_NAMELOOKUP_TIME_T)
            metrics.connect = max(.zero, connect - metrics.nameLookup)
            metrics.tls = max(.zero, time(CURLINFO_APPCONNECT_TIME_T) - connect)
        }
        metrics.firstByte = time(CURLINFO_STARTTRANSFER_TIME_T)
        metrics.total = time(CURLINFO_TOTAL_TIME_T)
        metrics.protocolName = Self.protocolName(number(CURLINFO_HTTP_VERSION))
        return metrics
    }

    private static func protocolName(_ version: Int) -> String {
        switch version {
        case CURL_HTTP_VERSION_1_0: "HTTP/1.0"
        case CURL_HTTP_VERSION_1_1: "HTTP/1.1"
        case CURL_HTTP_VERSION_2_0: "HTTP/2"
        case CURL_HTTP_VERSION_3: "HTTP/3"
        default: ""
        }
    }
}
