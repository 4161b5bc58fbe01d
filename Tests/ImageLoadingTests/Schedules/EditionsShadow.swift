import ImageCoding

@testable import ImageLoading

/// What ``Editions`` would say of all that the engine keeps in one cache. It is told what comes, and judges what is stored.
struct EditionsShadow {
    private var editions = Editions(capacity: 100)
    private var lastMoment = 0
    /// When bytes were fetched, or a read of them began, the last time.
    private var arrivals: [Evidence: Int] = [:]
    private var reads: [Evidence: Int] = [:]
    /// The pictures with a new edition of which nothing that is kept has been judged yet.
    private var unseen: Set<String> = []
    /// What the engine has kept that the editions refuse, in words.
    private(set) var complaint: String?

    private struct Evidence: Hashable {
        let source: String
        let digest: UInt64
    }

    mutating func tick() -> Int {
        lastMoment += 1
        return lastMoment
    }

    /// What another process has written.
    private var appeared: Set<Evidence> = []
    /// Answers for these arrived in the middle of one another: which was first is the engine's to say. Or the same bytes were
    /// fetched here and written elsewhere: the engine knows of which of both an image was made.
    private var unordered: Set<String> = []

    func isUnordered(_ source: String) -> Bool { unordered.contains(source) }

    mutating func didFetchAtOnce(_ source: String) { unordered.insert(source) }

    /// Another process has written these bytes.
    mutating func didAppear(_ digest: UInt64, of source: String) {
        let evidence = Evidence(source: source, digest: digest)
        appeared.insert(evidence)
        if arrivals[evidence] != nil { unordered.insert(source) }
    }

    mutating func didFetch(_ digest: UInt64, of source: String) {
        if appeared.contains(Evidence(source: source, digest: digest)) { unordered.insert(source) }
        arrivals[Evidence(source: source, digest: digest)] = tick()
    }

    mutating func didRead(_ entry: DiskCache.Entry?, of source: String, begunAt: Int) {
        guard let entry else { return }
        reads[Evidence(source: source, digest: entry.revision.digest)] = begunAt
    }

    /// The bytes that are current in the cache, in case they were adopted just now.
    ///
    /// What is kept does not show the moment of an adoption: a load may store its image late, or nowhere. A read that
    /// began between the two would seem to be older than the edition, and what it found to be stored wrongly.
    mutating func didAdopt(_ revision: Revision, of source: String) {
        admit(revision, of: source, "an edition of \(source), digest \(revision.digest),")
    }

    /// Something made of these bytes is kept. Whether others had to go for it: then nothing of them may be left.
    @discardableResult
    mutating func judge(
        _ revision: Revision?, of source: String, _ words: String, _ picture: SchedulePicture
    ) -> Bool {
        guard let revision, revision.digest == picture.digestAsSent else {
            complain("\(words) has the label of other bytes")
            return false
        }
        admit(revision, of: source, words)
        return unseen.remove(source) != nil && !unordered.contains(source)
    }

    /// Adopts these bytes, unless they are current. Complains if their evidence does not allow it.
    private mutating func admit(_ revision: Revision, of source: String, _ words: String) {
        if unordered.contains(source) || editions.mayStore(revision, of: source) { return }
        let bytes = Evidence(source: source, digest: revision.digest)
        let evidence: [Editions.Evidence?] = [
            arrivals[bytes].map { .fetched(arrival: $0) },
            reads[bytes].map { .read(begunAt: $0, mayReplace: true) },
        ]
        for case let evidence? in evidence
        where editions.admit(revision, of: source, by: evidence, response: nil, now: tick()) != .refused {
            unseen.insert(source)
            return
        }
        complain("\(words) is stored, which is not in force")
    }

    mutating func complain(_ what: String) { complaint = complaint ?? what }
}
