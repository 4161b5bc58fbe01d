import HalftoneCore

/// The directory of another disk cache, which is only read. Any failure is a miss.
final class AdditionalCache: Sendable {
    private let directory: String
    /// The open database; `nil` before the first lookup and after a failure.
    private let store = Lock<DiskCacheStore?>(nil)

    init(_ directory: String) { self.directory = directory }

    /// Returns an entry as it was written there. Blocking.
    func entry(for key: DiskKey, _ allowance: MemoryAllowance) -> DiskCache.Entry? {
        store.withLock { store in
            do throws(SQLiteError) {
                if store == nil { store = try DiskCacheStore.openShared(in: directory) }
                guard case .entry(var entry, _) = try store?.entry(for: key, large: allowance) else { return nil }
                entry.isAdditional = true
                return entry
            } catch {
                store = nil  // the next lookup opens the file again
                return nil
            }
        }
    }
}
