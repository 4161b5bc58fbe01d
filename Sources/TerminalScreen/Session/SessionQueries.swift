import HalftoneCore
import Pixels

/// The queries of a session and the terminal's replies. A value: the session sends the bytes and passes the time.
struct SessionQueries {
    /// The replies so far.
    private(set) var facts = TerminalCapabilities()
    /// The number of colors, refined by the replies.
    private(set) var detection: TerminalDetection
    private let environment: TerminalEnvironment
    /// The queries that depend on replies.
    private var probes = PixelProbes()
    /// Whether the terminal is queried at the start and at each resumption. A terminal that did not reply once is not
    /// queried again, because every suspension would wait for it.
    private var isEnabled: Bool
    /// When the latest queries were sent; `nil` if nothing waits for their replies.
    private var sentAt: Duration?

    /// The time within which a terminal that replies at all has replied. A session that ends sooner waits for the rest
    /// of this time, because a later reply would be typed into the shell.
    private static let timeout = Duration.milliseconds(500)

    /// - Parameter isEnabled: whether the terminal may be queried.
    init(_ detection: TerminalDetection, _ environment: TerminalEnvironment, isEnabled: Bool) {
        (self.detection, self.environment, self.isEnabled) = (detection, environment, isEnabled)
        if !isEnabled { facts.adopt(.deviceAttributes(hasSixels: false)) }  // there will be no replies
    }

    var profile: TerminalProfile { TerminalProfile(reply: facts.name, environment: environment) }

    /// Returns the protocols for pictures in cells of a size.
    func pixelSupport(cell: PixelSize?) -> PixelSupport {
        PixelSupport(facts: facts, environment: environment, cell: cell, colors: detection.colors)
    }

    // MARK: - Queries

    /// Returns the queries of a start or a resumption, and forgets all replies: a resumed terminal may be another one,
    /// such as tmux attached elsewhere. Call ``didSend(at:)`` when they have been sent.
    mutating func start(on size: CellSize) -> [UInt8] {
        guard isEnabled else { return [] }
        (facts, probes) = (TerminalCapabilities(), PixelProbes())
        let row = CellPoint(column: 0, row: TerminalCapabilities.widthProbeRow)
        let widthProbe = size.rows > row.row ? TerminalSequence.cursor(row).bytes + TerminalCapabilities.widthProbe : []
        return TerminalCapabilities.queries(detection, environment, last: widthProbe)
    }

    mutating func didSend(at now: Duration) { if isEnabled { sentAt = now } }

    /// Returns the queries that the replies so far require, each once.
    mutating func next(at now: Duration) -> [UInt8] {
        guard isEnabled, facts.isComplete else { return [] }
        let queries = probes.next(facts, environment)
        guard !queries.isEmpty else { return [] }
        facts.expectReplies()
        sentAt = now
        return queries
    }

    /// Notes another size of the window, and whether that of its cells changed with it.
    mutating func didResize(changesCell: Bool) {
        if changesCell { facts.forgetCell() }
        probes.needsCellSize = true
    }

    // MARK: - Replies

    mutating func adopt(_ reply: TerminalReply) {
        facts.adopt(reply)
        detection = detection.refined(by: facts)
    }

    var expectsReplies: Bool { !facts.isComplete || probes.hasPendingReplies(facts, environment) }

    /// The end of a wait for outstanding replies; `nil` if there is nothing to wait for.
    var deadline: Duration? { isEnabled && expectsReplies ? sentAt.map { $0 + Self.timeout } : nil }

    /// Ends a wait for replies: a terminal that did not reply is not queried again.
    mutating func didWait() { (sentAt, isEnabled) = (nil, facts.isComplete) }
}
