import Basis
import ImageCoding

/// What the manager asks of a cache under its own lock: each question and each change is one critical section, answers at
/// once, and calls nobody else. What is staged for the storage is written after ``startWriting()``.
extension ImageCache {
    // MARK: - What is known

    /// What HTTP says about the edition of a picture that is in force; `nil`: nothing, or none is known.
    func response(of source: String) -> ResponseMetadata? { editions.withLock { $0[source]?.response } }

    /// Whether it is known of which bytes a picture is.
    func knows(_ source: String) -> Bool { editions.withLock { $0[source] != nil } }

    /// Whether an image of these bytes may be kept: they are in force. `nil`: it is not known of which bytes it is.
    func mayStore(_ revision: Revision?, of source: String) -> Bool {
        editions.withLock { $0.mayStore(revision, of: source) }
    }

    /// Whether bytes of another edition are in force.
    func hasOther(than revision: Revision, of source: String) -> Bool {
        editions.withLock { $0[source].map { !$0.revision.isSame(as: revision) } ?? false }
    }

    /// Whether bytes of another edition have taken the place of these.
    func hasReplaced(_ revision: Revision, of source: String, by evidence: Editions.Evidence) -> Bool {
        editions.withLock { $0.hasReplaced(revision, of: source, by: evidence) }
    }

    /// The moment of a read that is about to begin. It sees all that was staged for an edition that was adopted before.
    func beginRead() -> Int { editions.withLock { _ in Editions.moment() } }

    /// Whether a read that began at this moment may have found what is there no more, or missed what is there by now.
    func hasChanged(_ source: String, found revision: Revision?, since moment: Int) -> Bool {
        editions.withLock { editions in
            guard let revision else { return editions[source].map { $0.storedAt > moment } ?? false }
            return editions.hasReplaced(revision, of: source, by: .read(begunAt: moment, mayReplace: true))
        }
    }

    // MARK: - Images

    /// An image in memory, unless it is the answer to requests with other headers (`Vary`), and what HTTP says about it; and
    /// what left for it.
    func look(
        _ key: ImageKey, for headers: [(name: String, value: String)], isRepeat: Bool
    ) -> (image: Image?, response: ResponseMetadata?, leaving: [Image]) {
        editions.withLock { editions in
            let response = editions[key.source]?.response
            guard response?.matches(requestHeaders: headers) != false else { return (nil, nil, []) }
            let (image, leaving) = memory.look(key, isRepeat: isRepeat)
            return (image, response, leaving)
        }
    }

    /// Another size of a picture in memory, unless it is the answer to requests with other headers.
    func nearestImage(to key: ImageKey, for headers: [(name: String, value: String)]) -> Image? {
        editions.withLock { editions in
            guard editions[key.source]?.response?.matches(requestHeaders: headers) != false else { return nil }
            return memory.nearestImage(to: key)
        }
    }

    /// Keeps an image in memory, unless other bytes are in force than those it was made of; or, if it is not known of which
    /// it was, others than at the moment when its making began. Returns what left for it; `nil`: it is not kept.
    func storeIfCurrent(_ image: Image, for key: ImageKey, begunAt moment: Int) -> [Image]? {
        editions.withLock { editions in
            guard editions.mayStore(image.revision, of: key.source, begunAt: moment) else { return nil }
            return memory.keep(image, for: key)
        }
    }

    // MARK: - Bytes

    /// What came of bytes that were to be admitted.
    struct Admitted {
        /// Whether they are the edition from now on, and were not before.
        var isAdopted = false
        /// Whether another edition was in force before.
        var replacesAnother = false
        /// Images that left memory, to be let go of without a lock.
        var leaving: [Image] = []
    }

    /// Bytes are known to be a picture. If they are the edition from now on, memory has nothing of another any more, and
    /// nothing that was made of another waits to be written; with `clearsStorage` the storage has nothing of another either.
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
            // What a program has stored itself before anything was known of the picture may be of these bytes.
            var leaving = memory.drop([source]) { $0.revision.map(revision.isSame) ?? !wasKnown }
            let forgotten = editions.forgetSurplus(now: Editions.moment())
            if !forgotten.isEmpty { leaving += memory.drop(Set(forgotten)) { $0.revision == nil } }
            return Admitted(isAdopted: true, replacesAnother: wasKnown, leaving: leaving)
        }
    }

    /// Keeps bytes in the storage, unless others are in force than those they are of. Returns whether it does.
    func storeIfCurrent(_ entry: DiskCache.Entry, for key: DiskKey, of revision: Revision?) -> Bool {
        editions.withLock { editions in
            guard let writes, editions.mayStore(revision, of: key.source) else { return false }
            writes.stage { $0.store(entry, key) }
            editions.didStore(key.source, now: Editions.moment())
            return true
        }
    }

    /// Notes what HTTP says about bytes that were read again, if they are in force.
    func note(_ response: ResponseMetadata?, ofRead source: String, _ revision: Revision) {
        editions.withLock { $0.note(response, ofRead: source, revision) }
    }

    /// The server says that what is kept under a key is still right: `known`, which was read before it was asked, or what is
    /// in force. Changes what is known of it, and the entry, unless other bytes have taken its place. Returns whether it
    /// does.
    func confirm(
        _ known: EncodedData?, under key: DiskKey, response: (ResponseMetadata?) -> ResponseMetadata?,
        _ change: (inout PendingWrites) -> Void
    ) -> Bool {
        editions.withLock { editions in
            if let known, let evidence = known.evidence,
                editions.hasReplaced(known.revision, of: key.source, by: evidence)
            {
                return false
            }
            editions.freshen(key.source, of: known?.revision, response)
            writes?.stage(change)
            return true
        }
    }

    /// What was read under a key is no picture: it goes, unless something of the picture was stored since the read began.
    /// Returns whether it does.
    func discard(_ key: DiskKey, readAt moment: Int) -> Bool {
        editions.withLock { editions in
            if let edition = editions[key.source], edition.storedAt > moment { return false }
            writes?.stage { $0.remove(key) }
            return true
        }
    }

    func startWriting() { writes?.startWriting() }
}
