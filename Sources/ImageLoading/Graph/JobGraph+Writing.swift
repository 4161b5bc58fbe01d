import ImageCoding

/// What is on its way to the disks while nothing is locked.
///
/// Memory is changed under the lock. A storage may be foreign code and is never called there: the disks of one picture are
/// changed by one thread at a time instead. A *claim* says under the lock what is to be kept, and a write begins. Until
/// ``endWrite(of:)`` every other claim of the picture is held back; then it comes again as an effect, and is decided anew.
///
/// What is read meanwhile might be the old, or not there yet. No read of the disk begins while its bytes are being changed,
/// and one that runs when that begins is made again. A load that reads on its caller's thread does not wait: what it finds
/// drives nothing out (``Editions/Evidence``).
extension JobGraph {
    /// Something is being put into the caches of a picture, or removed from them.
    struct Write {
        /// The caches whose bytes of the picture it changes. What is made of those may be in memory alone already, and its
        /// jobs over: a read that finds nothing would fetch them again.
        let changes: Set<ImageCache>
        /// What goes on when it is over.
        var waiting: [Effect] = []
        /// Jobs that take a place again when it is over. Until then they take none from others.
        var reads: [JobID] = []
        var images: [JobID] = []
        var keeps: [JobID] = []
    }

    /// When something may be put into the caches.
    enum Turn {
        case now([KeepOrder.Entry])
        /// It comes again as an effect, and has given its place to others: ``JobGraph/startNext()``.
        case later
        case never
    }

    /// Notes that the caches of a picture are being changed, until ``endWrite(of:)``.
    mutating func beginWrite(of source: String, changing caches: Set<ImageCache> = []) {
        writes[source] = Write(changes: caches)
    }

    /// Has something wait until the caches of a picture are not being changed any more. `false`: they are not.
    mutating func holdBack(_ effect: @autoclosure () -> Effect, of source: String) -> Bool {
        guard writes[source] != nil else { return false }
        writes[source]?.waiting.append(effect())
        return true
    }

    /// Has a job whose image is made wait, and gives its place to others, while the caches of the picture are being changed.
    mutating func holdBack(_ id: JobID, _ image: Image, of source: String) -> Bool {
        guard writes[source] != nil else { return false }
        imageJobs[id]?.made = image
        processors.finish(id)
        writes[source]?.images.append(id)
        return true
    }

    /// The same for one whose image is encoded.
    mutating func holdBack(_ id: JobID, _ entries: [KeepOrder.Entry], of source: String) -> Bool {
        guard writes[source] != nil else { return false }
        keepJobs[id]?.encoded = entries
        processors.finish(id)
        writes[source]?.keeps.append(id)
        return true
    }

    /// Has a read that has its place wait, and gives the place to others, while the bytes there are being changed.
    mutating func holdBack(read id: JobID, _ shelf: Shelf) -> Bool {
        guard writes[shelf.key.source]?.changes.contains(shelf.cache) == true else { return false }
        disk.finish(id)
        writes[shelf.key.source]?.reads.append(id)
        return true
    }

    /// Everything is where it belongs; what had to wait for that goes on.
    mutating func endWrite(of source: String) -> [Effect] {
        guard let write = writes.removeValue(forKey: source) else { return [] }
        var effects = write.waiting
        for id in write.reads {
            if let job = byteJobs[id] { disk.enqueue(id, priority: job.priority) }
        }
        for id in write.images {
            if let job = imageJobs[id] { processors.enqueue(id, priority: job.priority) }
        }
        for id in write.keeps where keepJobs[id] != nil {
            processors.enqueue(id, priority: .low)
            reprioritise(keep: id)
        }
        startWhatMayStart(&effects)
        return effects
    }
}
