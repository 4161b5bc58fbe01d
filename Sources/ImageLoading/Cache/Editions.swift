import ImageCoding
import Synchronization

/// The current revision of each picture's bytes in a cache, and since when. A value: no lock, clock or bytes.
///
/// An *edition* is the revision that is current; a picture has at most one. Bytes are *admitted* once they are known to
/// be an image:
///
/// - Fetched bytes are admitted if their revision is current, or if they arrived later than the edition. The latest
///   arrival wins, whichever load began first.
/// - Bytes read from disk are admitted if their revision is current, or if the read *began* after the edition was
///   adopted: another process has then written them. A read does not count as an arrival, so it never outranks a fetch.
///
/// An image may be stored only while its revision is current. Admitting another revision also drops what was made of
/// the previous one, in the same critical section.
///
/// An image of unknown revision, which a program stored, stays beside an edition until the next one is adopted.
///
/// Simpler rules fail: the last writer wins (a slow fetch of old bytes ends last), a generation taken when a load
/// begins (the newer of two overlapping fetches is refused), reads that count as arrivals (an old entry outlives a
/// fetch).
///
/// Moments are values of one process-wide counter, a logical clock: a later event has a higher number.
struct Editions {
    /// Evidence that certain bytes are a picture's.
    enum Evidence: Sendable {
        /// The bytes were fetched and had arrived at this moment.
        case fetched(arrival: Int)
        /// The bytes were read from disk by a read that began at this moment. `mayReplace`: the disk belongs to this
        /// cache, which writes to it; otherwise the read does not show which bytes are newer here.
        case read(begunAt: Int, mayReplace: Bool)
    }

    private static let lastMoment = Atomic(0)

    /// Returns a new moment, unique in the process because managers may share caches.
    static func moment() -> Int { lastMoment.wrappingAdd(1, ordering: .relaxed).newValue }

    struct Edition {
        fileprivate(set) var revision: Revision
        /// When bytes of this revision were last fetched; for bytes read from disk, the arrival of the edition before.
        fileprivate(set) var arrival: Int
        /// When this edition replaced another, or became the first.
        fileprivate let adoptedAt: Int
        /// When something of this edition was last staged for the storage; 0: never.
        fileprivate(set) var storedAt = 0
        /// The HTTP metadata of the bytes; `nil`: none.
        fileprivate(set) var response: ResponseMetadata?
    }

    /// The outcome of admitting bytes.
    enum Admission {
        /// The bytes belong to the edition that was already current.
        case current
        /// The bytes are the new edition; everything made of other bytes must be dropped.
        case adopted
        /// Another edition is current; nothing made of these bytes is stored.
        case refused
    }

    private let pageCapacity: Int
    /// Editions admitted or looked up since ``forgetSurplus()`` last turned the page, and those of the page before.
    private var page: [String: Edition] = [:]
    private var lastPage: [String: Edition] = [:]
    /// The surplus editions, which are forgotten a few at a time: each takes its images along.
    private var surplus: [String: Edition] = [:]
    /// When the latest of the forgotten editions arrived or was adopted. Evidence from before may be older than it.
    private var forgottenAt = -1
    /// When pictures were last removed.
    private var removals: [String: Int] = [:]
    /// When all pictures were last removed, or too many to remember each.
    private var allRemovedAt = -1

    /// Creates a record of about `capacity` editions. The least recently used are forgotten first.
    init(capacity: Int) { pageCapacity = max(1, capacity / 2) }

    var count: Int { page.count + lastPage.count + surplus.count }

    /// Returns the current edition of a picture, or `nil` if none is known. Counts as a use.
    subscript(source: String) -> Edition? {
        mutating get {
            if let edition = page[source] { return edition }
            guard let edition = lastPage.removeValue(forKey: source) ?? surplus.removeValue(forKey: source) else {
                return nil
            }
            page[source] = edition  // a use moves the edition to the page that stays
            return edition
        }
    }

    /// Returns whether an image of this revision may be stored. For an unknown revision (`nil`): whether no edition was
    /// adopted, and the picture was not removed, after `moment`, when making the image began.
    mutating func mayStore(_ revision: Revision?, of source: String, begunAt moment: Int = .max) -> Bool {
        guard let revision else {
            return moment > removedAt(source) && self[source].map { $0.adoptedAt <= moment } ?? true
        }
        return self[source]?.revision.isSame(as: revision) == true
    }

