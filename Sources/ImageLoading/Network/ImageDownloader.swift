import HalftoneCore
import Transfer

/// A loader that downloads images from the web: it queues, requests, validates, resumes and retries.
///
/// One queue decides what runs; one transport, which may be shared, performs the transfers. Use it through an
/// ``ImageManager``, which shares downloads among loads and decodes them, or alone with
/// ``ImageLoader/payload(for:)``. All methods are safe from any thread.
public final class ImageDownloader: ImageLoader {
    let transport: any Transport
    let time: any TimeSource
    let timers: any DelayedExecutor
    let executor: any WorkExecutor
    let jitter: @Sendable () -> Double
    let state: Lock<State>
    /// The memory that the bytes of all downloads share.
    let allowance: MemoryAllowance

    struct State {
        var configuration: Configuration
        var queue: DownloadQueue
        var headers: [(name: String, value: String)] = [(name: "Accept", value: "image/*,*/*;q=0.8")]
        /// Every download that has not ended or still holds a slot.
        var jobs: [DownloadQueue.ID: DownloadJob] = [:]
        var partials = PartialDownloads()
        var lastID = 0
        var isStarting = false
    }

    /// Creates a downloader. `transport` may be shared.
    public convenience init(transport: any Transport, configuration: Configuration = Configuration()) {
        self.init(transport: transport, configuration: configuration, jitter: { Double.random(in: 0...1) })
    }

    /// Creates a downloader. Tests replace the executor of decryption, the clock and the timers; `jitter` returns the
    /// fraction, 0 to 1, of the longest pause after a failed attempt.
    init(
        transport: any Transport, configuration: Configuration, executor: any WorkExecutor = WorkerPool(threads: 1),
        time: any TimeSource = SystemTime(), timers: any DelayedExecutor = SystemTimers(),
        jitter: @escaping @Sendable () -> Double
    ) {
        self.transport = transport
        self.executor = executor
        self.time = time
        self.timers = timers
        self.jitter = jitter
        allowance = MemoryAllowance(configuration.limits.memory)
        state = Lock(State(configuration: configuration, queue: DownloadQueue(configuration.queue)))
    }

    // MARK: - Settings

    /// The settings, changeable at any time. A download keeps those it was created with, but for the limits of the queue
    /// and of memory, which apply to all.
    public var configuration: Configuration {
        get { state.withLock { $0.configuration } }
        set {
            allowance.limits = newValue.limits.memory
            var other = newValue
            changeQueue { state in
                state.queue.limits = newValue.queue
                swap(&state.configuration, &other)  // its closures are released here, outside the lock
            }
        }
    }

    /// Whether new downloads are held back. Running ones continue.
    public var isSuspended: Bool {
        get { state.withLock { $0.queue.isSuspended } }
        set { changeQueue { $0.queue.isSuspended = newValue } }
    }

    /// Sets a header for every request that has none of that name; `nil` removes it. At first there is `Accept` alone;
    /// `User-Agent` is the transport's.
    public func setValue(_ value: String?, forHeader name: String) {
        state.withLock { state in
            state.headers.removeAll { $0.name.lowercased() == name.lowercased() }
            if let value { state.headers.append((name: name, value: value)) }
        }
    }

    var defaultHeaders: [(name: String, value: String)] { state.withLock { $0.headers } }

    /// Returns the value that ``setValue(_:forHeader:)`` has set; `nil` without one.
    public func value(forHeader name: String) -> String? {
        state.withLock { state in state.headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    }

    // MARK: - Partial downloads

    /// Keeps the bytes of a download that has ended early.
    func keep(_ partial: PartialDownload, of request: ImageRequest) {
        guard let key = request.partialKey else { return }
        let dropped = state.withLock { $0.partials.keep(partial, for: key) }
        withExtendedLifetime(dropped) {}  // their files are closed here, outside the lock
    }

    /// Returns the bytes that a request may continue.
    func takePartial(of request: ImageRequest) -> PartialDownload? {
        guard request.validators.isEmpty, let key = request.partialKey else { return nil }
        return state.withLock { $0.partials.take(key) }
    }

    // MARK: - All downloads

    /// Number of downloads that wait, run, or pause before another attempt.
    public var currentDownloadCount: Int { state.withLock { state in state.jobs.values.count { !$0.isEnded } } }

    /// Cancels all downloads, oldest first; each ends with `.cancelled`.
    public func cancelAll() {
        for job in state.withLock({ state in state.jobs.sorted { $0.key < $1.key }.map(\.value) }) { job.cancel() }
    }

    /// Interrupts transfers without ``ImageOptions/continueInBackground``, for a program about to be stopped or hidden.
    ///
    /// Interrupted downloads do not end: they wait, with their bytes, until ``leaveBackground()``.
    public func enterBackground() {
        let jobs = state.withLock { state in
            state.queue.isInBackground = true
            return Array(state.jobs.values)
        }
        for job in jobs where !job.continuesInBackground { job.interrupt() }
    }

    /// Continues the downloads that ``enterBackground()`` interrupted.
    public func leaveBackground() {
        changeQueue { $0.queue.isInBackground = false }
    }

    // MARK: - Loading

    /// Returns `true` for `http` and `https` URLs.
    public func canLoad(_ request: ImageRequest) -> Bool {
        let scheme = request.url.scheme?.lowercased()
        return scheme == "http" || scheme == "https"
    }

    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let job = DownloadJob(id, request, on: self, events)
        enqueue(job)
        return job
    }
}
