import HalftoneCore

/// The directory of another disk cache, which is only read. Any failure is a miss.
final class AdditionalCache: Sendable {
    private let directory: String
    /// The open database and its stamp; `nil` before the first lookup and after a failure.
    private let opened = Lock<(store: DiskCacheStore, stamp: [Int])?>(nil)

    init(_ directory: String) { self.directory = directory }

    /// Returns an entry as it was written there. Blocking.
    func entry(for key: DiskKey, _ allowance: MemoryAllowance) -> DiskCache.Entry? {
        opened.withLock { opened in
            let stamp = DiskCacheFiles(directory: directory).stamp
            // Opened without locks, SQLite would mix pages from before and after a change of another process.
            if opened?.stamp != stamp { opened = nil }
            do throws(SQLiteError) {
                if opened == nil, let stamp {
                    opened = (try DiskCacheStore.openShared(in: directory), stamp)
                }
                var entry = try opened?.store.entry(for: key, allowance)?.entry
                entry?.isAdditional = true
                return entry
            } catch {
                opened = nil  // the next lookup opens the file again
                return nil
            }
        }
    }
}
