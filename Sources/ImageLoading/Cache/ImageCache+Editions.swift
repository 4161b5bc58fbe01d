import HalftoneCore
import ImageCoding

/// Operations that the manager performs on a cache under its own lock. Each is one critical section, returns at once
/// and calls no code outside the cache. Staged changes are written after ``startWriting()``.
extension ImageCache {
    // MARK: - Lookups

    /// Returns the HTTP metadata of a picture's current edition, or `nil` if none is known.
    func response(of source: String) -> ResponseMetadata? { editions.withLock { $0[source]?.response } }

    /// Returns whether a picture has a known edition.
    func hasEdition(of source: String) -> Bool { editions.withLock { $0[source] != nil } }

    /// Returns whether an image of this revision may be stored: it is current, or unknown (`nil`).
    func mayStore(_ revision: Revision?, of source: String) -> Bool {
        editions.withLock { $0.mayStore(revision, of: source) }
    }

    /// Returns whether a picture is known to have another edition.
    func hasOther(than revision: Revision, of source: String) -> Bool {
        editions.withLock { $0[source].map { !$0.revision.isSame(as: revision) } ?? false }
    }

    /// Returns whether these bytes are superseded: by another edition, or by a removal of the picture after them.
    func isSuperseded(_ revision: Revision, of source: String, evidence: Editions.Evidence) -> Bool {
        editions.withLock { $0.isSuperseded(revision, of: source, evidence: evidence) }
    }

    /// Returns the moment of a read that is about to begin. The read sees all changes staged for editions adopted
    /// earlier.
    func beginRead() -> Int { editions.withLock { _ in Editions.moment() } }

    /// Returns whether a read that began at `moment` found bytes that were replaced since, or missed some stored since.
    func hasChanged(_ source: String, found revision: Revision?, since moment: Int) -> Bool {
        editions.withLock { editions in
            guard let revision else { return editions[source].map { $0.storedAt > moment } ?? false }
            return editions.isSuperseded(revision, of: source, evidence: .read(begunAt: moment, mayReplace: true))
        }
    }

    // MARK: - Images

    /// Returns an image in memory and its HTTP metadata, unless the response is for other request headers (`Vary`); and
    /// what the lookup evicted.
    func lookUp(
        _ key: ImageKey, for headers: [(name: String, value: String)], isRepeat: Bool
    ) -> (image: Image?, response: ResponseMetadata?, leaving: [any Sendable]) {
        editions.withLock { editions in
            let response = editions[key.source]?.response
            guard response?.matches(requestHeaders: headers) != false else { return (nil, nil, []) }
            let (image, leaving) = memory.lookUp(key, isRepeat: isRepeat)
            return (image, response, leaving)
        }
    }

    /// Returns another variant of a picture in memory, unless the response is for other request headers (`Vary`).
    func nearestImage(to key: ImageKey, for headers: [(name: String, value: String)]) -> Image? {
        editions.withLock { editions in
            guard editions[key.source]?.response?.matches(requestHeaders: headers) != false else { return nil }
            return memory.nearestImage(to: key)
        }
    }

    /// Stores an image in memory unless another revision is current or, for an image of unknown revision, was adopted
    /// after `moment`, when making the image began. Returns what was evicted, or `nil` if storing was refused.
    func storeIfCurrent(_ image: Image, for key: ImageKey, begunAt moment: Int) -> [any Sendable]? {
        editions.withLock { editions in
            guard editions.mayStore(image.revision, of: key.source, begunAt: moment) else { return nil }
            return memory.keep(image, for: key)
        }
    }

    // MARK: - Bytes

    /// The outcome of admitting bytes.
    struct Admitted {
        /// Whether the bytes have just become the current edition.
        var isAdopted = false
        /// Whether another edition was known before.
        var replacesAnother = false
        /// What was removed from memory, to be released outside the lock.
        var leaving: [any Sendable] = []
    }

    /// Admits bytes that are known to be an image. If they become the current edition, images of other bytes leave
    /// memory and the pending writes; with `clearsStorage` the storage is cleared too: of all entries if another
    /// edition was known, else of those of other bytes.
    func admit(
        _ revision: Revision, of source: String, by evidence: Editions.Evidence, response: ResponseMetadata?,
        clearsStorage: Bool
    ) -> Admitted {
        editions.withLock { editions in
            let wasKnown = editions[source] != nil
            let admission = editions.admit(
                revision, of: source, by: evidence, response: response, now: Editions.moment())
            guard case .adopted = admission else { return Admitted() }
            if clearsStorage {
                writes?.stage { wasKnown ? $0.removeAll(of: source) : $0.removeAll(of: source, but: revision) }
            } else {
                writes?.unstageVariants(of: source, but: revision)
            }
            // An image that a program stored before any edition was known may be made of these bytes.
            var leaving = memory.drop([source]) { $0.revision.map(revision.isSame) ?? !wasKnown }
            let forgotten = editions.forgetSurplus()
            if !forgotten.isEmpty { leaving += memory.drop(Set(forgotten)) { $0.revision == nil } }
            return Admitted(isAdopted: true, replacesAnother: wasKnown, leaving: leaving)
        }
    }

    /// The outcome of storing an entry.
    enum StoreResult {
        case staged
        /// Too many writes are pending. An earlier entry under the key is removed.
        case hasNoRoom
        /// The bytes are not those of the known edition, or there is no storage.
        case isNotCurrent
    }

    /// Stages an entry for the storage, unless another revision is current.
    func storeIfCurrent(_ entry: DiskCache.Entry, for key: DiskKey, of revision: Revision?) -> StoreResult {
        editions.withLock { editions in
            guard let writes, editions.mayStore(revision, of: key.source) else { return .isNotCurrent }
            var isStaged = false
            writes.stage { isStaged = $0.store(entry, key) }
            editions.didStore(key.source, now: Editions.moment())
            return isStaged ? .staged : .hasNoRoom
        }
    }

    /// Updates the HTTP metadata of bytes that were read again, if they are current.
    func note(_ response: ResponseMetadata?, ofRead source: String, _ revision: Revision) {
        editions.withLock { $0.note(response, ofRead: source, revision) }
    }

    /// Notes that the server confirmed an entry: `known`, as read before the request, or else the current edition.
    /// Updates its HTTP metadata, unless it is superseded. Returns whether it was updated.
    func confirm(_ known: EncodedData?, under key: DiskKey, _ response: ResponseMetadata) -> Bool {
        editions.withLock { editions in
            if let known, let evidence = known.evidence,
                editions.isSuperseded(known.revision, of: key.source, evidence: evidence)
            {
                return false
            }
            editions.freshen(key.source, of: known?.revision, response)
            writes?.stage { pending in
                if let known, case .read(_, mayReplace: false)? = known.evidence {
                    pending.store(known.entry(renewedBy: response), key)  // an additional directory is only read
                } else {
                    pending.renew(key, with: response)
                }
            }
            return true
        }
    }

    /// Removes an entry that proved not to be an image, unless something of the picture was stored after the read
    /// began. Returns whether it was removed.
    func discard(_ key: DiskKey, readAt moment: Int) -> Bool {
        editions.withLock { editions in
            if let edition = editions[key.source], edition.storedAt > moment { return false }
            writes?.stage { $0.remove(key) }
            return true
        }
    }

    func startWriting() { writes?.startWriting() }
}
