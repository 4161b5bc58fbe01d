import ImageCoding

@testable import ImageLoading

/// A model of ``PictureIndex`` for one cache of the engine. It records arriving bytes, and judges what is stored.
struct PictureIndexShadow {
    private var pictures = PictureIndex(capacity: 100)
    private var lastMoment = 0
    /// When bytes were last fetched, and when their last read began.
    private var arrivals: [Sent: Int] = [:]
    private var reads: [Sent: Int] = [:]
    /// When pictures were last removed, each and all. The index has these times too, but an error in it must not hide
    /// itself.
    private var removals: [String: Int] = [:]
    private var allRemovedAt = -1
    /// Sources with new current bytes of which no stored image has been judged yet.
    private var unseen: Set<String> = []
    /// A description of the first stored image whose bytes are not current.
    private(set) var complaint: String?

    private struct Sent: Hashable {
        let source: String
        let digest: UInt64
    }

    mutating func tick() -> Int {
        lastMoment += 1
        return lastMoment
    }

    /// The bytes that another process has written.
    private var appeared: Set<Sent> = []
    /// Sources whose order only the engine has: their responses arrived during one another, or their bytes were both
    /// fetched here and written by another process.
    private var unordered: Set<String> = []

    func isUnordered(_ source: String) -> Bool { unordered.contains(source) }

    mutating func didFetchAtOnce(_ source: String) { unordered.insert(source) }

    /// Records that another process has written these bytes.
    mutating func didAppear(_ digest: UInt64, of source: String) {
        let bytes = Sent(source: source, digest: digest)
        appeared.insert(bytes)
        if arrivals[bytes] != nil { unordered.insert(source) }
    }

    mutating func didFetch(_ digest: UInt64, of source: String) {
        if appeared.contains(Sent(source: source, digest: digest)) { unordered.insert(source) }
        arrivals[Sent(source: source, digest: digest)] = tick()
    }

    mutating func didRead(_ entry: DiskCache.Entry?, of source: String, begunAt: Int) {
        guard let entry else { return }
        reads[Sent(source: source, digest: entry.revision.digest)] = begunAt
    }

    /// Records that a picture was removed, or all of them.
    mutating func remove(_ source: String?) {
        let now = tick()
        if let source { pictures.remove(source, now: now) } else { pictures.removeAll(now: now) }
        if let source { removals[source] = now } else { allRemovedAt = now }
    }

    /// Returns a time if it is later than the last removal of a picture.
    private func afterRemoval(_ time: Int?, of source: String) -> Int? {
        time.flatMap { $0 > max(allRemovedAt, removals[source] ?? -1) ? $0 : nil }
    }

    /// Records the bytes that are current in the cache, perhaps since just now.
    ///
    /// Stored images do not show when: a load may store its image late, or nowhere. A read that began between the two
    /// would seem to be older than the current bytes, and its result to be stored wrongly.
    mutating func didBecomeCurrent(_ revision: Revision, of source: String) {
        register(revision, of: source, "the current revision of \(source), digest \(revision.digest),")
    }

    /// Judges a stored image of these bytes. Returns whether others had to be removed for it: then none of them may be
    /// left.
    @discardableResult
    mutating func judge(
        _ revision: Revision?, of source: String, _ words: String, _ picture: SchedulePicture
    ) -> Bool {
        guard let revision, revision.digest == picture.digestAsSent else {
            complain("\(words) has the label of other bytes")
            return false
        }
        register(revision, of: source, words)
        return unseen.remove(source) != nil && !unordered.contains(source)
    }

    /// Makes these bytes current. Complains if others arrived later.
    private mutating func register(_ revision: Revision, of source: String, _ words: String) {
        if unordered.contains(source) || pictures.mayStore(revision, of: source) { return }
        let bytes = Sent(source: source, digest: revision.digest)
        let receipts: [PictureIndex.Receipt?] = [
            afterRemoval(arrivals[bytes], of: source).map { .fetched(arrival: $0) },
            afterRemoval(reads[bytes], of: source).map { .read(begunAt: $0, mayReplace: true) },
        ]
        for case let receipt? in receipts
        where pictures.register(revision, of: source, by: receipt, response: nil, now: tick()) != .superseded {
            unseen.insert(source)
            return
        }
        complain("\(words) is stored, which is not current")
    }

    mutating func complain(_ what: String) { complaint = complaint ?? what }
}
