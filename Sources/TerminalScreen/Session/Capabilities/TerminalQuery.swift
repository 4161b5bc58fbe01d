import HalftoneCore
import CSystem
import Glibc
import Pixels

/// A terminal's replies to queries outside of a ``TerminalSession``.
///
/// During the queries the line is raw, and signals that end or stop the process are blocked; both are restored when
/// ``run(path:terminfo:queries:timeout:time:)`` returns, and after a crash. Input typed meanwhile is lost.
public struct TerminalQuery: Sendable {
    /// Whether the terminal was queried, and replied.
    public enum Outcome: Hashable, Sendable {
        /// The terminal replied in time. Queries that it does not know stay without a reply.
        case answered
        /// Some replies did not arrive within the deadline.
        case timedOut
        /// The terminal was not queried; the text is the reason.
        case notQueried(String)
    }

    /// Whether there are replies, and why not.
    public private(set) var outcome: Outcome
    /// The terminal's replies.
    public private(set) var facts = TerminalCapabilities()
    /// The size of the window; `nil` without a terminal, or if the kernel does not know it.
    public private(set) var window: TerminalWindow?
    /// Whether replies are outstanding, which may arrive after the last read.
    public private(set) var hasPendingReplies = false

    /// The size of a cell in pixels; `nil` if it is not known.
    public var cell: PixelSize? { facts.cell(in: window) }

    /// The protocols for pictures, with the environment that the queries were made with.
    public func pixelSupport(
        _ environment: TerminalEnvironment, colors: ColorDepth, isPrinted: Bool = false
    ) -> PixelSupport {
        PixelSupport(facts: facts, environment: environment, cell: cell, colors: colors, isPrinted: isPrinted)
    }

    /// The default time within which a batch of queries must be answered: ten times the latency of a terminal across an
    /// ocean.
    public static let defaultTimeout = Duration.milliseconds(250)

    /// The timeout of queries about pixel graphics that the user asked for: enough for a satellite link or a busy
    /// machine. A terminal that answers ends the wait.
    public static let pixelTimeout = Duration.seconds(2)

    /// A set of queries.
    public enum Queries: Sendable {
        /// All queries, and a measurement of the width of a half block, which is printed at the start of a row and erased
        /// again. The environment, and the colors detected from it and from terminfo, decide what is asked.
        case all(TerminalDetection, TerminalEnvironment)
        /// The background color only: fewer queries mean fewer late replies.
        case background

        fileprivate var bytes: [UInt8] {
            switch self {
            case .all(let detection, let environment):
                TerminalCapabilities.queries(detection, environment, last: TerminalSequence.queryCursor.bytes)
            case .background: [TerminalSequence.queryBackground, .queryDeviceAttributes].bytes
            }
        }

        /// The environment, if pictures are asked about.
        fileprivate var environment: TerminalEnvironment? {
            if case .all(_, let environment) = self { environment } else { nil }
        }
    }

    /// The signals that are blocked while the line is raw, and that end the queries.
    fileprivate static let blockedSignals = ProcessSignals.ending + [SIGTSTP]

    private init(_ outcome: Outcome) { self.outcome = outcome }

