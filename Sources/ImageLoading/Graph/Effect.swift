import HalftoneCore
import ImageCoding
import Transfer

extension JobGraph {
    /// Work that the manager must do after a change. Deliveries, failures and trace events are handled under the lock;
    /// the rest follows after it, in order.
    enum Effect {
        /// Read an entry of a disk cache; answered by ``JobGraph/didRead(_:_:)``.
        case read(JobID, DiskEntryID)
        /// Ask the loader, if the job is still wanted; answered by ``JobGraph/didFetch(_:_:mayBlockURL:)``.
        case fetch(JobID, LoadPlan, FetchKey, load: LoadID)
        /// Cancel a fetch in the loader. Its answer is ignored.
        case cancel(any ImageLoaderTask)
        /// Give a fetch in the loader the priority of its job.
        case prioritize(JobID)
        /// Decode and transform, if ``JobGraph/reserve(_:for:)`` succeeds; answered by
        /// ``JobGraph/didMake(_:_:mayBlockURL:)``.
        case decode(JobID, EncodedData, Job)
        /// Make previews of the bytes that the loader has; answered by ``JobGraph/didMakePreviews(_:_:_:_:)``.
        case preview(JobID, ProgressiveDecodeSession.Work, of: any ImageLoaderTask)
        /// Encode; answered by ``JobGraph/didEncode(_:_:)``.
        case encode(JobID, EncodeWork)
        /// Start writing the staged changes of a cache's storage.
        case write(ImageCache)
        /// Wait until these caches have written; answered by ``JobGraph/didFlush(_:)``.
        case flush(LoadID, [ImageCache])
        /// Put a URL on the failed list, before its failure is delivered.
        case recordFailure(url: String, ImageError)
        /// Deliver to a load. The receiver calls ``JobGraph/claim(_:)`` before it acts on an end.
        case deliver(LoadID, ImageLoadEvent)
        case trace(TraceEvent)
    }
}
