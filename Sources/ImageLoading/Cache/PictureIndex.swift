import ImageCoding
import Synchronization

/// The current bytes of each picture in a cache: their revision and HTTP metadata, and when they arrived. A value: no
/// lock, clock or bytes.
///
/// At most one revision of a picture is current. Bytes are registered once they are known to be an image:
///
/// - Fetched bytes become current if they arrived later than the current ones, whichever load began first.
/// - Bytes read from disk become current if the read *began* after the record last changed: another process has then
///   written them. A read is no arrival, so it never outranks a fetch.
/// - A removal is an arrival of no bytes.
///
/// An image may be stored only while its revision is current. Another revision also drops what was made of the
/// previous one, in the same critical section. An image of unknown revision, which a program stored, stays until then.
///
/// Simpler rules fail: the last writer wins (a slow fetch of old bytes ends last), a generation taken when a load
/// begins (the newer of two overlapping fetches is refused), reads that count as arrivals (an old entry outlives a
/// fetch).
///
/// Times are values of one process-wide counter, a logical clock: a later event has a higher number.
struct PictureIndex {
    /// When and how certain bytes were received.
    enum Receipt: Sendable {
        /// The bytes were fetched and had arrived at this time.
        case fetched(arrival: Int)
        /// The bytes were read from disk by a read that began at this time. `mayReplace`: the disk belongs to this
        /// cache, which writes to it; otherwise the read does not show which bytes are newer here.
        case read(begunAt: Int, mayReplace: Bool)
    }

    private static let lastTime = Atomic(0)

    /// Returns a new time, unique in the process because managers may share caches.
    static func nextTime() -> Int { lastTime.wrappingAdd(1, ordering: .relaxed).newValue }

    struct Record {
        fileprivate let source: String
        /// The revision of the current bytes; `nil`: the picture was removed.
        fileprivate(set) var revision: Revision?
        /// When bytes of this revision were last fetched, or the picture removed. Unchanged by reads.
        fileprivate(set) var arrival: Int
        /// When this revision became current, or the picture was removed.
        fileprivate(set) var changedAt: Int
        /// When something of this revision was last staged for the storage; 0: never.
        fileprivate(set) var storedAt = 0
        /// The HTTP metadata of the bytes; `nil`: none.
        fileprivate(set) var response: ResponseMetadata?
        /// Whether the record was used since ``forgetSurplus()`` last passed it.
        fileprivate var isUsed = false
    }

    /// The outcome of registering bytes.
    enum Registration: Equatable {
        case wasCurrent
        /// The bytes have become current; everything made of other bytes must be dropped. `replacing`: others were
        /// known to be current.
        case becameCurrent(replacing: Bool)
        /// Later bytes are current, or the picture was removed after these; nothing made of them is stored.
        case superseded
    }

    private let capacity: Int
    private var records: [Record] = []
    private var places: [String: Int] = [:]
    /// The place at which ``forgetSurplus()`` goes on, below the capacity: a new record is never forgotten at once.
    private var hand = 0
    /// When all pictures were last removed, or the latest of the forgotten ones changed. Bytes from before it are
    /// superseded if their picture has no record.
    private var forgottenAt = -1

    /// Creates an index of at most `capacity` pictures, many more than are loaded at the same time.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { records.count }

    /// Returns the record of a picture, or `nil` if nothing is known of it. Counts as a use.
    subscript(source: String) -> Record? {
        mutating get {
            guard let place = places[source] else { return nil }
            records[place].isUsed = true
            return records[place]
        }
    }

    /// Returns when a picture last changed.
    mutating func changedAt(_ source: String) -> Int { self[source]?.changedAt ?? forgottenAt }

    /// Returns whether an image of this revision may be stored. For an unknown revision (`nil`): whether the picture
    /// has not changed since `time`, when making the image began.
    mutating func mayStore(_ revision: Revision?, of source: String, begunAt time: Int = .max) -> Bool {
        guard let revision else { return changedAt(source) < time }
        return self[source]?.revision?.isSame(as: revision) == true
    }

