/// The queue that decides which downloads run and which starts next. A value: no threads, no clock, no I/O.
///
/// Higher priorities go first; within one, `order` decides.
struct DownloadQueue {
    typealias ID = Int

    private struct Entry {
        let continuesInBackground: Bool
        var priority: ImagePriority
        /// The number of the arrival at this priority.
        var arrival: Int
        var isRunning = false
    }

    /// The limits, which apply to the next download. Running ones continue.
    var limits: ImageDownloader.QueueLimits
    private var entries: [ID: Entry] = [:]
    /// The waiting downloads, by whether they continue in the background.
    private var waiting: [Bool: PriorityQueue<ID>] = [false: PriorityQueue(), true: PriorityQueue()]
    private(set) var runningCount = 0
    /// Number of running downloads of low priority.
    private var lowCount = 0
    private var lastArrival = 0

    /// Whether new downloads are held back. Running ones continue.
    var isSuspended = false
    /// Whether only downloads that continue in the background may start.
    var isInBackground = false

    /// Number of slots that low-priority downloads leave free, so that prefetching never delays a visible image. They
    /// may use one slot in any case.
    static let reservedSlots = 2

    init(_ limits: ImageDownloader.QueueLimits) { self.limits = limits }

    var waitingCount: Int { entries.count - runningCount }
    var isEmpty: Bool { entries.isEmpty }

    /// Number of stored tickets, including outdated ones.
    var ticketCount: Int { waiting.values.reduce(0) { $0 + $1.entryCount } }

    // MARK: - Entering and leaving

    mutating func enter(_ id: ID, priority: ImagePriority, continuesInBackground: Bool) {
        entries[id] = Entry(
            continuesInBackground: continuesInBackground, priority: priority, arrival: makeArrival())
        waiting[continuesInBackground]?.append(id, priority)
    }

    /// Removes a waiting or running download. Ignores unknown IDs.
    mutating func leave(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        if entry.isRunning { count(entry, -1) } else { waiting[entry.continuesInBackground]?.remove(id) }
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
            waiting[entry.continuesInBackground]?.move(id, to: priority)
        }
        entries[id] = entry
    }

    /// Gives the next download a slot, which it holds until ``leave(_:)``. Returns `nil` if none waits, or if none may
    /// start before another one leaves.
    mutating func next() -> ID? {
        guard !isSuspended, runningCount < limits.total else { return nil }
        var best: (id: ID, entry: Entry)?
        for continues in [true, false] where continues || !isInBackground {
            guard let id = waiting[continues]?.first(limits.order)?.id, let entry = entries[id],
                best.map({ goes(entry, before: $0.entry) }) ?? true
            else { continue }
            best = (id, entry)
        }
        guard let (id, entry) = best,
            entry.priority > .low || lowCount < max(1, limits.total - Self.reservedSlots)
        else { return nil }
        waiting[entry.continuesInBackground]?.remove(id)
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

    private mutating func count(_ entry: Entry, _ change: Int) {
        runningCount += change
        if entry.priority == .low { lowCount += change }
    }
}
