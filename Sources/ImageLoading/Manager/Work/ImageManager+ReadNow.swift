import HalftoneCore
import ImageCoding

extension ImageManager {
    /// Returns the image from disk, read, decoded and transformed on the caller's thread
    /// (``ImageOptions/queryDiskDataSync``), and how it may be used; `nil` if the disk has no usable one,
    /// and the load continues as usual.
    func readNow(
        _ plan: LoadPlan, _ sources: [LoadSource], _ id: JobGraph.LoadID
    ) -> (hit: LoadedImage, bytes: EncodedData, decision: HTTPPolicy.Decision)? {
        for source in sources {
            guard case .disk(let entryID) = source else { return nil }
            let begunAt = entryID.cache.beginRead()
            guard let bytes = read(entryID, begunAt: begunAt, hint: plan.hint), plan.accepts(bytes) else { continue }
            let decision = plan.httpPolicy.decide(bytes.metadata, at: time.secondsSince1970)
            guard decision != .revalidate else { return nil }
            trace.record(TraceEvent(.hit, load: id, url: plan.urlText, tier: .disk))
            guard let image = makeNow(bytes, plan, id) else { continue }
            if plan.requiresAnimation, image.animation == nil { return nil }
            storeInMemory(image, of: bytes, from: entryID, readAt: begunAt, plan)
            return (plan.loaded(image, .disk, of: bytes), bytes, decision)
        }
        return nil
    }

    /// Stores an image in memory, unless other bytes have replaced its own since they were read.
    private func storeInMemory(
        _ image: Image, of bytes: EncodedData, from entryID: DiskEntryID, readAt begunAt: Int, _ plan: LoadPlan
    ) {
        change { state in
            for cache in plan.caches {
                state.graph.admit(bytes, .read(entryID), in: cache, isWhole: image.hasAllPixels, of: plan.source)
            }
            if plan.context.storeCacheType.contains(.memory) {
                state.graph.retire(plan.cache.storeIfCurrent(image, for: plan.image, begunAt: begunAt) ?? [])
            }
        }
    }

    /// Makes the image. Its bytes count in the budget but do not wait for it, because the caller's thread is blocked.
    func makeNow(_ bytes: EncodedData, _ plan: LoadPlan, _ id: JobGraph.LoadID) -> Image? {
        let options = plan.decodeOptions(isVariant: bytes.isVariant)
        let (header, working) = decodeEstimate(of: bytes, options, plan)
        let job = state.withLock { state in
            let job = state.graph.makeJobID()
            state.graph.budget.reserveUnchecked(working, for: job)
            return job
        }
        defer { change { $0.graph.budget.release(job) } }
        trace.record(TraceEvent(.decode, load: id, url: plan.source))
        guard let image = try? image(from: bytes, header, plan, options, id) else { return nil }
        return bytes.isVariant || !plan.transforms(image) ? image : transformed(image, plan, id)
    }
}
