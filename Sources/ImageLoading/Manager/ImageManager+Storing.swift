import HalftoneCore
import FoundationEssentials
import ImageCoding

extension ImageManager {
    /// Stores the bytes of an image on disk without decoding them, for ``ImagePrefetcher``. `completion` runs once, on
    /// the main actor: with `nil` when the bytes are there, else with an error; before this returns if the load cannot
    /// begin. After ``ImageLoadOperation/cancel()`` the error is `.cancelled`.
    ///
    /// Returns `nil` if the bytes must be decoded: a serializer produces them, or only the processed image may be
    /// stored.
    @MainActor
    func storeBytes(
        of url: URL, options: ImageOptions, context: ImageContext,
        completion: @escaping @MainActor (ImageError?) -> Void
    ) -> ImageLoadOperation? {
        let (id, defaults) = newLoad()
        let plan = plan(for: url, options, context, defaults, wantsImage: false)
        guard plan.canBeStoredUndecoded else { return nil }
        let operation = ImageLoadOperation(
            id: id, url: url, manager: self, progress: nil,
            completion: { result in if case .failure(let error) = result { completion(error) } },
            whenUnchanged: { completion(nil) })
        trace.record(TraceEvent(.query, load: operation.id, row: context.row, url: url.absoluteString))
        operation.follow(start(operation.id, plan, .operation(operation)))
        return operation
    }

    /// Checks, on the thread that brought the bytes, whether they start like an image.
    func inspect(_ job: JobGraph.JobID, _ plan: LoadPlan, _ bytes: EncodedData) {
        let refusal = refusal(of: bytes.body.head(EncodedData.maximumHeaderBytes), plan)
        let mayBlockURL = refusal.map {
            plan.context.imageCoder == nil && shouldBlockFailedURL(for: .badImageData($0), plan)
        }
        change { $0.graph.didInspect(job, refusal, mayBlockURL: mayBlockURL ?? false) }
    }

    /// Returns why no coder accepts these bytes; `nil` if one does.
    private func refusal(of bytes: [UInt8], _ plan: LoadPlan) -> ImageCodingError? {
        guard plan.coders.coder(for: bytes, hint: plan.hint) == nil else { return nil }
        do throws(ImageCodingError) {
            _ = try plan.coders.header(of: bytes)  // throws an error that says what they look like
            return nil
        } catch {
            return error
        }
    }
}

extension LoadPlan {
    /// Whether the bytes can be stored as received, without decoding them.
    fileprivate var canBeStoredUndecoded: Bool {
        serializer == nil && (isLocal || bytesDestination.tiers.contains(.disk))
    }
}
