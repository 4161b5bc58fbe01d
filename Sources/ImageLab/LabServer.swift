import Basis

/// A web server on the loopback interface that serves pictures and feeds, and breaks them on purpose.
///
/// The program's demo feed, the Lab and the tests talk to it over real sockets. `GET /` lists what it offers; the faults
/// of a picture go into its query and are listed in `LabFaults`. One thread of its own runs everything, whatever the
/// number of connections. Safe from any thread.
public final class LabServer: Sendable {
    /// How a server is set up.
    public struct Configuration: Equatable, Sendable {
        /// The TCP port on 127.0.0.1; 0 takes any free one.
        public var port: UInt16
        /// How much the server holds at once.
        public var limits = LabLimits()

        /// Creates a configuration with the default limits; by default for any free port.
        public init(port: UInt16 = 0) { self.port = port }
    }

    private let pictures: [LabPicture]
    private let configuration: Configuration
    private let records: LabLog
    private let visits = Lock<[String: Int]>([:])
    /// The running loop. Held locked while starting and stopping, so that both are complete when they return.
    private let loop = Lock<ServerThread?>(nil)
    private let port: Lock<UInt16>

    /// A server that does not listen yet.
    public init(pictures: [LabPicture], configuration: Configuration = Configuration()) {
        self.pictures = pictures
        self.configuration = configuration
        records = LabLog(maximumRecords: configuration.limits.maximumRecords)
        port = Lock(configuration.port)
    }

    deinit {
        let isOwnThread = ServerThread.isCurrent(log: records)
        loop.withLock { isOwnThread ? $0?.abandon() : $0?.stop() }
    }

    /// Opens the port and begins to answer; when it returns, connections are accepted.
    ///
    /// Does nothing while the server runs. After `stop()` it may be started again, on another port if any was asked for.
    /// Throws `.cannotListen`.
    public func start() throws(LabError) {
        try loop.withLock { (thread: inout ServerThread?) throws(LabError) in
            guard thread == nil else { return }
            let loop = ServerLoop(log: records)
            let site = LabSite(
                pictures: pictures, baseURL: "", limits: configuration.limits, visits: visits)
            let bound = try loop.open(port: configuration.port, site: site)
            thread = try ServerThread(running: loop, port: bound)
            port.withLock { $0 = bound }
        }
    }

    /// Closes the port and all connections, whatever their state, and returns when that is done.
    ///
    /// Unfinished requests are finished in the log, not as clients gone. Calling it again changes nothing. From a closure
    /// that this server runs it only asks: the end comes after that closure, and `stop()` elsewhere waits for it.
    public func stop() {
        guard !ServerThread.isCurrent(log: records) else { return ServerThread.stopCurrent() }
        loop.withLock { thread in
            thread?.stop()
            thread = nil
        }
    }

    /// What every URL of this server begins with: `http://127.0.0.1:PORT`. The port is known after `start()`.
    public var baseURL: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    /// The URL of a picture with faults.
    public func url(ofPicture name: String, faults: LabFaults = LabFaults()) -> String {
        let query = faults.query
        return baseURL + "/image/" + LabQuery.encode(name) + (query.isEmpty ? "" : "?" + query)
    }

    /// The items of a feed, as `/feed/NAME` lists them; `faults` are added to those that the feed has by itself, and win.
    /// `name` is a ``LabFeed``, `demo`, or what else the server knows. Throws `.badQuery` for a count out of range.
    public func items(
        ofFeed name: String, count: Int? = nil, faults: LabFaults = LabFaults()
    ) throws(LabError) -> [LabItem] {
        var query = try LabQuery(faults.query)
        if let count { query["count"] = LabQuery.Pair(name: "count", value: "\(count)") }
        let site = LabSite(pictures: pictures, baseURL: baseURL, limits: configuration.limits)
        return try site.items(named: name, query: query).map { LabItem(title: $0.title, url: $0.url) }
    }

    /// Forgets how often each URL was asked for, which the faults `fail` and `flip` count: they begin anew.
    public func forgetVisits() { visits.withLock { $0 = [:] } }

    // MARK: - What it saw

    /// Every request so far, in the order of their arrival; of very many the latest.
    public var log: [LabRecord] { records.records }

    /// Sums over every request so far; cheap to read often.
    public var totals: LabTotals { records.totals }

    /// Waits until `condition` holds for the log and returns the log; after `timeout` it returns what there is.
    ///
    /// The condition runs on the caller's thread once and on the server's whenever a record changed: it must be quick and
    /// must not block. A cancelled task returns at once, too.
    public func records(
        until condition: @escaping @Sendable ([LabRecord]) -> Bool, timeout: Duration = .seconds(600)
    ) async -> [LabRecord] {
        await records.wait(until: condition, timeout: timeout)
        return log
    }
}
