import Basis
import FoundationEssentials
import ImageCoding
import Transfer

extension ImageManager {
    /// The only place where the graph meets the world: change under the lock, act after it.
    ///
    /// News go out under the lock, so that no thread overtakes another with two news of one load, and so that a failure
    /// is on the failed list before anybody hears of it.
    func change(_ body: (inout State) -> [JobGraph.Effect]) {
        let now = time.now
        var retired: [Route] = []  // released after the unlock: what they hold may call us as it goes
        let (work, mustWake) = state.withLock { state in
            var mustWake = false
            let work = body(&state).filter { effect in
                switch effect {
                case .recordFailure(let url, let error): state.failed.record(error, for: url, now: now)
                case .note(let id, let name, let tier): trace.record(TraceEvent(name, load: id, tier: tier))
                case .deliver(let id, let delivery):
                    if tell(id, delivery, &state, &retired) { mustWake = true }
                case .readCache, .readFile, .download, .stopDownload, .decode, .store, .renew, .evict: return true
                }
                return false
            }
            return (work, mustWake)
        }
        if mustWake { deliveries.wakeUp() }
        for effect in work { perform(effect) }
    }

    /// Passes news on to where they go. `true`: the delivery queue must be woken.
    private func tell(
        _ id: JobGraph.LoadID, _ delivery: JobGraph.Delivery, _ state: inout State, _ retired: inout [Route]
    ) -> Bool {
        guard let route = state.routes[id] else { return false }
        switch route {
        case .main(let operation):
            return deliveries.put(DeliveryQueue.Item(operation: operation, delivery: delivery))
        case .anywhere(let url, let sink):
            if delivery.isEnd {
                _ = state.graph.claim(id)
                state.routes[id] = nil
                retired.append(route)
                trace.record(end(of: id, url, delivery))
            }
            sink(ImageLoadEvent(delivery, url))  // hands it to a stream, which resumes its reader elsewhere
            return false
        }
    }

    /// What the trace says of the end of a load that no operation stands for.
    private func end(of id: JobGraph.LoadID, _ url: URL, _ delivery: JobGraph.Delivery) -> TraceEvent {
        if case .failure(let error) = delivery {
            return TraceEvent(.fail, load: id, url: url.absoluteString, error: error.description)
        }
        return TraceEvent(.complete, load: id, url: url.absoluteString)
    }

    private func perform(_ effect: JobGraph.Effect) {
        switch effect {
        case .readCache(let job, let source): readCache(job, source)
        case .readFile(let job, let path): readFile(job, path)
        case .download(let job, let url, let validators, let load): download(job, url, validators, load)
        case .stopDownload(let job): stopDownload(job)
        case .decode(let job, let payload, let key, let token, let load):
            decodeExecutor.run { [self] in decode(job, payload, key, token, load: load) }
        case .store(let source, let payload): store(source, payload)
        case .renew(let source):
            trace.record(TraceEvent(.revalidate, url: source))
            diskCache?.touch(source)
        case .evict(let source):
            trace.record(TraceEvent(.evict, url: source, tier: .disk))
            diskCache?.remove(source)
        case .recordFailure, .deliver, .note: break  // done under the lock
        }
    }

    // MARK: - Bytes

    private func readCache(_ job: JobGraph.JobID, _ source: String) {
        readExecutor.run { [self] in
            // Nobody may be waiting any more; then the disk is spared.
            let isWanted = state.withLock { $0.graph.byteJobs[job] != nil }
            let entry = isWanted ? diskCache?.read(source) : nil
            let payload = entry.map { Payload(bytes: $0.bytes, validators: $0.validators, origin: .disk) }
            change { $0.graph.didRead(job, payload) }
        }
    }

    private func readFile(_ job: JobGraph.JobID, _ path: String) {
        readExecutor.run { [self] in
            let isWanted = state.withLock { $0.graph.byteJobs[job] != nil }
            let result = isWanted ? fileReader.read(path).map(Download.fresh) : .failure(.cancelled)
            change { $0.graph.didFetch(job, result) }
        }
    }

