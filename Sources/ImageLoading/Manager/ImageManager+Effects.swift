import Basis
import FoundationEssentials
import ImageCoding
import Transfer

extension ImageManager {
    /// Changes the graph under the lock, then carries out the effects: the only place where the graph meets the
    /// outside.
    ///
    /// Deliveries are enqueued under the lock, so that two threads cannot reorder those of one load, and a failure is
    /// on the failed list before a load receives it. Images in memory and bytes staged for the disks are there before a
    /// load receives its end. Under the lock no storage, coder or delegate is called and no thread is woken; objects
    /// that programs supplied are released after the unlock.
    func change(_ body: (inout State) -> Void) {
        let (now, wallTime) = (time.now, time.secondsSince1970)
        var news = News()
        let work = state.withLock { state in
            state.graph.time = (now, wallTime)
            body(&state)
            let work = state.graph.finishChange().filter { effect in
                switch effect {
                case .recordFailure(let url, let error):
                    // An error without a kind gets here only at the delegate's request; it counts as refused.
                    state.failed.record(error, for: url, now: now, kind: .refused)
                case .trace(let event):
                    let url = trace.isObserved ? event.load.flatMap { state.graph.loads[$0]?.plan.urlText } : nil
                    trace.record(event.withURL(url))
                case .deliver(let id, let delivery): tell(id, delivery, &state, &news)
                case .read, .fetch, .stopFetch, .prioritize, .openPreviews, .dropPreviews, .decode, .transform, .encode,
                    .inspect, .write, .flush:
                    return true
                }
                return false
            }
            news.retired = state.graph.takeRetired()
            return work
        }
        let answers = wake(&news)
        for effect in work { perform(effect) }
        for answer in answers { answer() }
    }

    /// The wake-ups, answers and releases that are left for after the unlock.
    private struct News {
        var wakesMain = false
        var buffers: [EventBuffer] = []
        var answers: [() -> Void] = []
        var retired: [any Sendable] = []
    }

    /// Returns the answers, which may call completion handlers.
    private func wake(_ news: inout News) -> [() -> Void] {
        if news.wakesMain { deliveries.wakeUp() }
        for buffer in news.buffers { buffer.wakeUp() }
        defer { news = News() }
        return news.answers
    }

    /// Enqueues a delivery at the destination of its load.
    private func tell(_ id: JobGraph.LoadID, _ delivery: JobGraph.Delivery, _ state: inout State, _ news: inout News) {
        switch state.routes[id] {
        case nil: break
        case .operation(let operation):
            if deliveries.put(DeliveryQueue.Item(operation: operation, delivery: delivery)) { news.wakesMain = true }
        case .stream(let url, let buffer):
            var metrics: LoadMetrics?
            if delivery.isEnd {
                metrics = self.metrics(state.graph.claim(id), id, url)
                state.graph.retire(state.routes.removeValue(forKey: id))
                trace.record(end(of: id, url, delivery))
            }
            if buffer.put(ImageLoadEvent(delivery, url, metrics)) { news.buffers.append(buffer) }
        case .query(let answer):
            guard delivery.isEnd else { break }
            trace.record(end(of: id, state.graph.loads[id]?.plan.url, delivery))
            _ = state.graph.claim(id)
            state.graph.retire(state.routes.removeValue(forKey: id))
            news.answers.append { if case .image(let image, _, _) = delivery { answer(image) } else { answer(nil) } }
        }
    }

    /// Returns the trace event for the end of a load that has no operation.
    private func end(of id: JobGraph.LoadID, _ url: URL?, _ delivery: JobGraph.Delivery) -> TraceEvent {
        if case .failure(let error) = delivery {
            return TraceEvent(.fail, load: id, url: url?.absoluteString, error: error.description)
        }
        return TraceEvent(.complete, load: id, url: url?.absoluteString)
    }

    private func perform(_ effect: JobGraph.Effect) {
        switch effect {
        case .read(let job, let entryID): read(job, entryID)
        case .fetch(let job, let plan, let key, let priority, let load): fetch(job, plan, key, priority, load)
        case .stopFetch(let job): stopFetch(job)
        case .prioritize(let job, let priority): prioritize(job, priority)
        case .openPreviews(let job): openPreviews(of: job)
        case .decode(let id, let bytes, let job): decodeExecutor.run { [self] in decode(id, bytes, job) }
        case .transform(let id, let image, let job): decodeExecutor.run { [self] in transform(id, image, job) }
        case .encode(let id, let work): decodeExecutor.run { [self] in encode(id, work) }
        case .inspect(let job, let plan, let bytes): inspect(job, plan, bytes)
        case .write(let cache): cache.startWriting()
        case .flush(let id, let caches):
            readExecutor.run { [self] in
                for cache in caches { cache.flush() }
                change { $0.graph.didFlush(id) }
            }
        case .dropPreviews(let jobs): dropPreviews(of: jobs)
        case .recordFailure, .deliver, .trace: break  // done under the lock
        }
    }

    /// Returns whether to remember a failure of this URL. The delegate decides, else the loader if the error says
    /// something about the URL. Called without the lock. Always `false` for a file, which may be repaired at any time,
    /// and for a cancelled load.
    func shouldBlockFailedURL(for error: ImageError, _ plan: LoadPlan) -> Bool {
        guard plan.url.scheme?.lowercased() != "file", !error.isCancellation else { return false }
        if let word = delegate?.imageManager(self, shouldBlockFailedURL: plan.url, with: error) { return word }
        return FailedURLs.kind(of: error) != nil && plan.loader.shouldBlockFailedURL(for: error)
    }
}

extension ImageError {
    fileprivate var isCancellation: Bool {
        switch self {
        case .cancelled, .badImageData(.cancelled), .transfer(.cancelled): true
        default: false
        }
    }
}

extension ImageLoadEvent {
    init(_ delivery: JobGraph.Delivery, _ url: URL, _ metrics: LoadMetrics?) {
        self =
            switch delivery {
            case .progress(let received, let expected): .progress(received: received, expected: expected)
            case .preview(let image): .preview(image)
            case .cached(let image, let cacheType):
                .cached(LoadedImage(image: image, cacheType: cacheType, url: url, isFinal: false))
            case .image(let image, let cacheType, let data):
                .finished(
                    .success(
                        LoadedImage(
                            image: image, cacheType: cacheType, url: url, isFinal: true, body: data, metrics: metrics)))
            case .unchanged: .unchanged
            case .failure(let error): .finished(.failure(error))
            }
    }
}
