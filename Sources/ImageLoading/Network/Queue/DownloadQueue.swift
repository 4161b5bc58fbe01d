import Basis

/// Which downloads run, and which of those that wait goes next. A value: no threads, no clock, no I/O.
///
/// The higher priority goes first; among equals the first that came, or the last, as `order` says. A download whose host
/// has no place is passed over. Every step costs at most the logarithm of the number that wait.
struct DownloadQueue {
    typealias ID = Int

    /// What `next` has to say.
    enum Turn: Equatable {
        /// This one goes now; it has its place until `leave`.
        case start(ID)
        /// The rate is used up; ask again after this time.
        case later(Duration)
        /// Nobody waits, or nobody may go before somebody else leaves.
        case nobody
    }

    private struct Ticket: Comparable {
        let id: ID
        let priority: ImagePriority
        /// Unique; the lower goes first.
        let place: Int

        static func < (left: Self, right: Self) -> Bool {
            left.priority != right.priority ? left.priority > right.priority : left.place < right.place
        }
    }

    private struct Entry {
        let host: String
        let continuesInBackground: Bool
        var priority: ImagePriority
        /// The place of the ticket that counts; others of this download are stale.
        var place: Int
        var isRunning = false
    }

    /// Downloads under way, and how many of them are of low priority.
    private struct Load {
        var running = 0
        var low = 0

        func hasPlace(for priority: ImagePriority, of places: Int, reserved: Int) -> Bool {
            running < places && (priority > .low || low < max(1, places - reserved))
        }
    }

    private var limits: ImageDownloader.QueueLimits
    private var entries: [ID: Entry] = [:]
    private var waiting = Heap<Ticket>()
    // A ticket whose host was full when its turn came waits aside, so that nobody passes it again and again.
    private var aside: [String: Heap<Ticket>] = [:]
    private var heldInBackground: [Ticket] = []
    private var load = Load()
    private var hosts: [String: Load] = [:]
    private var rate: TokenBucket?
    private var arrivals = 0

    /// Nobody new goes while it is set.
    var isSuspended = false

    /// Only those that continue in the background go while it is set.
    var isInBackground = false {
        didSet {
            guard !isInBackground else { return }
            for ticket in heldInBackground { waiting.insert(ticket) }
            heldInBackground = []
        }
    }

    init(_ limits: ImageDownloader.QueueLimits) {
        self.limits = limits
        rate = limits.rate
    }

    var runningCount: Int { load.running }
    var waitingCount: Int { entries.count - load.running }
    var isEmpty: Bool { entries.isEmpty }

    /// Tickets that are kept, stale ones too.
    var ticketCount: Int { waiting.count + aside.values.reduce(heldInBackground.count) { $0 + $1.count } }

    /// Takes effect with the next turn; who runs goes on. A new rate begins with a full bucket. Another order is one of
    /// those who wait already, too.
    mutating func set(_ limits: ImageDownloader.QueueLimits) {
        if limits.rate != self.limits.rate { rate = limits.rate }
        let isOtherOrder = limits.order != self.limits.order
        self.limits = limits
        if isOtherOrder { turnRound() }
        for host in Array(aside.keys) { while recall(host) {} }
    }

    // MARK: - Coming and going

    mutating func enter(_ id: ID, host: String, priority: ImagePriority, continuesInBackground: Bool) {
        let entry = Entry(
            host: host, continuesInBackground: continuesInBackground, priority: priority, place: makePlace())
        entries[id] = entry
        waiting.insert(Ticket(id: id, priority: priority, place: entry.place))
    }

    /// Gives up a place under way or in the queue. Unknown ones are left alone.
    mutating func leave(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        if entry.isRunning { return count(entry, -1) }
        recall(entry.host)
        compact()
    }

