import HalftoneCore
import ImageCoding

/// Operations that the manager performs on a cache under its own lock. Each is one critical section, returns at once
/// and calls no code outside the cache. Staged changes are written after ``startWriting()``.
extension ImageCache {
    // MARK: - The index

    /// Returns the HTTP metadata of a picture's current bytes, or `nil` if none is known.
    func response(of source: String) -> ResponseMetadata? { pictures.withLock { $0[source]?.response } }

    /// Returns whether bytes of a picture are known to be current.
    func hasCurrentBytes(of source: String) -> Bool { pictures.withLock { $0[source]?.revision != nil } }

    /// Returns whether an image of this revision may be stored: it is current, or unknown (`nil`).
    func mayStore(_ revision: Revision?, of source: String) -> Bool {
        pictures.withLock { $0.mayStore(revision, of: source) }
    }

    /// Returns whether other bytes of a picture are known to be current.
    func hasOther(than revision: Revision, of source: String) -> Bool {
        pictures.withLock { $0[source]?.revision.map { !$0.isSame(as: revision) } ?? false }
    }

    /// Returns whether these bytes are superseded: by others, or because the picture was removed after them.
    func isSuperseded(_ revision: Revision, of source: String, receipt: PictureIndex.Receipt) -> Bool {
        pictures.withLock { $0.isSuperseded(revision, of: source, receipt: receipt) }
    }

    /// Returns the time of a read that is about to begin. The read sees all earlier changes of the index, which were
    /// staged under its lock.
    func beginRead() -> Int { pictures.withLock { _ in PictureIndex.nextTime() } }

    /// Returns whether a read that began at `time` found bytes that were replaced since, or missed some stored since.
    func hasChanged(_ source: String, found revision: Revision?, since time: Int) -> Bool {
        pictures.withLock { pictures in
            guard let revision else { return pictures[source].map { $0.storedAt > time } ?? false }
            return pictures.isSuperseded(revision, of: source, receipt: .read(begunAt: time, mayReplace: true))
        }
    }

    /// Registers bytes that are known to be an image. If they become current, images of other bytes leave memory and the
    /// pending writes; with `clearsStorage` the storage is cleared too: of all entries if other bytes were known to be
    /// current, else of those of other bytes. `leaving`: what was removed from memory, to be released outside the lock.
    func register(
        _ revision: Revision, of source: String, by receipt: PictureIndex.Receipt, response: ResponseMetadata?,
        clearsStorage: Bool
    ) -> (outcome: PictureIndex.Registration, leaving: [any Sendable]) {
        pictures.withLock { pictures in
            let outcome = pictures.register(
                revision, of: source, by: receipt, response: response, now: PictureIndex.nextTime())
            guard case .becameCurrent(let replacesAnother) = outcome else { return (outcome, []) }
            if clearsStorage {
                writes?.stage {
                    replacesAnother ? $0.removeAll(of: source) : $0.removeAll(of: source, but: revision)
                }
            } else {
                writes?.staging.withLock { $0.dropVariants(of: source, but: revision) }
            }
            let leaving = memory.drop([source]) { $0.revision?.isSame(as: revision) ?? !replacesAnother }
            return (outcome, leaving + dropSurplus(of: &pictures))
        }
    }

    /// Forgets pictures over the capacity of the index, with their images in memory. Returns what is to be released
    /// outside the lock.
    func dropSurplus(of pictures: inout PictureIndex) -> [any Sendable] {
        memory.drop(Set(pictures.forgetSurplus())) { $0.revision == nil }
    }

    // MARK: - Images

    /// Returns an image in memory and its HTTP metadata, unless the response is for other request headers (`Vary`); and
    /// what the lookup evicted.
    func lookUp(
        _ key: ImageKey, for headers: [(name: String, value: String)]
    ) -> (image: Image?, response: ResponseMetadata?, leaving: [any Sendable]) {
        pictures.withLock { pictures in
            let response = pictures[key.source]?.response
            guard response?.matches(requestHeaders: headers) != false else { return (nil, nil, []) }
            let (image, leaving) = memory.lookUp(key)
            return (image, response, leaving)
        }
    }

    /// Returns another variant of a picture in memory, unless the response is for other request headers (`Vary`).
    func nearestImage(to key: ImageKey, for headers: [(name: String, value: String)]) -> Image? {
        pictures.withLock { pictures in
            guard pictures[key.source]?.response?.matches(requestHeaders: headers) != false else { return nil }
            return memory.nearestImage(to: key)
        }
    }

    /// Stores an image in memory if its revision is current or, for an image of unknown revision, if the picture has not
    /// changed since `time`, when making the image began. Returns what was evicted, or `nil` if storing was refused.
    func storeIfCurrent(_ image: Image, for key: ImageKey, begunAt time: Int) -> [any Sendable]? {
        pictures.withLock { pictures in
            guard pictures.mayStore(image.revision, of: key.source, begunAt: time) else { return nil }
            return memory.insert(image, for: key)
        }
    }

    // MARK: - Entries

    enum StoreResult {
        case staged
        /// Too many writes are pending. An earlier entry under the key is removed.
        case hasNoRoom
        /// The bytes are not current, or there is no storage.
        case isNotCurrent
    }

    /// Stages an entry for the storage, unless another revision is current.
    func storeIfCurrent(_ entry: DiskCache.Entry, for key: DiskKey, of revision: Revision?) -> StoreResult {
        pictures.withLock { pictures in
            guard let writes, pictures.mayStore(revision, of: key.source) else { return .isNotCurrent }
            var isStaged = false
            writes.stage { isStaged = $0.put(entry, key) }
            pictures.didStore(key.source, now: PictureIndex.nextTime())
            return isStaged ? .staged : .hasNoRoom
        }
    }

    /// Updates the HTTP metadata of bytes that were read again, if they are current.
    func note(_ response: ResponseMetadata?, ofRead source: String, _ revision: Revision) {
        pictures.withLock { $0.note(response, ofRead: source, revision) }
    }

    /// Notes that the server confirmed an entry: `known`, as read before the request, or else the current bytes.
    /// Updates its HTTP metadata, unless it is superseded. Returns whether it was updated.
    func confirm(_ known: EncodedData?, under key: DiskKey, _ response: ResponseMetadata) -> Bool {
        pictures.withLock { pictures in
            if let known, let receipt = known.receipt,
                pictures.isSuperseded(known.revision, of: key.source, receipt: receipt)
            {
                return false
            }
            pictures.freshen(key.source, of: known?.revision, response)
            writes?.stage { pending in
                if let known, case .read(_, mayReplace: false)? = known.receipt {
                    pending.put(known.entry(renewedBy: response), key)  // an additional directory is only read
                } else {
                    pending.renew(key, with: response)
                }
            }
            return true
        }
    }

    /// Removes an entry that proved not to be an image, unless something of the picture was stored after the read
    /// began. Returns whether it was removed.
    func discard(_ key: DiskKey, readAt time: Int) -> Bool {
        pictures.withLock { pictures in
            if let record = pictures[key.source], record.storedAt > time { return false }
            writes?.stage { $0.remove(key) }
            return true
        }
    }

    func startWriting() { writes?.startWriting() }
}
