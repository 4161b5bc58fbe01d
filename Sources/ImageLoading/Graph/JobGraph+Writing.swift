/// What is on its way into the caches while nothing is locked, and what becomes of it when newer bytes come.
///
/// A cache is foreign code and may block, so that it is never asked under the lock. The caches of one picture are changed
/// by one thread at a time instead: a *claim* says under the lock what is to be kept, and what that makes outdated, and a
/// write begins. Until ``endWrite(of:)`` every other claim of the picture is held back; then it comes again as an effect,
/// and is decided anew. So whatever a write removes is older than the write, nothing is stored beside it that would be
/// removed too, and what is outdated is never written: nothing has to be taken back.
///
/// What is read meanwhile might be the old. No read of the disk begins while something is being removed, and one that runs
/// when that begins is made again. A load that reads on its caller's thread waits for nobody: its image is shown, and not
/// kept.
extension JobGraph {
    /// Something is being put into the caches of a picture, or removed from them.
    struct Write {
        /// Whether it removes something, so that who reads meanwhile may find the old.
        let removes: Bool
        /// What goes on when it is over.
        var waiting: [Effect] = []
    }

    /// When something may be put into the caches.
    enum Turn {
        case now
        /// It comes again as an effect.
        case later
        case never
    }

    /// Notes that the caches of a picture are being changed, until ``endWrite(of:)``.
    mutating func beginWrite(of source: String, removes: Bool) {
        if removes { outdatings += 1 }
        writes[source] = Write(removes: removes)
    }

    /// Has something wait until the caches of a picture are not being changed any more. `false`: they are not.
    mutating func holdBack(_ effect: @autoclosure () -> Effect, of source: String) -> Bool {
        guard writes[source] != nil else { return false }
        writes[source]?.waiting.append(effect())
        return true
    }

    /// Everything is where it belongs; what had to wait for that goes on.
    mutating func endWrite(of source: String) -> [Effect] {
        guard let write = writes.removeValue(forKey: source) else { return [] }
        if write.removes { outdatings += 1 }
        return write.waiting
    }

    /// Whether what is found of a picture at this moment may be about to go.
    func isBeingReplaced(_ source: String) -> Bool { !writes.isEmpty && writes[source]?.removes == true }

    /// Whether what a load has read where it stands may be kept, until ``endWrite(of:)``. Not if new bytes have come
    /// meanwhile, and not while others change the caches, for which it cannot wait.
    mutating func claimReadingNow(_ id: LoadID) -> Bool {
        guard let reading = readingNow[id], !reading.isOutdated, writes[reading.source] == nil else { return false }
        beginWrite(of: reading.source, removes: false)
        return true
    }
}