    /// Changes who goes first. In its new priority a download counts as just arrived.
    mutating func setPriority(_ priority: ImagePriority, of id: ID) {
        guard var entry = entries[id], entry.priority != priority else { return }
        if entry.isRunning { count(entry, -1) }
        entry.priority = priority
        if entry.isRunning {
            count(entry, 1)
        } else {
            entry.place = makePlace()
            waiting.insert(Ticket(id: id, priority: priority, place: entry.place))
        }
        entries[id] = entry
        recall(entry.host)
        compact()
    }

    /// Gives the next download its place.
    mutating func next(at now: Duration) -> Turn {
        guard !isSuspended else { return .nobody }
        while let ticket = waiting.least {
            guard let entry = entries[ticket.id], isCurrent(ticket) else {
                _ = waiting.removeLeast()
                continue
            }
            guard load.hasPlace(for: ticket.priority, of: limits.total, reserved: limits.reserved) else { break }
            if isInBackground, !entry.continuesInBackground {
                _ = waiting.removeLeast()
                heldInBackground.append(ticket)
                recall(entry.host)
            } else if !hasPlace(at: entry.host, for: ticket.priority) {
                _ = waiting.removeLeast()
                aside[entry.host, default: Heap()].insert(ticket)
            } else if let wait = rate?.take(at: now) {
                return .later(wait)
            } else {
                _ = waiting.removeLeast()
                entries[ticket.id]?.isRunning = true
                count(entry, 1)
                return .start(ticket.id)
            }
        }
        return .nobody
    }

    // MARK: - Book-keeping

    /// The first in, first out: places rise. The last in goes before all that are there: they fall.
    private mutating func makePlace() -> Int {
        arrivals += 1
        return limits.order == .firstInFirstOut ? arrivals : -arrivals
    }

    /// Gives everybody the place that the other order would have given: those of one are the other's, negated.
    private mutating func turnRound() {
        entries = entries.mapValues { entry in
            var entry = entry
            entry.place.negate()
            return entry
        }
        (waiting, aside, heldInBackground) = (Heap(), [:], [])  // who may not go is found out again
        for (id, entry) in entries where !entry.isRunning {
            waiting.insert(Ticket(id: id, priority: entry.priority, place: entry.place))
        }
    }

    private func hasPlace(at host: String, for priority: ImagePriority) -> Bool {
        hosts[host, default: Load()].hasPlace(for: priority, of: limits.perHost, reserved: limits.reserved)
    }

    private func isCurrent(_ ticket: Ticket) -> Bool { Self.isCurrent(ticket, in: entries) }

    private static func isCurrent(_ ticket: Ticket, in entries: [ID: Entry]) -> Bool {
        entries[ticket.id].map { !$0.isRunning && $0.place == ticket.place } ?? false
    }

    private mutating func count(_ entry: Entry, _ change: Int) {
        let low = entry.priority == .low ? change : 0
        load.running += change
        load.low += low
        var host = hosts[entry.host, default: Load()]
        host.running += change
        host.low += low
        hosts[entry.host] = host.running == 0 ? nil : host
        if change < 0 { recall(entry.host) }
    }

    /// Lets the best of those who wait aside for a host try again; `false`: there is none.
    ///
    /// For as long as the host has a place, the best of them must be among those who wait for their turn. So this follows
    /// whatever frees a place, and whatever takes one away from there that does not start. Once too often does no harm.
    @discardableResult
    private mutating func recall(_ host: String) -> Bool {
        while let ticket = aside[host]?.removeLeast() {
            guard isCurrent(ticket) else { continue }
            waiting.insert(ticket)
            return true
        }
        aside[host] = nil
        return false
    }

    /// Forgets stale tickets once they are the most: nobody may pass them for as long as all places are taken.
    private mutating func compact() {
        guard ticketCount > 2 * waitingCount + 64 else { return }
        let entries = entries
        waiting.filter { Self.isCurrent($0, in: entries) }
        heldInBackground.removeAll { !Self.isCurrent($0, in: entries) }
        for host in Array(aside.keys) {
            aside[host]?.filter { Self.isCurrent($0, in: entries) }
            if aside[host]?.count == 0 { aside[host] = nil }
        }
    }
}
