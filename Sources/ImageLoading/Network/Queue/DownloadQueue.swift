import HalftoneCore

/// The queue that decides which downloads run and which starts next. A value: no threads, no clock, no I/O.
///
/// Higher priorities go first; within one, `order` decides. A download whose host has no free slot is skipped.
/// Entering, leaving and `next` cost amortized O(log n) for n waiting downloads.
struct DownloadQueue {
    typealias ID = Int

    private struct Ticket: Comparable {
        let id: ID
        let priority: ImagePriority
        /// A unique number; the lower goes first.
        let place: Int

        static func < (left: Self, right: Self) -> Bool {
            left.priority != right.priority ? left.priority > right.priority : left.place < right.place
        }
    }

    private struct Entry {
        let host: String
        let continuesInBackground: Bool
        var priority: ImagePriority
        /// The place of the current ticket. Other tickets of this download are stale.
        var place: Int
        var isRunning = false
    }

    /// Number of running downloads, in total and of low priority.
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
    // Tickets whose host was full at their turn are parked here, so that `next` does not skip them again and again.
    private var aside: [String: Heap<Ticket>] = [:]
    private var heldInBackground: [Ticket] = []
    private var load = Load()
    private var hosts: [String: Load] = [:]
    private var arrivals = 0

    /// Whether new downloads are held back. Running ones continue.
    var isSuspended = false

    /// Whether only downloads that continue in the background may start.
    var isInBackground = false {
        didSet {
            guard !isInBackground else { return }
            for ticket in heldInBackground { waiting.insert(ticket) }
            heldInBackground = []
        }
    }

    init(_ limits: ImageDownloader.QueueLimits) { self.limits = limits }

    var runningCount: Int { load.running }
    var waitingCount: Int { entries.count - load.running }
    var isEmpty: Bool { entries.isEmpty }

    /// Number of stored tickets, including stale ones.
    var ticketCount: Int { waiting.count + aside.values.reduce(heldInBackground.count) { $0 + $1.count } }

    /// Applies new limits to the next download. Running ones continue; a new order also applies to those that wait.
    mutating func set(_ limits: ImageDownloader.QueueLimits) {
        let isOtherOrder = limits.order != self.limits.order
        self.limits = limits
        if isOtherOrder { turnRound() }
        for host in Array(aside.keys) { while recall(host) {} }
    }

    // MARK: - Entering and leaving

    mutating func enter(_ id: ID, host: String, priority: ImagePriority, continuesInBackground: Bool) {
        let entry = Entry(
            host: host, continuesInBackground: continuesInBackground, priority: priority, place: makePlace())
        entries[id] = entry
        waiting.insert(Ticket(id: id, priority: priority, place: entry.place))
    }

    /// Removes a waiting or running download. Ignores unknown IDs.
    mutating func leave(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        if entry.isRunning { return count(entry, -1) }
        recall(entry.host)
        compact()
    }

    /// Changes the priority of a download, which counts as just arrived within its new priority.
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

    /// Gives the next download a slot, which it holds until ``leave(_:)``. Returns `nil` if none waits, or if none may
    /// start before another one leaves.
    mutating func next() -> ID? {
        guard !isSuspended else { return nil }
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
            } else {
                _ = waiting.removeLeast()
                entries[ticket.id]?.isRunning = true
                count(entry, 1)
                return ticket.id
            }
        }
        return nil
    }

    // MARK: - Bookkeeping

    /// Returns a new place: rising for first in, first out; falling for last in, first out.
    private mutating func makePlace() -> Int {
        arrivals += 1
        return limits.order == .firstInFirstOut ? arrivals : -arrivals
    }

    /// Reverses the order by negating all places, which are then those of the new order.
    private mutating func turnRound() {
        entries = entries.mapValues { entry in
            var entry = entry
            entry.place.negate()
            return entry
        }
        (waiting, aside, heldInBackground) = (Heap(), [:], [])  // `next` parks and holds back tickets again
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

    /// Moves the best current ticket parked for a host back to `waiting`. Returns `false` if there is none.
    ///
    /// While a host has a free slot, its best ticket must be in `waiting`. So this follows every step that frees a
    /// slot, or that removes a ticket from `waiting` without starting it. An extra call does no harm.
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

    /// Removes stale tickets once they are the majority. `next` does not reach them while all slots are taken.
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
