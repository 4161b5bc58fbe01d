@testable import ImageLoading

/// Originals by the keys of their pictures.
extension DiskCache {
    func read(_ source: String) -> Entry? { read(DiskKey(source: source)) }
    func store(_ entry: Entry, for source: String) { store(entry, for: DiskKey(source: source)) }
    func remove(_ source: String) { remove(DiskKey(source: source)) }
    /// Confirms an entry, without headers.
    func touch(_ source: String) {
        freshen(DiskKey(source: source), with: .init(headers: [:], requestHeaders: [], receivedAt: 0))
    }
}
