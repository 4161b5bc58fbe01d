import HalftoneCore
import FoundationEssentials
import ImageCoding
import Transfer

extension ImageManager {
    /// Changes the graph under the lock, then carries out the effects: the only place that does. A change without
    /// effects may be made under the lock directly.
    ///
    /// Deliveries are enqueued under the lock, so that two threads cannot reorder those of one load, and a failure is
    /// on the failed list before a load receives it. Images in memory and bytes staged for the disks are there before a
    /// load receives its end. Under the lock no storage, coder or delegate is called and no thread is woken; objects
    /// that programs supplied are released after the unlock.
    func change(_ body: (inout State) -> Void) {
        let (now, wallTime) = (time.now, time.secondsSince1970)
        var followups = Followups()
        let (all, work) = state.withLock { state in
            state.graph.time = (now, wallTime)
            body(&state)
            let all = state.graph.finishChange()
            let work = all.filter { effect in
                switch effect {
                case .recordFailure(let url, let error):
                    // An error without a period gets here only at the delegate's request; it counts as refused.
                    state.failed.record(error, for: url, now: now, period: FailedURLs.refused)
                case .trace(let event): trace.record(event)
                case .deliver(let id, let event): deliver(event, to: id, &state, &followups)
                case .read, .fetch, .cancel, .prioritize, .decode, .preview, .encode, .write, .flush:
                    return true
                }
                return false
            }
            followups.retired += state.graph.takeRetired()
            return (all, work)
        }
        withExtendedLifetime(all) {}  // released here, outside the lock
        if followups.wakesMain { deliveries.wakeUp() }
        for buffer in followups.buffers { buffer.wakeUp() }
        followups.retired = []
        for effect in work { perform(effect) }
        for answer in followups.answers { answer() }
    }

    /// The wake-ups, answers and releases that are left for after the unlock.
    private struct Followups {
        var wakesMain = false
        var buffers: [EventBuffer] = []
        /// These may call completion handlers of programs.
        var answers: [() -> Void] = []
        var retired: [any Sendable] = []
    }

    /// Enqueues an event at the destination of its load.
    private func deliver(
        _ event: ImageLoadEvent, to id: JobGraph.LoadID, _ state: inout State, _ followups: inout Followups
    ) {
        let load = state.graph.loads[id]
        let bytes: EncodedData? = if case .ended(let found) = load?.state { found } else { nil }
        switch load?.route {
        case nil: break
        case .operation(let operation):
            let (mustWake, replaced) = deliveries.put(DeliveryQueue.Item(operation: operation, event: event))
            if mustWake { followups.wakesMain = true }
            if let replaced { followups.retired.append(replaced) }
        case .stream(let url, let buffer):
            if case .finished(.failure(let error)) = event, state.graph.alternative(of: id, after: error) != nil {
                // The delegate and the disk may be asked, for which the thread of a loader has no time.
                followups.answers.append { [self] in
                    readExecutor.run { [self] in startNext(id, after: event, url, buffer) }
                }
                break
            }
            if event.isEnd { claimEnd(event, of: id, &state) }
            let (mustWake, replaced) = buffer.put(event, bytes: bytes?.body)
            if mustWake { followups.buffers.append(buffer) }
            if let replaced { followups.retired.append(replaced) }
        case .query(let answer):
            guard event.isEnd else { break }
            claimEnd(event, of: id, &state)
            followups.answers.append {
                if case .finished(.success(let found)) = event { answer(found, bytes) } else { answer(nil, nil) }
            }
        }
    }

    /// Continues a load that has failed, and whose events are a stream.
    private func startNext(_ id: JobGraph.LoadID, after end: ImageLoadEvent, _ url: URL, _ buffer: EventBuffer) {
        let start = startNext(id, after: end, .stream(url, buffer))
        if case .ended(let result) = start {
            trace.record(TraceEvent(.finished(result), of: id, url: url.absoluteString))
            buffer.send(.finished(result))
        } else if buffer.isClosed {
            _ = leave(id)  // it was cancelled before the graph had the next URL
        }
    }

    /// Claims the end of a load that has no operation.
    private func claimEnd(_ end: ImageLoadEvent, of id: JobGraph.LoadID, _ state: inout State) {
        trace.record(TraceEvent(end, of: id, url: state.graph.loads[id]?.plan.urlText))
        _ = state.graph.claim(id)
    }

    private func perform(_ effect: JobGraph.Effect) {
        switch effect {
        case .read(let job, let entryID): read(job, entryID)
        case .fetch(let job, let plan, let key, let load): fetch(job, plan, key, load)
        case .cancel(let task): task.cancel()
        case .prioritize(let job): prioritize(job)
        case .decode(let id, let bytes, let job): decodeExecutor.run { [self] in decode(id, bytes, job) }
        case .preview(let id, let work, let task): decodeExecutor.run { [self] in makePreviews(id, work, of: task) }
        case .encode(let id, let work): decodeExecutor.run { [self] in encode(id, work) }
        case .write(let cache): cache.startWriting()
        case .flush(let id, let caches): flush(caches[...], id)
        case .recordFailure, .deliver, .trace: break  // done under the lock
        }
    }

    /// Waits for the writes of caches on the threads that write: the thread of the reads has others to serve.
    private func flush(_ caches: ArraySlice<ImageCache>, _ id: JobGraph.LoadID) {
        guard let cache = caches.first else { return change { $0.graph.didFlush(id) } }
        cache.executor.run { [self] in
            cache.flush()
            flush(caches.dropFirst(), id)
        }
    }

    /// Returns whether to remember a failure of this URL. The delegate decides, else the loader if the error says
    /// something about the URL. Called without the lock. Always `false` for a file, which may be repaired at any time,
    /// and for a cancelled load.
    func shouldBlockFailedURL(for error: ImageError, _ plan: LoadPlan) -> Bool {
        guard plan.url.scheme?.lowercased() != "file", !error.isCancellation else { return false }
        if let decision = delegate?.imageManager(self, shouldBlockFailedURL: plan.url, with: error) { return decision }
        return FailedURLs.period(of: error) != nil && plan.loader.shouldBlockFailedURL(for: error)
    }
}

extension ImageError {
    var isCancellation: Bool {
        switch self {
        case .cancelled, .badImageData(.cancelled), .transfer(.cancelled): true
        default: false
        }
    }
}
