import Basis
import ImageCoding
import Transfer

extension JobGraph {
    /// Something the world must do because the graph changed. News are told under the lock; work follows after it, in order.
    enum Effect {
        /// Look into a disk cache and answer with ``JobGraph/didRead(_:_:)``.
        case read(JobID, DiskEntryID)
        /// Ask the loader and answer with ``JobGraph/didFetch(_:_:metrics:remembers:)``.
        case fetch(JobID, LoadPlan, FetchKey, ImagePriority, load: LoadID)
        /// Stop a fetch. It still answers.
        case stopFetch(JobID)
        /// Tell the loader who goes first.
        case prioritise(JobID, ImagePriority)
        /// Somebody who wants previews has joined a fetch that is under way.
        case openPreviews(JobID)
        /// Give back what the push decoders of these fetches hold: a decode needs it.
        case dropPreviews([JobID])
        /// Decode, once ``JobGraph/admit(_:bytes:)`` allows, and answer with ``JobGraph/didMake(_:_:remembers:)``.
        case decode(JobID, EncodedData, ImageWork)
        /// Transform, and answer with ``JobGraph/didMake(_:_:remembers:)``.
        case transform(JobID, Image, ImageWork)
        /// Encode, and answer with ``JobGraph/didEncode(_:_:)``.
        case encode(JobID, EncodeWork)
        /// Look whether the bytes begin like a picture, and answer with ``JobGraph/didInspect(_:_:remembers:)``.
        case inspect(JobID, LoadPlan, EncodedData)
        /// Have written what is staged for the storage of a cache.
        case write(ImageCache)
        /// Wait until these have written, and answer with ``JobGraph/didFlush(_:)``.
        case flush(JobID, [ImageCache])
        /// Remember that the URL failed, before anybody hears of it.
        case recordFailure(url: String, ImageError)
        /// Tell a load. Whoever delivers an end asks ``JobGraph/claim(_:)`` first.
        case deliver(LoadID, Delivery)
        /// Something for the trace. What names a load and no URL is about that of the load.
        case trace(TraceEvent)

        static func note(_ load: LoadID, _ name: TraceEvent.Name, tier: TraceEvent.Tier?) -> Effect {
            .trace(TraceEvent(name, load: load, tier: tier))
        }
    }

    /// What a thread has to know to make an image.
    struct ImageWork {
        let image: ImageKey
        let plan: LoadPlan
        let firstLoad: LoadID
        /// Whether the bytes are those of the encoded final image, which is taken as it is.
        let isFinal: Bool
        let token: CancellationToken
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
