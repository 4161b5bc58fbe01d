import Basis
import ImageCoding
import Transfer

extension JobGraph {
    /// Something the world must do because the graph changed. News are told under the lock; work follows after it, in order:
    /// first what changes caches, then the ends of loads that this is done for are told, then the rest.
    enum Effect {
        /// Look into a disk cache and answer with ``JobGraph/didRead(_:_:)``.
        case read(JobID, Shelf)
        /// Ask the loader and answer with ``JobGraph/didFetch(_:_:remembers:)``.
        case fetch(JobID, Request, FetchKey, ImagePriority, load: LoadID)
        /// Stop a fetch. It still answers.
        case stopFetch(JobID)
        /// Tell the loader who goes first.
        case prioritise(JobID, ImagePriority)
        /// Somebody who wants previews has joined a fetch that is under way.
        case openPreviews(JobID)
        /// Decode, once ``JobGraph/admit(_:bytes:)`` allows; then as for `transform`.
        case decode(JobID, Encoded, ImageJob)
        /// Transform, keep what ``JobGraph/claimStores(_:_:)`` allows, and answer with
        /// ``JobGraph/didMake(_:_:remembers:)``.
        case transform(JobID, Image, ImageJob)
        /// The rest of `decode` or `transform`, with the image that was made: keeping it had to wait.
        case finish(JobID, Image, ImageJob)
        /// Encode, write, and answer with ``JobGraph/didKeep(_:)``.
        case keep(JobID, KeepOrder)
        /// The rest of `keep`, with what was encoded: writing it had to wait.
        case write(JobID, KeepOrder, [KeepOrder.Entry])
        /// Do what is to be done on disks: remove, then store. Then ``JobGraph/endWrite(of:)``.
        case carryOut(Stores, of: String)
        /// Give back what the push decoders of these fetches hold: a decode needs it.
        case dropPreviews([JobID])
        /// Keep the bytes on disk: those that are there, with new validators. Then ``JobGraph/endWrite(of:)``.
        case store(Shelf, Encoded)
        /// Keep the bytes on disk if they look like a picture and ``JobGraph/claimStore(_:_:_:_:)`` allows it. What they
        /// make outdated goes first. Answer with ``JobGraph/didStore(_:in:_:remembers:)``.
        case storeBytes(JobID, Request, Shelf, Encoded)
        /// The entries of a picture on disk are fresh as of now; the server said so with these headers, if it was asked. Then
        /// ``JobGraph/endWrite(of:)``.
        case renew(String, [(shelf: Shelf, known: Encoded?)], TransferHeaders?)
        /// The entry on disk cannot be decoded. Remove it, and then ``JobGraph/endWrite(of:)``.
        case evict(Shelf)
        /// Remember that the URL failed, before anybody hears of it.
        case recordFailure(url: String, ImageError)
        /// Tell a load. Whoever delivers an end asks ``JobGraph/claim(_:)`` first.
        case deliver(LoadID, Delivery)
        /// Something for the trace.
        case note(LoadID, TraceEvent.Name, tier: TraceEvent.Tier?)
    }

    /// What a load is told.
    enum Delivery {
        case progress(received: Int, expected: Int?)
        case preview(Image)
        case cached(Image, CacheType)
        case image(Image, CacheType, data: StoredBytes?)
        case unchanged
        case failure(ImageError)

        /// Whether it is more than progress.
        var isResult: Bool {
            switch self {
            case .progress, .preview: false
            case .cached, .image, .unchanged, .failure: true
            }
        }

        var isEnd: Bool {
            switch self {
            case .progress, .preview, .cached: false
            case .image, .unchanged, .failure: true
            }
        }
    }
}

extension JobGraph.Effect {
    /// Whether it changes what a cache has.
    var changesCaches: Bool {
        switch self {
        case .carryOut, .store, .storeBytes, .renew, .evict: true
        case .read, .fetch, .stopFetch, .prioritise, .openPreviews, .decode, .transform, .finish, .keep, .write,
            .dropPreviews, .recordFailure, .deliver, .note:
            false
        }
    }
}
