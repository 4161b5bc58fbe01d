import HalftoneCore

/// A web server on the loopback interface that serves pictures and feeds, with faults on request.
///
/// The program's demo feed, the Lab and the tests use it over real sockets. `GET /` lists its URLs; the faults of a
/// picture are in the query of its URL (``LabFaults``). One thread serves all connections. Safe from any thread.
public final class LabServer: Sendable {
    private let pictures: [LabPicture]
    private let wantedPort: UInt16
    private let maxConnections: Int
    private let records = LabLog()
    private let visits = Lock<[String: Int]>([:])
    /// The running server. Held locked while starting and stopping, so that both are complete when they return.
    private let running = Lock<ServerThread?>(nil)
    private let port: Lock<UInt16>

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - pictures: the pictures, under their names.
    ///   - port: the TCP port on 127.0.0.1; 0 takes any free one.
    ///   - maxConnections: maximum number of connections; further ones wait. The default is more than a fast scroll
    ///     through a long list opens with a client that never cancels.
    public init(pictures: [LabPicture], port: UInt16 = 0, maxConnections: Int = 4096) {
        (self.pictures, wantedPort, self.maxConnections) = (pictures, port, maxConnections)
        self.port = Lock(port)
    }

    deinit { stop() }

    /// Opens the port and starts the server; connections are accepted when this returns. Blocking.
    ///
    /// Does nothing while the server runs. A stopped server can be started again, on another port if any was asked for.
    ///
    /// - Throws: `.cannotListen`, or `.missingLibrary`.
    public func start() throws(LabError) {
        try running.withLock { (thread: inout ServerThread?) throws(LabError) in
            guard thread == nil else { return }
            let loop = ServerLoop(log: records, site: LabSite(pictures: pictures, baseURL: "", visits: visits))
            let bound = try loop.open(port: wantedPort, maxConnections: maxConnections)
            thread = try ServerThread(running: loop, port: bound)
            port.withLock { $0 = bound }
        }
    }

    /// Closes the port and all connections, and returns when that is done.
    ///
    /// Unfinished requests end in the log, and do not count as clients that left. A second call does nothing. The closure
    /// that makes a picture's bytes must not call it, nor release the server last: it runs on the thread that ends here.
    public func stop() {
        running.withLock { thread in
            thread?.stop()
            thread = nil
        }
    }

    /// The beginning of all URLs of this server: `http://127.0.0.1:PORT`. The port is known after ``start()``.
    public var baseURL: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    private var site: LabSite { LabSite(pictures: pictures, baseURL: baseURL) }

    /// Returns the URL of a picture with faults. The name is not checked.
    public func url(ofPicture name: String, faults: LabFaults = LabFaults()) -> String {
        site.url(ofPicture: name, faults)
    }

    /// Returns the items of a feed, as `/feed/NAME` lists them. `faults` are added to the feed's own, and replace those
    /// of the same name.
    public func items(of feed: LabFeed, faults: LabFaults = LabFaults()) -> LabItems {
        site.items(of: feed, faults: faults)
    }

    /// Resets the counts of requests for each URL, which the faults `fail` and `flip` depend on.
    public func forgetVisits() { visits.withLock { $0 = [:] } }

    // MARK: - What it saw

    /// The requests in order of arrival, at most 200,000, without the oldest if there were more.
    public var log: [LabRecord] { records.records }

    /// Sums over all requests so far. Cheap; can be read often.
    public var totals: LabTotals { records.totals }
}