    /// Queries the terminal at `path`. Returns after three times `timeout` at most, and soon if the terminal replies at
    /// once.
    ///
    /// `terminfo` decides whether the terminal may be queried (`nil`: its type is unknown). Call before other threads are
    /// started, which would receive the blocked signals.
    @MainActor
    public static func run(
        path: String = "/dev/tty", terminfo: TerminfoCapabilities?, queries: Queries,
        timeout: Duration = defaultTimeout, time: any TimeSource = SystemTime()
    ) -> TerminalQuery {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return TerminalQuery(.notQueried("there is no terminal")) }
        defer { close(descriptor) }
        var query = TerminalQuery(.timedOut)
        query.window = TerminalWindow(of: descriptor)
        if let reason = query.reasonNotToQuery(descriptor, terminfo) {
            query.outcome = .notQueried(reason)
            return query
        }
        do throws(TerminalError) {
            let modes = try TerminalModes(of: descriptor)
            try withRawLine(descriptor, modes) {
                query.sendBatches(TerminalLine(descriptor: descriptor, time: time), queries, timeout)
            }
        } catch {
            query.outcome = .notQueried("\(error)")
        }
        return query
    }

    private func reasonNotToQuery(_ descriptor: Int32, _ terminfo: TerminfoCapabilities?) -> String? {
        guard isatty(descriptor) == 1 else { return "there is no terminal" }
        guard let terminfo else { return "terminfo does not know its type" }
        guard terminfo.hasMouse else { return "its type does not support queries" }
        // the line's modes belong to the foreground job; a background job that changes them is stopped
        guard tcgetpgrp(descriptor) == getpgrp() else { return "this runs in the background" }
        return nil
    }

    private mutating func sendBatches(_ line: TerminalLine, _ queries: Queries, _ timeout: Duration) {
        var probes = PixelProbes()
        let first = send(line, queries.bytes, queries.environment, probes, timeout)
        outcome = first.isComplete ? .answered : .timedOut
        // a terminal that took most of the time gets no second batch: its reply might arrive after the last read
        guard first.isComplete, first.latency < timeout / 2 else { return }
        if let environment = queries.environment {
            let queries = probes.next(facts, environment)
            if !queries.isEmpty {
                facts.expectReplies()
                _ = send(line, queries, environment, probes, timeout)
            }
        }
        guard facts.isComplete, first.cursor?.column == 0 else { return }
        let widthProbe = TerminalCapabilities.widthProbe + TerminalSequence.queryDeviceAttributes.bytes
        let answers = line.answers(to: widthProbe, within: timeout)
        hasPendingReplies = hasPendingReplies || !answers.isComplete
        facts.ambiguousWidth = answers.cursor.flatMap(TerminalCapabilities.width)
    }

    /// Sends queries and adopts the replies. `environment` is that of queries about pictures.
    private mutating func send(
        _ line: TerminalLine, _ queries: [UInt8], _ environment: TerminalEnvironment?, _ probes: PixelProbes,
        _ timeout: Duration
    ) -> TerminalLine.Answers {
        func arePending(_ facts: TerminalCapabilities) -> Bool {
            environment.map { probes.hasPendingReplies(facts, $0) } ?? false
        }
        let answers = line.answers(to: queries, within: timeout) { [facts] replies in
            var facts = facts
            for reply in replies { facts.adopt(reply) }
            return arePending(facts)
        }
        for reply in answers.replies { facts.adopt(reply) }
        facts.ambiguousWidth = nil  // the cursor was where the shell had left it, not after a half block
        hasPendingReplies = !answers.isComplete || arePending(facts)
        return answers
    }

    /// Runs `body` while the line is raw and signals that end or stop the process are blocked.
    @MainActor
    private static func withRawLine(
        _ descriptor: Int32, _ modes: TerminalModes, _ body: () -> Void
    ) throws(TerminalError) {
        var (blocked, before) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        for signal in blockedSignals { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let isArmed = modes.withOriginal { halftone_restore_install(descriptor, [], 0, $0) == 0 }
        guard isArmed, modes.setForKeys(descriptor) else {
            halftone_restore_disarm()
            throw .system(call: isArmed ? "tcsetattr" : "dup", errno: errno)
        }
        body()
        modes.restore(descriptor)
        halftone_restore_disarm()
    }
}

/// A terminal whose line is raw, for queries and their replies.
private struct TerminalLine {
    let descriptor: Int32
    let time: any TimeSource

    struct Answers {
        var replies: [TerminalReply] = []
        /// The position in the last report of the cursor; `nil` without one.
        var cursor: CellPoint? {
            replies.lazy.reversed().compactMap { if case .cursor(let point) = $0 { point } else { nil } }.first
        }
        /// Whether the reply to DA1 has arrived.
        var isComplete: Bool { replies.contains { if case .deviceAttributes = $0 { true } else { false } } }
        /// The time until the reply to DA1.
        var latency = Duration.zero
    }

    /// Sends queries, the last of which is DA1, and reads replies until that is answered, and no others are owed, or the
    /// time is over.
    func answers(
        to queries: [UInt8], within limit: Duration, arePending: ([TerminalReply]) -> Bool = { _ in false }
    ) -> Answers {
        let start = time.now
        var (answers, decoder) = (Answers(), KeyDecoder())
        decoder.expectsCursor = true
        guard halftone_write_bounded(descriptor, queries, queries.count, Int32(limit / .milliseconds(1))) else {
            return answers
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !answers.isComplete || arePending(answers.replies) {
            let left = start + limit - time.now
            guard left > .zero, !isInterrupted else { break }
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&input, 1, Int32(min(left, Self.pollInterval) / .milliseconds(1)) + 1)
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            let count = ready > 0 ? read(descriptor, &bytes, bytes.count) : -1
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { break }  // the terminal is gone
            let wasComplete = answers.isComplete
            answers.replies += decoder.decode(bytes.prefix(count)).compactMap { event in
                if case .reply(let reply) = event { reply } else { nil }
            }
            if !wasComplete { answers.latency = time.now - start }
        }
        return answers
    }

    /// The longest wait for input between two checks for signals.
    private static let pollInterval = Duration.milliseconds(50)

    /// Whether a blocked signal is pending that would end or stop the process.
    private var isInterrupted: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return TerminalQuery.blockedSignals.contains { sigismember(&pending, $0) == 1 }
    }
}
