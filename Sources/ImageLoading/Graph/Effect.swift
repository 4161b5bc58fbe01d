import Basis
import ImageCoding

extension JobGraph {
    /// Something the world must do because the graph changed. Effects run in order: news under the lock, work after it.
    enum Effect {
        /// Look into the disk cache and answer with ``JobGraph/didRead(_:_:)``.
        case readCache(JobID, source: String)
        /// Read a local file and answer with ``JobGraph/didFetch(_:_:)``.
        case readFile(JobID, path: String)
        /// Ask the network and answer with ``JobGraph/didFetch(_:_:)``.
        case download(JobID, url: String, validators: Validators, load: LoadID)
        /// Stop a transfer. It still answers, and its place is free only then.
        case stopDownload(JobID)
        /// Decode, keep what ``JobGraph/claimStores(_:isWhole:)`` allows, and answer with ``JobGraph/didDecode(_:_:)``.
        case decode(JobID, Payload, ImageKey, CancellationToken, load: LoadID)
        /// Keep the bytes on disk: those that are there, with new validators.
        case store(source: String, Payload)
        /// The entry on disk is fresh as of now.
        case renew(source: String)
        /// The entry on disk cannot be decoded.
        case evict(source: String)
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
        case cached(Image, CacheType)
        case image(Image, CacheType)
        case unchanged
        case failure(ImageError)

        /// Whether it is more than progress.
        var isResult: Bool {
            if case .progress = self { return false }
            return true
        }

        var isEnd: Bool {
            switch self {
            case .progress, .cached: false
            case .image, .unchanged, .failure: true
            }
        }
    }
}
