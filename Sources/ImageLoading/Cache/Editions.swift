import ImageCoding
import Synchronization

/// Which bytes of each picture are in force in a cache, and since when: what is made of other bytes is not kept. A value,
/// without lock, clock or bytes.
///
/// A picture has one edition at a time. Bytes are *admitted* when it is known that they are a picture:
///
/// - What was fetched is admitted if its revision is in force, or if it arrived later than what is. The later arrival wins,
///   whichever load began first.
/// - What was read from the disk is admitted if its revision is in force, or if the read *began* after the edition was
///   adopted: then another process has written it. It does not count as an arrival, which it would take from a fetch.
///
/// An image may be stored while its revision is in force, and never after. Admitting another revision goes with dropping
/// what there is of the earlier one, in the same critical section.
///
/// An image of which no bytes are known, because a program stored it, may stand beside an edition until the next one.
///
/// Simpler rules fail: the last writer wins (a slow fetch of old bytes ends last), a generation taken when a load begins
/// (the newer of two overlapping fetches is refused), reads that count as arrivals (an old entry outlives a fetch).
///
/// Moments are numbers of one counter, which all that is compared here has in common: a later event has a higher one.
struct Editions {
    /// What says that a picture has these bytes.
    enum Evidence: Sendable {
        /// They were fetched, and had arrived at this moment.
        case fetched(arrival: Int)
        /// They were read from a disk by a read that began at this moment. `mayReplace`: the disk is that of this cache; else
        /// they say nothing about what is newer here.
        case read(begunAt: Int, mayReplace: Bool)
    }

    private static let lastMoment = Atomic(0)

    /// The present moment, of which there is one for every call: caches may be shared by managers.
    static func moment() -> Int { lastMoment.wrappingAdd(1, ordering: .relaxed).newValue }

    struct Edition {
        fileprivate(set) var revision: Revision
        /// When bytes of this revision were last fetched, or earlier ones if these were read.
        fileprivate(set) var arrival: Int
        /// When it took the place of another, or was the first.
        fileprivate let adoptedAt: Int
        /// When something of it was last given to the storage; 0: not yet.
        fileprivate(set) var storedAt = 0
        /// What HTTP says about it; `nil`: nothing.
        fileprivate(set) var response: ResponseMetadata?
    }

    /// What came of bytes that were to be admitted.
    enum Admission {
        /// The bytes are of the edition that was in force.
        case inForce
        /// The bytes are the edition from now on: what is kept of others has to go.
        case adopted
        /// Another edition is in force: nothing that is made of the bytes is kept.
        case refused
    }

    private let pageCapacity: Int
    /// What was admitted or asked for since the page was turned, and on the page before.
    private var page: [String: Edition] = [:]
    private var lastPage: [String: Edition] = [:]
    /// The last time that an edition was forgotten: it may have been the one that says what is newer.
    private var forgottenAt = -1

    /// `capacity`: about so many editions are remembered. Those not asked for the longest are forgotten.
    init(capacity: Int) { pageCapacity = max(1, capacity / 2) }

    var count: Int { page.count + lastPage.count }

    /// The edition in force of a picture; `nil`: none is known.
    subscript(source: String) -> Edition? {
        mutating get {
            if let edition = page[source] { return edition }
            guard let edition = lastPage.removeValue(forKey: source) else { return nil }
            page[source] = edition  // asked for: it moves to the page that stays
            return edition
        }
    }

    /// Whether an image that was made of these bytes may be stored. `nil`: it is not known of which it was made; then it may
    /// if no edition was adopted since that began.
    mutating func mayStore(_ revision: Revision?, of source: String, begunAt moment: Int = .max) -> Bool {
        guard let revision else { return self[source].map { $0.adoptedAt <= moment } ?? true }
        return self[source]?.revision.isSame(as: revision) == true
    }

    /// Whether another edition has taken the place of bytes for which there is this evidence.
    mutating func hasReplaced(_ revision: Revision, of source: String, by evidence: Evidence) -> Bool {
        guard let edition = self[source], !edition.revision.isSame(as: revision) else { return false }
        return switch evidence {
        case .fetched(let arrival): edition.arrival > arrival
        case .read(let begunAt, _): edition.adoptedAt > begunAt
        }
    }

    // MARK: - Admitting

    /// Bytes that are known to be a picture. `now` is later than the evidence.
    mutating func admit(
        _ revision: Revision, of source: String, by evidence: Evidence, response: ResponseMetadata?, now: Int
    ) -> Admission {
        guard let edition = self[source] else {
            guard evidence.moment > forgottenAt else { return .refused }
            page[source] = Edition(
                revision: revision, arrival: evidence.arrival ?? 0, adoptedAt: now, response: response)
            return .adopted
        }
        let isInForce = edition.revision.isSame(as: revision)
        switch evidence {
        case .fetched(let arrival):
            guard arrival > edition.arrival else { return isInForce ? .inForce : .refused }
        case .read(let begunAt, let mayReplace):
            if isInForce {
                note(response, ofRead: source, revision)
                return .inForce
            }
            guard mayReplace, begunAt > edition.adoptedAt else { return .refused }
        }
        page[source] = Edition(
            revision: revision, arrival: evidence.arrival ?? edition.arrival,
            adoptedAt: isInForce ? edition.adoptedAt : now, storedAt: isInForce ? edition.storedAt : 0,
            response: response)
        return isInForce ? .inForce : .adopted
    }

    /// Bytes were read again: if they are in force, another process may have heard more of them.
    mutating func note(_ response: ResponseMetadata?, ofRead source: String, _ revision: Revision) {
        guard let response, self[source]?.revision.isSame(as: revision) == true,
            response.receivedAt > page[source]?.response?.receivedAt ?? -.infinity
        else { return }
        page[source]?.response = response
    }

    /// The server confirmed an edition, if it is still in force: `change` makes what is known of it from now on. It is no
    /// arrival: of other bytes that came before the word, and are not admitted yet, it says nothing.
    mutating func freshen(
        _ source: String, of revision: Revision?, _ change: (ResponseMetadata?) -> ResponseMetadata?
    ) {
        guard let edition = self[source], revision.map({ edition.revision.isSame(as: $0) }) ?? true else { return }
        page[source]?.response = change(edition.response)
    }

    /// Something of the edition in force was given to the storage.
    mutating func didStore(_ source: String, now: Int) {
        if self[source] != nil { page[source]?.storedAt = now }
    }

    // MARK: - Forgetting

    /// A picture was removed. What was under way by then is not kept, whichever picture without an edition it is of.
    mutating func forget(_ source: String, now: Int) {
        (page[source], lastPage[source]) = (nil, nil)
        forgottenAt = now
    }

    mutating func forgetAll(now: Int) { (page, lastPage, forgottenAt) = ([:], [:], now) }

    /// Forgets what was not asked for the longest, if there is too much. Returns the pictures whose images have to go. What is
    /// under way of any picture that has no edition by then is not kept.
    mutating func forgetSurplus(now: Int) -> [String] {
        guard page.count >= pageCapacity else { return [] }
        let surplus = Array(lastPage.keys)
        (lastPage, page) = (page, [:])
        if !surplus.isEmpty { forgottenAt = now }
        return surplus
    }
}

extension Editions.Evidence {
    fileprivate var moment: Int {
        switch self {
        case .fetched(let arrival): arrival
        case .read(let begunAt, _): begunAt
        }
    }

    /// `nil`: it is none.
    fileprivate var arrival: Int? { if case .fetched(let arrival) = self { arrival } else { nil } }
}
