import Basis
import FoundationEssentials
import ImageCoding

extension ImageManager {
    /// Sees to it that the disk has the bytes of a picture, and makes no image of them: what ``ImagePrefetcher`` does for
    /// the disk. `completion` gets no error once they are there; it runs once, on the main actor, and before this returns
    /// if the load cannot even begin. After ``ImageLoadOperation/cancel()`` it gets `.cancelled`.
    ///
    /// `nil`: these bytes can be kept only with their image, because a serializer makes them, or because only what is made
    /// of them may be kept.
    @MainActor
    func storeBytes(
        of url: URL, options: ImageOptions, context: ImageContext,
        completion: @escaping @MainActor (ImageError?) -> Void
    ) -> ImageLoadOperation? {
        let plan = plan(for: url, options, context, wantsImage: false)
        guard plan.canBeStoredUnseen else { return nil }
        let operation = ImageLoadOperation(
            id: makeLoadID(), url: url, manager: self, progress: nil,
            completion: { result in if case .failure(let error) = result { completion(error) } },
            whenUnchanged: { completion(nil) })
        trace.record(TraceEvent(.query, load: operation.id, row: context.row, url: url.absoluteString))
        if let error = startStoring(operation.id, plan, .main(operation)) { operation.fail(error) }
        return operation
    }

    private func startStoring(_ id: JobGraph.LoadID, _ plan: LoadPlan, _ route: Route) -> ImageError? {
        if let error = remembered(plan, id) { return error }
        let sources = sources(plan, id)
        guard canLoad(plan, sources) else { return .invalidURL }
        // Without a disk there is no sense in asking the network.
        let hasPlace = plan.isLocal || plan.placeOfBytes.cache.tiers.contains(.disk)
        guard hasPlace, !sources.isEmpty else { return .notInCache }
        begin(id, route) { $0.graph.begin(id, plan, sources) }
        return nil
    }

    /// On whatever thread brought the bytes: a look at the first of them.
    func inspect(_ job: JobGraph.JobID, _ plan: LoadPlan, _ bytes: EncodedData) {
        let refusal = refusal(of: bytes.body.head(EncodedData.longestHead), plan.coders)
        let remembers = refusal.map {
            plan.context.imageCoder == nil && shouldBlockFailedURL(for: .badImageData($0), plan)
        }
        change { $0.graph.didInspect(job, refusal, remembers: remembers ?? false) }
    }

    /// Why no coder would have these bytes; `nil`: one would.
    private func refusal(of bytes: [UInt8], _ coders: ImageCodersManager) -> ImageCodingError? {
        guard coders.coder(for: bytes) == nil else { return nil }
        do throws(ImageCodingError) {
            _ = try coders.header(of: bytes)  // says what they look like instead
            return nil
        } catch {
            return error
        }
    }
}

extension LoadPlan {
    /// Whether the bytes can be kept as they come, with nobody looking at the picture.
    fileprivate var canBeStoredUnseen: Bool { serializer == nil && (isLocal || placeOfBytes.tiers.contains(.disk)) }
}
