/// The queue that decides which downloads run and which starts next. A value: no threads, no clock, no I/O.
///
/// Higher priorities go first; within one, `order` decides. A download whose host has no free slot is skipped. `next`
/// looks at one download of each host.
struct DownloadQueue {
    typealias ID = Int

    /// Downloads of which the first can start if any can.
    private struct Lane: Hashable {
        let host: String
        let continuesInBackground: Bool
    }

    private struct Entry {
        let lane: Lane
        var priority: ImagePriority
        /// The number of the arrival at this priority.
        var arrival: Int
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

    /// The limits, which apply to the next download. Running ones continue.
    var limits: ImageDownloader.QueueLimits
    private var entries: [ID: Entry] = [:]
    private var waiting: [Lane: PriorityQueue<ID>] = [:]
    private var load = Load()
    private var hosts: [String: Load] = [:]
    private var lastArrival = 0

    /// Whether new downloads are held back. Running ones continue.
    var isSuspended = false
    /// Whether only downloads that continue in the background may start.
    var isInBackground = false

    init(_ limits: ImageDownloader.QueueLimits) { self.limits = limits }

    var runningCount: Int { load.running }
    var waitingCount: Int { entries.count - load.running }
    var isEmpty: Bool { entries.isEmpty }

    /// Number of stored tickets, including outdated ones.
    var ticketCount: Int { waiting.values.reduce(0) { $0 + $1.entryCount } }

    // MARK: - Entering and leaving

    mutating func enter(_ id: ID, host: String, priority: ImagePriority, continuesInBackground: Bool) {
        let lane = Lane(host: host, continuesInBackground: continuesInBackground)
        entries[id] = Entry(lane: lane, priority: priority, arrival: makeArrival())
        waiting[lane, default: PriorityQueue()].append(id, priority)
    }

    /// Removes a waiting or running download. Ignores unknown IDs.
    mutating func leave(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        if entry.isRunning { count(entry, -1) } else { withdraw(id, from: entry.lane) }
    }

    /// Changes the priority of a download, which counts as just arrived within its new priority.
    mutating func setPriority(_ priority: ImagePriority, of id: ID) {
        guard var entry = entries[id], entry.priority != priority else { return }
        if entry.isRunning { count(entry, -1) }
        entry.priority = priority
        if entry.isRunning {
            count(entry, 1)
        } else {
            entry.arrival = makeArrival()
            waiting[entry.lane]?.move(id, to: priority)
        }
        entries[id] = entry
    }

    /// Gives the next download a slot, which it holds until ``leave(_:)``. Returns `nil` if none waits, or if none may
    /// start before another one leaves.
    mutating func next() -> ID? {
        guard !isSuspended, load.running < limits.total else { return nil }
        var best: (id: ID, entry: Entry)?
        for lane in Array(waiting.keys) where lane.continuesInBackground || !isInBackground {
            guard let id = waiting[lane]?.first(limits.order)?.id, let entry = entries[id], mayStart(entry),
                best.map({ goes(entry, before: $0.entry) }) ?? true
            else { continue }
            best = (id, entry)
        }
        guard let (id, entry) = best else { return nil }
        withdraw(id, from: entry.lane)
        entries[id]?.isRunning = true
        count(entry, 1)
        return id
    }

    // MARK: - Bookkeeping

    private mutating func makeArrival() -> Int {
        lastArrival += 1
        return lastArrival
    }

    private func goes(_ entry: Entry, before other: Entry) -> Bool {
        guard entry.priority == other.priority else { return entry.priority > other.priority }
        return (entry.arrival < other.arrival) == (limits.order == .firstInFirstOut)
    }

    private func mayStart(_ entry: Entry) -> Bool {
        let host = hosts[entry.lane.host, default: Load()]
        return load.hasPlace(for: entry.priority, of: limits.total, reserved: limits.reserved)
            && host.hasPlace(for: entry.priority, of: limits.perHost, reserved: limits.reserved)
    }

    private mutating func withdraw(_ id: ID, from lane: Lane) {
        waiting[lane]?.remove(id)
        if waiting[lane]?.count == 0 { waiting[lane] = nil }
    }

    private mutating func count(_ entry: Entry, _ change: Int) {
        let low = entry.priority == .low ? change : 0
        load.running += change
        load.low += low
        var host = hosts[entry.lane.host, default: Load()]
        host.running += change
        host.low += low
        hosts[entry.lane.host] = host.running == 0 ? nil : host
    }
}