    /// Returns whether bytes with this evidence are superseded: by another edition, or because the picture was removed
    /// after them.
    mutating func isSuperseded(_ revision: Revision, of source: String, evidence: Evidence) -> Bool {
        guard let edition = self[source] else {
            return evidence.moment <= removedAt(source)
        }
        guard !edition.revision.isSame(as: revision) else { return false }
        return switch evidence {
        case .fetched(let arrival): edition.arrival > arrival
        case .read(let begunAt, _): edition.adoptedAt > begunAt
        }
    }

    // MARK: - Admitting

    /// Admits bytes that are known to be an image. `now` must be later than the evidence.
    mutating func admit(
        _ revision: Revision, of source: String, by evidence: Evidence, response: ResponseMetadata?, now: Int
    ) -> Admission {
        guard let edition = self[source] else {
            guard evidence.moment > max(forgottenAt, removedAt(source)) else { return .refused }
            page[source] = Edition(
                revision: revision, arrival: evidence.arrival ?? 0, adoptedAt: now, response: response)
            return .adopted
        }
        let isInForce = edition.revision.isSame(as: revision)
        switch evidence {
        case .fetched(let arrival):
            guard arrival > edition.arrival else { return isInForce ? .current : .refused }
        case .read(let begunAt, let mayReplace):
            if isInForce {
                note(response, ofRead: source, revision)
                return .current
            }
            guard mayReplace, begunAt > edition.adoptedAt else { return .refused }
        }
        page[source] = Edition(
            revision: revision, arrival: evidence.arrival ?? edition.arrival,
            adoptedAt: isInForce ? edition.adoptedAt : now, storedAt: isInForce ? edition.storedAt : 0,
            response: response)
        return isInForce ? .current : .adopted
    }

    /// Updates the HTTP metadata of bytes that were read again, if they are current: another process may have
    /// revalidated them.
    mutating func note(_ response: ResponseMetadata?, ofRead source: String, _ revision: Revision) {
        guard let response, self[source]?.revision.isSame(as: revision) == true,
            response.receivedAt > page[source]?.response?.receivedAt ?? -.infinity
        else { return }
        page[source]?.response = response
    }

    /// Updates the HTTP metadata of an edition that the server confirmed, if it is still current. A confirmation is no
    /// arrival: it says nothing about other bytes that arrived earlier and are not yet admitted.
    mutating func freshen(_ source: String, of revision: Revision?, _ response: ResponseMetadata) {
        guard let edition = self[source], revision.map(edition.revision.isSame) ?? true else { return }
        page[source]?.response = response
    }

    /// Notes that something of the current edition was staged for the storage.
    mutating func didStore(_ source: String, now: Int) {
        if self[source] != nil { page[source]?.storedAt = now }
    }

    // MARK: - Forgetting

    /// When a picture was last removed, alone or with others; -1: never.
    private func removedAt(_ source: String) -> Int { max(allRemovedAt, removals[source] ?? -1) }

    /// Forgets the edition of a removed picture. Earlier evidence of the picture is then refused.
    mutating func forget(_ source: String, now: Int) {
        (page[source], lastPage[source], surplus[source]) = (nil, nil, nil)
        if removals.count >= pageCapacity { (removals, allRemovedAt) = ([:], now) }
        removals[source] = now
    }

    mutating func forgetAll(now: Int) {
        (page, lastPage, surplus, removals, allRemovedAt) = ([:], [:], [:], [:], now)
    }

    /// Maximum number of editions that are forgotten at once.
    private static let surplusPortion = 16

    /// Forgets some of the least recently used editions if there are too many. Returns their pictures, whose images must
    /// be dropped. Earlier evidence is then refused for every picture without an edition.
    mutating func forgetSurplus() -> [String] {
        if page.count >= pageCapacity, surplus.isEmpty { (surplus, lastPage, page) = (lastPage, page, [:]) }
        let portion = Array(surplus.prefix(Self.surplusPortion))
        for (source, edition) in portion {
            surplus[source] = nil
            forgottenAt = max(forgottenAt, edition.arrival, edition.adoptedAt)
        }
        return portion.map(\.key)
    }
}

extension Editions.Evidence {
    fileprivate var moment: Int {
        switch self {
        case .fetched(let arrival): arrival
        case .read(let begunAt, _): begunAt
        }
    }

    /// The arrival of fetched bytes; `nil` for a read.
    fileprivate var arrival: Int? { if case .fetched(let arrival) = self { arrival } else { nil } }
}
