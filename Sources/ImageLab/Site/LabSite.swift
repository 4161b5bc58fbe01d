import HalftoneCore

/// The content of the Lab's server, as a function from request to reply.
///
/// Without sockets, threads or a clock. Its only state is the number of requests per URL, for `fail` and `flip`, which
/// copies share.
struct LabSite {
    let pictures: [LabPicture]
    /// The beginning of absolute URLs, such as `http://127.0.0.1:8080`.
    var baseURL: String
    /// Maximum number of URLs whose requests are counted; beyond it the counts start again.
    private static let maxCountedURLs = 100_000
    private let indices: [String: Int]
    private let visits: Lock<[String: Int]>

    init(pictures: [LabPicture], baseURL: String, visits: Lock<[String: Int]> = Lock([:])) {
        (self.pictures, self.baseURL, self.visits) = (pictures, baseURL, visits)
        indices = Dictionary(pictures.indices.map { (pictures[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the reply to a request; `log` returns the content of `/log`. A client error gets a reply of one line.
    func reply(to request: LabRequest, log: () -> [LabRecord] = { [] }) -> LabReply {
        guard request.method == "GET" || request.method == "HEAD" else {
            var reply = LabReply(status: 405, line: "the lab answers GET and HEAD only")
            reply.headers.append(("Allow", "GET, HEAD"))
            return reply
        }
        do {
            return try route(request, log: log)
        } catch {
            return LabReply(status: 400, line: error.description)
        }
    }

    private func route(_ request: LabRequest, log: () -> [LabRecord]) throws(LabError) -> LabReply {
        let halves = Self.originForm(of: request.target).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = try LabQuery(halves.count > 1 ? halves[1] : "")
        let parts = halves[0].split(separator: "/", maxSplits: 1)
        guard let directory = parts.first else { return LabReply(type: "text/html; charset=utf-8", text: indexPage) }
        guard let name = LabQuery.decode(parts.count > 1 ? parts[1] : "") else {
            throw .badQuery("the path has a broken percent escape")
        }
        switch (String(directory), name.isEmpty) {
        case ("image", false): return try image(named: name, query: query, request: request)
        case ("feed", false): return try feed(named: name, query: query)
        case ("log", true): return LabReply(type: "application/x-ndjson", text: LabLog.lines(of: log()))
        default: return LabReply(status: 404, line: "nothing at \(halves[0]); / lists all paths")
        }
    }

    /// Returns the target without the scheme and host that clients send to a proxy (RFC 9112, section 3.2.2).
    private static func originForm(of target: String) -> Substring {
        guard target.hasPrefix("http://") else { return target[...] }
        return target.dropFirst(7).drop { $0 != "/" && $0 != "?" }
    }

    func indexOfPicture(named name: String) -> Int? { indices[name] }

    /// Returns the absolute URL of a picture with faults.
    func url(ofPicture name: String, _ faults: LabFaults) -> String {
        let query = faults.query
        return baseURL + "/image/" + LabQuery.encode(name) + (query.isEmpty ? "" : "?" + query)
    }

    /// Counts a request of `url` and returns the number of earlier ones.
    func countVisit(of url: String) -> Int {
        visits.withLock { visits in
            if visits.count >= Self.maxCountedURLs { visits = [:] }
            let count = visits[url, default: 0]
            visits[url] = count + 1
            return count
        }
    }
}