    private func download(
        _ job: JobGraph.JobID, _ url: String, _ validators: Validators, _ load: JobGraph.LoadID
    ) {
        let mayStart = state.withLock { state in
            defer { state.transfers[job] = .starting }
            return state.transfers[job] == nil
        }
        guard mayStart else {  // stopped before it began
            return change { state in
                state.transfers[job] = nil
                return state.graph.didFetch(job, .failure(.cancelled))
            }
        }
        trace.record(TraceEvent(.request, load: load, url: url))
        let task = downloader.start(url: url, validators: validators) { [self] event in
            receive(event, job, url, load)
        }
        let mustStop = state.withLock { state in
            switch state.transfers[job] {
            case .starting:
                state.transfers[job] = .running(task)
                return false
            case .stopRequested: return true
            case .running, nil: return false  // nil: it is over already
            }
        }
        if mustStop { task.cancel() }
    }

    private func receive(
        _ event: ImageDownloader.Event, _ job: JobGraph.JobID, _ url: String, _ load: JobGraph.LoadID
    ) {
        switch event {
        case .response(let status):
            trace.record(TraceEvent(.response, load: load, url: url, status: status))
        case .progress(let received, let expected):
            change { $0.graph.didReceive(job, received: received, expected: expected) }
        case .finished(let result, let received):
            trace.record(TraceEvent(.downloaded, load: load, url: url, bytes: received))
            change { state in
                if case .success = result { state.failed.remove(url) }
                state.transfers[job] = nil
                return state.graph.didFetch(job, result)
            }
        }
    }

    private func stopDownload(_ job: JobGraph.JobID) {
        let task: (any TransferTask)? = state.withLock { state in
            guard state.graph.network.isRunning(job) else { return nil }  // it is over already
            defer { state.transfers[job] = .stopRequested }
            if case .running(let task) = state.transfers[job] { return task }
            return nil
        }
        task?.cancel()
    }

    private func store(_ source: String, _ payload: Payload) {
        guard let diskCache else { return }
        trace.record(TraceEvent(.store, url: source, tier: .disk, bytes: payload.bytes.count))
        diskCache.store(DiskCache.Entry(bytes: payload.bytes, validators: payload.validators), for: source)
    }

    // MARK: - Images

    private func decode(
        _ job: JobGraph.JobID, _ payload: Payload, _ key: ImageKey, _ token: CancellationToken, load: JobGraph.LoadID
    ) {
        guard !token.isCancelled else { return change { $0.graph.didDecode(job, .failure(.cancelled)) } }
        trace.record(TraceEvent(.decode, load: load, url: key.source))
        var options = key.variant.decodeOptions(limits: configuration.decodeLimits)
        options.cancellation = token
        let result: Result<Image, ImageCodingError>
        do throws(ImageCodingError) {
            let image = try coders.decode(payload.bytes, options: options)
            result = .success(image)
            trace.record(TraceEvent(.decoded, load: load, url: key.source, bytes: image.cost))
            // Before the graph hears of it: see `beginOrHit`. Nothing is kept that nobody waits for any more.
            let stores = state.withLock { $0.graph.claimStores(job, isWhole: image.warning == nil) }
            if stores.memory { memoryCache.store(image, for: key) }
            if let payload = stores.disk { store(key.source, payload) }
        } catch {
            result = .failure(error)
        }
        change { $0.graph.didDecode(job, result) }
    }
}

extension ImageLoadEvent {
    init(_ delivery: JobGraph.Delivery, _ url: URL) {
        self =
            switch delivery {
            case .progress(let received, let expected): .progress(received: received, expected: expected)
            case .cached(let image, let cacheType):
                .cached(LoadedImage(image: image, cacheType: cacheType, url: url, isFinal: false))
            case .image(let image, let cacheType):
                .finished(.success(LoadedImage(image: image, cacheType: cacheType, url: url, isFinal: true)))
            case .unchanged: .unchanged
            case .failure(let error): .finished(.failure(error))
            }
    }
}
