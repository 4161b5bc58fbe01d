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
        let plan = plan(for: url, options, context, defaults, product: .entry)
        guard plan.canBeStoredUndecoded else { return nil }
        let operation = ImageLoadOperation(
            id: id, url: url, manager: self, progress: nil,
            completion: { result in if case .failure(let error) = result { completion(error) } },
            whenUnchanged: { completion(nil) })
        trace.record(TraceEvent(.query, load: operation.id, row: context.row, url: url.absoluteString))
        operation.follow(start(operation.id, plan, .operation(operation)))
        return operation
    }
}

extension LoadPlan {
    /// Whether the bytes can be stored as received, without decoding them.
    fileprivate var canBeStoredUndecoded: Bool {
        serializer == nil && (isLocal || bytesDestination.tiers.contains(.disk))
    }
}
