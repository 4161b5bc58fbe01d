import Basis
import Transfer

/// Downloads pictures from the web: orders, requests, judges, resumes and tries again.
///
/// One queue decides what runs; one transport, shared with whoever else needs the network, does the transfers. It may be
/// used through an ``ImageManager``, which shares downloads among loads and decodes them, or alone, with
/// ``download(_:options:priority:progress:completion:)``. All methods are safe from any thread.
public final class ImageDownloader: ImageLoader {
    let transport: any Transport
    let partials: (any PartialStore)?
    let time: any TimeSource
    let timers: any DelayedExecutor
    let executor: any WorkExecutor
    let state: Lock<State>
    /// The memory for the bytes of all downloads.
    let allowance: MemoryAllowance

    struct State {
        var configuration: Configuration
        var queue: DownloadQueue
        var headers: [(name: String, value: String)] = [(name: "Accept", value: "image/*,*/*;q=0.8")]
        /// Every download that has not ended or still has a place.
        var jobs: [DownloadQueue.ID: DownloadJob] = [:]
        var operations: [DownloadOperation.Key: DownloadOperation] = [:]
        var lastID = 0
        var isStarting = false
        var isTimerSet = false
        var jitter: Jitter

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }
    }

    /// `transport` is shared with whoever else needs the network. `partials` keeps unfinished downloads; without it they
    /// are resumed only within one load. The rest is for tests: what runs blocking work (reading partial downloads,
    /// decrypting), the clock, the timers, and the seed of the pauses between attempts.
    public init(
        transport: any Transport, configuration: Configuration = Configuration(),
        partials: (any PartialStore)? = nil, executor: (any WorkExecutor)? = nil,
        time: any TimeSource = SystemTime(), timers: any DelayedExecutor = SystemTimers(), seed: UInt64? = nil
    ) {
        self.transport = transport
        self.partials = partials
        self.executor = executor ?? LazyWorkerPool(threads: 1)
        self.time = time
        self.timers = timers
        allowance = MemoryAllowance(configuration.limits.memory)
        let jitter = Jitter(seed: seed ?? UInt64.random(in: 0 ... .max))
        state = Lock(State(configuration: configuration, queue: DownloadQueue(configuration.queue), jitter: jitter))
    }

    // MARK: - Settings

    /// May be changed at any time. What is under way goes on under what it began with.
    public var configuration: Configuration {
        get { state.withLock { $0.configuration } }
        set {
            let old = state.withLock { state in
                defer { state.configuration = newValue }
                state.queue.set(newValue.queue)
                return state.configuration
            }
            allowance.limits = newValue.limits.memory
            startNext()
            withExtendedLifetime(old) {}  // its closures are let go of here, with nothing locked
        }
    }

    var limits: Limits { configuration.limits }
    var temporaryDirectories: [String] { state.withLock { $0.configuration.temporaryDirectories } }

    /// Nobody new goes while it is set; who runs goes on.
    public var isSuspended: Bool {
        get { state.withLock { $0.queue.isSuspended } }
        set {
            state.withLock { $0.queue.isSuspended = newValue }
            startNext()
        }
    }

    /// A header that is sent with every request which has none of that name; `nil` takes it away.
    public func setValue(_ value: String?, forHeader name: String) {
        state.withLock { state in
            state.headers.removeAll { $0.name.lowercased() == name.lowercased() }
            if let value { state.headers.append((name: name, value: value)) }
        }
    }

    var defaultHeaders: [(name: String, value: String)] { state.withLock { $0.headers } }

    public func value(forHeader name: String) -> String? {
        state.withLock { state in state.headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    }

    // MARK: - All of them

    /// Downloads that wait, run, or pause before another attempt.
    public var currentDownloadCount: Int { state.withLock { state in state.jobs.values.count { !$0.isEnded } } }

    /// Cancels all, oldest first; each ends with `.cancelled`.
    public func cancelAll() {
        for job in state.withLock({ state in state.jobs.sorted { $0.key < $1.key }.map(\.value) }) { job.cancel() }
    }

    /// For a program that is about to be stopped or hidden: transfers without ``ImageOptions/continueInBackground`` are
    /// interrupted and wait, with the bytes they have, until ``leaveBackground()``. Nobody is told of an end.
    public func enterBackground() {
        let jobs = state.withLock { state in
            state.queue.isInBackground = true
            return Array(state.jobs.values)
        }
        for job in jobs where !job.continuesInBackground { job.interrupt() }
    }

    /// Goes on where ``enterBackground()`` interrupted.
    public func leaveBackground() {
        state.withLock { $0.queue.isInBackground = false }
        startNext()
    }

    // MARK: - Loading

    /// http and https.
    public func canLoad(_ request: ImageRequest) -> Bool {
        let scheme = request.url.scheme?.lowercased()
        return scheme == "http" || scheme == "https"
    }

    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let id = state.withLock { $0.makeID() }
        let job = DownloadJob(id, request, on: self, events)
        enqueue(job)
        job.noteWaiting()
        return job
    }

    /// Whether the failed list takes the error: those that say something about the URL and not about the network.
    public func shouldBlockFailedURL(for error: ImageError) -> Bool { FailedURLs.kind(of: error) != nil }
}
