import HalftoneCore

extension LabSite {
    /// Returns the response for `/image/NAME`: the first fault that replaces the picture, in a fixed order, or else the
    /// picture with the other faults.
    func image(named name: String, query: LabQuery, request: LabRequest) throws(LabError) -> LabReply {
        let faults = try LabFaults(query)
        guard let index = indexOfPicture(named: name) else {
            return LabReply(status: 404, line: "no picture named '\(name)'; / lists all pictures")
        }
        if let redirect = redirect(query, faults, request) { return redirect }
        var reply = replacement(faults, request) ?? picture(at: index, faults, request)
        apply(faults, to: &reply)
        return reply
    }

    private func redirect(_ query: LabQuery, _ faults: LabFaults, _ request: LabRequest) -> LabReply? {
        var location = request.target
        if !faults.loop {
            guard let hops = faults.redirect, hops > 0 else { return nil }
            var rest = query
            rest["redirect"] = hops == 1 ? nil : LabQuery.Pair(name: "redirect", value: "\(hops - 1)")
            let path = String(request.target.prefix { $0 != "?" })
            location = rest.pairs.isEmpty ? path : path + "?" + rest.text
        }
        return Self.redirect(to: location)
    }

    private static func redirect(to location: String) -> LabReply {
        var reply = LabReply(status: 302, line: "the picture is at \(location)")
        reply.headers.append(("Location", location))
        return reply
    }

    /// Returns the response that a fault sends instead of the picture, if any.
    private func replacement(_ faults: LabFaults, _ request: LabRequest) -> LabReply? {
        if let fail = faults.fail {
            let count = countVisit(of: "fail " + request.target)
            if count < fail { return LabReply(status: 503, line: "failure \(count + 1) of \(fail), as asked") }
        }
        if let auth = faults.auth, !Conditions.authorizes(request.headers["authorization"], auth) {
            var reply = LabReply(status: 401, line: "this picture requires a user name and a password")
            reply.headers.append(("WWW-Authenticate", "Basic realm=\"lab\""))
            return reply
        }
        if faults.cookie, !Self.hasCookie(request) {
            return LabReply(status: 403, line: "this picture requires the cookie that this response sets")
        }
        if let location = faults.location { return Self.redirect(to: location) }
        if let status = faults.status, !(200...299).contains(status) {
            let hasBody = status != 304
            return hasBody ? LabReply(status: status, line: "status \(status), as asked") : LabReply(status: status)
        }
        return nil
    }

    private func picture(at index: Int, _ faults: LabFaults, _ request: LabRequest) -> LabReply {
        let turn = faults.flip ? countVisit(of: "flip " + request.target) : 0
        let picture = pictures[(index + turn) % pictures.count]
        var reply = LabReply(status: faults.status ?? 200, headers: [("Content-Type", faults.type ?? picture.mimeType)])
        reply.body = body(of: picture, faults, turn: turn)
        if reply.status == 204 || reply.status == 205 { reply.body = [] }

        let tag = faults.etag ? Self.entityTag(picture.name, reply.body.count, faults, turn: turn) : nil
        if let tag {
            reply.headers.append(("ETag", tag))
            if reply.status == 200, Conditions.isKnown(tag, to: request.headers["if-none-match"]) {
                reply.status = 304
                reply.body = []
            }
        }
        if let maxage = faults.maxage { reply.headers.append(("Cache-Control", "max-age=\(maxage)")) }
        if faults.range { applyRange(to: &reply, tag: tag, request) }
        reply.declaredLength = reply.body.count
        return reply
    }

    private func body(of picture: LabPicture, _ faults: LabFaults, turn: Int) -> [UInt8] {
        guard !faults.empty else { return [] }
        let seed = turn == 0 ? faults.seed : (faults.seed ?? 0) + turn
        let body = LabBody.seeded(picture.bytes(), by: seed)
        return faults.garbage ? LabBody.noise(body.count, seed: seed ?? 0) : body
    }

    private func applyRange(to reply: inout LabReply, tag: String?, _ request: LabRequest) {
        reply.headers.append(("Accept-Ranges", "bytes"))
        let version = request.headers["if-range"]
        guard reply.status == 200, let range = request.headers["range"], version == nil || version == tag else {
            return
        }
        let total = reply.body.count
        switch ByteRange(header: range, of: total) {
        case .whole: break
        case .part(let part):
            reply.status = 206
            reply.headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(total)"))
            reply.body = Array(reply.body[part])
        case .outside:
            reply.status = 416
            reply.headers.append(("Content-Range", "bytes */\(total)"))
            reply.body = []
        }
    }

    /// Applies the faults that a response of any status may have.
    private func apply(_ faults: LabFaults, to reply: inout LabReply) {
        if faults.cookie { reply.headers.append(("Set-Cookie", Self.cookie + "; Path=/")) }
        reply.delay = .milliseconds(faults.delay ?? 0)
        reply.bytesPerSecond = faults.rate
        switch faults.length {
        case nil: break
        case .some(.none): reply.declaredLength = nil
        case .some(.wrong): reply.declaredLength = reply.body.count + 1000
        case .some(.bytes(let bytes)): reply.declaredLength = bytes
        }
        if let offset = faults.reset { reply.breaks.append(.init(kind: .reset, offset: offset)) }
        if let offset = faults.truncate { reply.breaks.append(.init(kind: .truncate, offset: offset)) }
        if let offset = faults.stall { reply.breaks.append(.init(kind: .stall, offset: offset)) }
    }

    // MARK: - Validators and cookies

    static let cookie = "lab=1"

    private static func hasCookie(_ request: LabRequest) -> Bool {
        (request.headers["cookie"] ?? "").split(separator: ";").contains { $0.drop { $0 == " " } == cookie }
    }

    /// Returns an entity tag that is equal for equal content, also in later runs, so that a cache outlives the server.
    private static func entityTag(_ name: String, _ count: Int, _ faults: LabFaults, turn: Int) -> String {
        let identity = "\(name) \(count) \(faults.seed ?? -1) \(turn) \(faults.garbage)"
        return "\"\(String(StoredBytes(Array(identity.utf8)).digest, radix: 16))\""
    }
}
