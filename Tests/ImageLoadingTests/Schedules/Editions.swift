import ImageCoding

@testable import ImageLoading

/// Which bytes of each picture are in force in a cache, and since when: what is made of other bytes is not kept. A value,
/// without lock, clock or bytes; the rule that the explorer holds the engine against.
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
/// Simpler rules fail: the last writer wins (a slow fetch of old bytes ends last), a generation taken when a load begins
/// (the newer of two overlapping fetches is refused), reads that count as arrivals (an old entry outlives a fetch).
///
/// Moments are numbers of one counter, which all that is compared here has in common: a later event has a higher one.
struct Editions {
    struct Edition {
        fileprivate(set) var revision: Revision
        /// When bytes of this revision were last fetched, or earlier ones if these were read.
        fileprivate(set) var arrival: Int
        /// When it took the place of another, or was the first.
        fileprivate let adoptedAt: Int
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
    private var forgottenAt = 0

    /// `capacity`: editions that are remembered at most. Those not asked for the longest are forgotten.
    init(capacity: Int) { pageCapacity = max(1, capacity / 2) }

    var count: Int { page.count + lastPage.count }

    /// The edition in force of a picture; `nil`: none is known, and nothing is kept of it in memory.
    subscript(source: String) -> Edition? {
        mutating get {
            if let edition = page[source] { return edition }
            guard let edition = lastPage.removeValue(forKey: source) else { return nil }
            page[source] = edition  // asked for: it moves to the page that stays
            return edition
        }
    }

    /// Whether an image that was made of these bytes may be stored.
    mutating func isInForce(_ revision: Revision, of source: String) -> Bool {
        self[source]?.revision.isSame(as: revision) == true
    }

    // MARK: - Admitting

    /// Bytes that were fetched and arrived at some moment.
    mutating func admit(
        fetched revision: Revision, of source: String, arrival: Int, response: ResponseMetadata?, now: Int
    ) -> Admission {
        guard let edition = self[source] else {
            guard arrival > forgottenAt else { return .refused }
            page[source] = Edition(revision: revision, arrival: arrival, adoptedAt: now, response: response)
            return .adopted
        }
        let isInForce = edition.revision.isSame(as: revision)
        guard arrival > edition.arrival else { return isInForce ? .inForce : .refused }
        page[source] = Edition(
            revision: revision, arrival: arrival, adoptedAt: isInForce ? edition.adoptedAt : now, response: response)
        return isInForce ? .inForce : .adopted
    }

    /// An entry of the disk, by a read that began at some moment.
    mutating func admit(
        read revision: Revision, of source: String, begunAt: Int, response: ResponseMetadata?, now: Int
    ) -> Admission {
        guard let edition = self[source] else {
            guard begunAt > forgottenAt else { return .refused }
            page[source] = Edition(revision: revision, arrival: 0, adoptedAt: now, response: response)
            return .adopted
        }
        if edition.revision.isSame(as: revision) { return .inForce }
        guard begunAt > edition.adoptedAt else { return .refused }
        page[source] = Edition(revision: revision, arrival: edition.arrival, adoptedAt: now, response: response)
        return .adopted
    }

    /// The server confirmed an edition with these words, if it is still in force.
    mutating func renew(_ source: String, of revision: Revision, with response: ResponseMetadata) {
        guard isInForce(revision, of: source) else { return }
        page[source]?.response = response
    }

    // MARK: - Forgetting

    /// Forgets the edition of a picture, whose images have to go. What is under way of any picture that has no edition by
    /// then is not kept.
    mutating func forget(_ source: String, now: Int) {
        (page[source], lastPage[source]) = (nil, nil)
        forgottenAt = now
    }

    mutating func forgetAll(now: Int) {
        (page, lastPage) = ([:], [:])
        forgottenAt = now
    }

    /// Forgets what was not asked for the longest, if there is too much. Returns the pictures whose images have to go.
    mutating func forgetSurplus(now: Int) -> [String] {
        guard page.count >= pageCapacity else { return [] }
        let surplus = Array(lastPage.keys)
        (lastPage, page) = (page, [:])
        if !surplus.isEmpty { forgottenAt = now }
        return surplus
    }
}
