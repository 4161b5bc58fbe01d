import CMicroHTTP

/// The callbacks of libmicrohttpd. All are called on the loop's thread; their context pointers refer to the loop or to
/// an exchange.
enum ServerCallbacks {
    // The library's macros for these are casts, which Swift does not import.
    private static let endOfStream = -1
    private static let endWithError = -2
    private static let unknownSize = UInt64.max

    /// The request line has arrived.
    static let begin: lab_request_began = { context, target, connection in
        guard let context, let target, let connection else { return nil }
        let loop = Unmanaged<ServerLoop>.fromOpaque(context).takeUnretainedValue()
        return loop.begin(connection, target: String(cString: target)).pointer
    }

    /// Called when the headers, a part of a body (which is ignored) or the whole request has arrived, and after a
    /// pause.
    static let answer: MHD_AccessHandlerCallback = { _, _, _, method, _, _, uploaded, state in
        guard let method, let exchange = Exchange.at(state?.pointee) else { return .NO }
        guard !exchange.loop.isStopping, !exchange.isClientGone else { return .NO }
        if exchange.reply == nil {
            exchange.plan(method: String(cString: method))
            return .YES  // a response before the end of the request would close the connection
        }
        if let uploaded, uploaded.pointee > 0 {
            uploaded.pointee = 0
            return .YES
        }
        guard let reply = exchange.reply else { return .NO }
        if reply.delay > .zero, !exchange.wasDelayed {
            exchange.wasDelayed = true
            exchange.loop.pause(exchange, until: exchange.loop.now + reply.delay)
            return .YES
        }
        return send(reply, of: exchange)
    }

    /// The socket can take more of the body.
    private static let read: MHD_ContentReaderCallback = { context, position, buffer, capacity in
        guard let buffer, let exchange = Exchange.at(context) else { return endWithError }
        exchange.noteSent(Int(position))
        guard !exchange.loop.isStopping else { return endWithError }
        let region = UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
        switch exchange.step(at: Int(position), into: region, now: exchange.loop.now) {
        case .bytes(let count): return count
        case .pause(let until):
            exchange.loop.pause(exchange, until: until)
            return 0
        case .end: return endOfStream
        case .abort:
            exchange.wasBrokenOnPurpose = !exchange.isClientGone
            return endWithError
        case .reset:
            exchange.wasBrokenOnPurpose = true
            lab_reset(exchange.socket)
            return endWithError
        }
    }

    /// The request has ended, successfully or not.
    static let end: MHD_RequestCompletedCallback = { _, _, state, reason in
        guard let exchange = Exchange.at(state?.pointee) else { return }
        state?.pointee = nil
        exchange.finish(isComplete: reason == .REQUEST_TERMINATED_COMPLETED_OK)
        exchange.loop.end(exchange)
    }

    private static func send(_ reply: LabReply, of exchange: Exchange) -> MHD_Result {
        let isLonger = reply.declaredLength.map { reply.body.count > $0 } ?? false
        let size = isLonger ? nil : reply.declaredLength
        // One block is one buffer: large enough for a picture in few calls, small enough for thousands of connections.
        let block = min(max(reply.body.count, 1), 65_536)
        let response = lab_make_response(size.map(UInt64.init) ?? unknownSize, block, read, exchange.pointer)
        guard let response else { return .NO }
        defer { lab_release_response(response) }
        for header in reply.headers { lab_add_header(response, header.name, header.value) }
        if isLonger, let declared = reply.declaredLength {
            lab_claim_length(response, "\(declared)")
        }
        exchange.pacing = reply.bytesPerSecond.map { Pacing(bytesPerSecond: $0, start: exchange.loop.now) }
        exchange.loop.log.update(exchange.number) { $0.status = reply.status }
        return lab_queue(exchange.connection, CUnsignedInt(reply.status), response)
    }
}

extension Exchange {
    /// Reads the headers and chooses the response.
    fileprivate func plan(method: String) {
        var request = LabRequest(method: method, target: target)
        withUnsafeMutablePointer(to: &request) { pointer in
            lab_read_headers(
                connection,
                { context, _, name, value in
                    guard let context, let name, let value else { return .YES }
                    let request = context.assumingMemoryBound(to: LabRequest.self)
                    request.pointee.headers[String(cString: name).lowercased()] = String(cString: value)
                    return .YES
                }, pointer)
        }
        isHead = method == "HEAD"
        loop.log.update(number) { ($0.method, $0.headers) = (method, request.headers) }
        let log = loop.log
        reply = loop.site.reply(to: request) { log.records }
    }

    fileprivate func noteSent(_ position: Int) {
        guard position > bytesSent else { return }
        bytesSent = position
        loop.log.update(number) { $0.bytesSent = position }
    }

    fileprivate func finish(isComplete: Bool) {
        let hasBody = !isHead && reply.map { $0.status != 304 && $0.status != 204 } ?? false
        if isComplete, hasBody { bytesSent = reply?.body.count ?? 0 }
        let wasClientGone = !isComplete && !wasBrokenOnPurpose && !loop.isStopping
        let (bytesSent, time) = (bytesSent, loop.secondsSinceStart)
        loop.log.update(number) { record in
            record.bytesSent = bytesSent
            record.wasClientGone = wasClientGone
            record.ended = time
        }
    }
}
