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
        let wish = wish(for: url, options, context)
        guard wish.canBeStoredUnseen(by: self) else { return nil }
        let operation = ImageLoadOperation(
            id: makeLoadID(), url: url, manager: self, progress: nil,
            completion: { result in if case .failure(let error) = result { completion(error) } },
            whenUnchanged: { completion(nil) })
        trace.record(TraceEvent(.query, load: operation.id, row: context.row, url: url.absoluteString))
        if let error = startStoring(operation.id, wish, .main(operation)) { operation.fail(error) }
        return operation
    }

    private func startStoring(_ id: JobGraph.LoadID, _ wish: LoadWish, _ route: Route) -> ImageError? {
        if let error = remembered(wish, id) { return error }
        var request = request(wish, id)
        (request.endsWithBytes, request.wantsPreviews) = (true, false)
        guard canLoad(request) else { return .invalidURL }
        // Without a disk there is no sense in asking the network.
        let hasPlace = wish.isLocal || request.placeOfBytes.cache.tiers.contains(.disk)
        guard hasPlace, !request.ways.isEmpty else { return .notInCache }
        begin(id, route) { [request] in $0.graph.begin(id, request) }
        return nil
    }

    /// On whatever thread brought the bytes: a look at the first of them.
    func inspect(_ job: JobGraph.JobID, _ request: LoadRequest, _ bytes: Encoded) {
        let crew = request.crew
        let refusal = refusal(of: bytes.body.head(Encoded.longestHead), crew.coders)
        let remembers = refusal.map { crew.context.imageCoder == nil && remembersFailure(.badImageData($0), crew) }
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

extension LoadWish {
    /// Whether the bytes can be kept as they come, with nobody looking at the picture.
    fileprivate func canBeStoredUnseen(by manager: ImageManager) -> Bool {
        guard context.cacheSerializer == nil, manager.configuration.cacheSerializer == nil else { return false }
        return isLocal || (isOriginal ? context.storeCacheType : context.originalStoreCacheType).contains(.disk)
    }
}
