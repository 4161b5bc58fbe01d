/// What HTTP says about the pictures whose images are in memory: an image itself does not know how fresh it is. A value.
///
/// It is bounded, and forgets what was not asked for the longest. That costs a look at the disk and nothing else: who is
/// not in the book counts as stale, so that the disk's own record is read, or the server asked. Once an answer was
/// forgotten that the server had chosen by the headers of the request (`Vary`), an image in memory of which nothing is
/// known may be such an answer, and counts as one for other headers until the disk has said for which it is.
struct FreshnessBook {
    /// `nil` inside: it is known that HTTP says nothing about the picture.
    private typealias Page = [String: ResponseMetadata?]

    private let pageCapacity: Int
    /// What was written or asked for since the page was turned, and on the page before.
    private var page: Page = [:]
    private var lastPage: Page = [:]
    private(set) var hasForgottenVarying = false

    /// `capacity`: entries that are remembered at most.
    init(capacity: Int) { pageCapacity = max(1, capacity / 2) }

    var count: Int { page.count + lastPage.count }

    /// What is known of a picture; `nil`: nothing is, or HTTP says nothing.
    subscript(source: String) -> ResponseMetadata? {
        mutating get { entry(source) ?? nil }
    }

    /// Whether what there is of a picture is, or may be, the answer to a request with other headers.
    mutating func isForOthers(_ source: String, requestHeaders: [(name: String, value: String)]) -> Bool {
        guard let known = entry(source) else { return hasForgottenVarying }
        return known?.matches(requestHeaders: requestHeaders) == false
    }

    mutating func record(_ metadata: ResponseMetadata?, for source: String) {
        lastPage[source] = nil
        page.updateValue(metadata, forKey: source)
        if page.count >= pageCapacity { turnPage() }
    }

    mutating func renew(_ source: String, at now: Double) {
        if let metadata = self[source] { record(metadata.renewed(at: now), for: source) }
    }

    private mutating func entry(_ source: String) -> ResponseMetadata?? {
        if let entry = page[source] { return entry }
        guard let entry = lastPage[source] else { return nil }
        record(entry, for: source)  // asked for: it moves to the page that stays
        return entry
    }

    private mutating func turnPage() {
        if !hasForgottenVarying { hasForgottenVarying = lastPage.values.contains { $0?.varies == true } }
        (lastPage, page) = (page, [:])
    }
}

extension ResponseMetadata {
    /// Whether requests with other headers may get another answer.
    fileprivate var varies: Bool { vary.isByEverything || !vary.fields.isEmpty }
}