    /// Returns whether bytes are superseded: by others, or because the picture was removed after them.
    mutating func isSuperseded(_ revision: Revision, of source: String, receipt: Receipt) -> Bool {
        guard !mayStore(revision, of: source) else { return false }
        return switch receipt {
        case .fetched(let arrival): self[source]?.arrival ?? forgottenAt > arrival
        case .read(let begunAt, _): changedAt(source) > begunAt
        }
    }

    // MARK: - Changes

    /// Registers bytes that are known to be an image. `now` must be later than the receipt.
    mutating func register(
        _ revision: Revision, of source: String, by receipt: Receipt, response: ResponseMetadata?, now: Int
    ) -> Registration {
        let record = self[source]
        let isCurrent = mayStore(revision, of: source)
        var arrival = record?.arrival ?? forgottenAt
        switch receipt {
        case .fetched(let latest):
            guard latest > arrival else { return isCurrent ? .wasCurrent : .superseded }
            arrival = latest
        case .read(let begunAt, let mayReplace):
            if isCurrent {
                note(response, ofRead: source, revision)
                return .wasCurrent
            }
            guard begunAt > changedAt(source), mayReplace || record?.revision == nil else { return .superseded }
        }
        var new = Record(source: source, revision: revision, arrival: arrival, changedAt: now, response: response)
        if isCurrent, let record { (new.changedAt, new.storedAt) = (record.changedAt, record.storedAt) }
        put(new)
        return isCurrent ? .wasCurrent : .becameCurrent(replacing: record?.revision != nil)
    }

    /// Updates the HTTP metadata of bytes that were read again, if they are current: another process may have
    /// revalidated them.
    mutating func note(_ response: ResponseMetadata?, ofRead source: String, _ revision: Revision) {
        guard let response, response.receivedAt > self[source]?.response?.receivedAt ?? -.infinity else { return }
        freshen(source, of: revision, response)
    }

    /// Updates the HTTP metadata of bytes that the server confirmed, if they are still current. A confirmation is no
    /// arrival: it says nothing about other bytes that arrived earlier and are not yet registered.
    mutating func freshen(_ source: String, of revision: Revision?, _ response: ResponseMetadata) {
        guard let place = places[source], let current = records[place].revision,
            revision.map(current.isSame) ?? true
        else { return }
        records[place].response = response
    }

    /// Notes that something of the current bytes was staged for the storage.
    mutating func didStore(_ source: String, now: Int) {
        if let place = places[source] { records[place].storedAt = now }
    }

    /// Notes the removal of a picture. Its earlier bytes are then superseded.
    mutating func remove(_ source: String, now: Int) {
        put(Record(source: source, revision: nil, arrival: now, changedAt: now, response: nil))
    }

    /// Notes the removal of all pictures.
    mutating func removeAll(now: Int) { (records, places, hand, forgottenAt) = ([], [:], 0, now) }

    private mutating func put(_ record: Record) {
        guard let place = places[record.source] else {
            places[record.source] = records.count
            return records.append(record)
        }
        records[place] = record
        records[place].isUsed = true
    }

    /// Forgets records over the capacity that were not used for long (CLOCK). Returns their pictures, whose images must
    /// be dropped.
    mutating func forgetSurplus() -> [String] {
        var forgotten: [String] = []
        while records.count > capacity {
            if records[hand].isUsed {
                records[hand].isUsed = false
            } else {
                let record = records[hand]
                forgottenAt = max(forgottenAt, record.arrival, record.changedAt)
                forgotten.append(record.source)
                places[record.source] = nil
                let last = records.removeLast()
                (records[hand], places[last.source]) = (last, hand)
            }
            hand = (hand + 1) % capacity
        }
        return forgotten
    }
}
