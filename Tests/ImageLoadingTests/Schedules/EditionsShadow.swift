import ImageCoding

@testable import ImageLoading

/// What ``Editions`` would say of all that the engine keeps in one cache. It is told what comes, and judges what is stored.
struct EditionsShadow {
    private var editions = Editions(capacity: 100)
    private var lastMoment = 0
    /// When bytes were fetched, or a read of them began, the last time.
    private var arrivals: [Evidence: Int] = [:]
    private var reads: [Evidence: Int] = [:]
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

    /// Something made of these bytes is kept. Whether others had to go for it: then nothing of them may be left.
    @discardableResult
    mutating func judge(
        _ revision: Revision?, of source: String, _ words: String, _ picture: SchedulePicture
    ) -> Bool {
        guard let revision, revision.digest == picture.digestAsSent else {
            complain("\(words) has the label of other bytes")
            return false
        }
        if unordered.contains(source) || editions.mayStore(revision, of: source) { return false }
        let evidence = Evidence(source: source, digest: revision.digest)
        if let arrival = arrivals[evidence],
            editions.admit(revision, of: source, by: .fetched(arrival: arrival), response: nil, now: tick())
                != .refused
        {
            return true
        }
        if let begunAt = reads[evidence],
            editions.admit(
                revision, of: source, by: .read(begunAt: begunAt, mayReplace: true), response: nil, now: tick())
                != .refused
        {
            return true
        }
        complain("\(words) is stored, which is not in force")
        return false
    }

    mutating func complain(_ what: String) { complaint = complaint ?? what }
}
