import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import Testing
import Transfer

@testable import ImageLoading

/// A downloader whose network, clock and timers the test controls.
final class DownloaderBench: Sendable {
    let transport: FakeTransport
    let time = ManualTime()
    let timers: ManualTimers
    let downloader: ImageDownloader

    init(transport: FakeTransport = FakeTransport(), _ set: (inout ImageDownloader.Configuration) -> Void = { _ in }) {
        self.transport = transport
        timers = ManualTimers(time)
        var configuration = ImageDownloader.Configuration()
        configuration.minPartialBytes = 1
        set(&configuration)
        downloader = ImageDownloader(
            transport: transport, configuration: configuration, executor: InlineExecutor(), time: time,
            timers: timers, jitter: { 0.5 })
    }

    /// The bytes that the next download of the image `key` continues.
    var kept: [UInt8]? {
        downloader.state.withLock { state in
            var partials = state.partials
            return partials.take("key")?.body.all
        }
    }

    /// Keeps bytes for the next download of the image `key`.
    func keep(_ bytes: [UInt8], tag: String, total: Int?) {
        let partial = PartialDownload(
            body: StoredBytes(bytes), validators: Validators(entityTag: tag), total: total)
        #expect(downloader.state.withLock { $0.partials.keep(partial, for: "key") }.isEmpty)
    }

    /// Starts a load and records its events.
    @discardableResult
    func load(_ path: String = "a", _ set: (inout ImageRequest) -> Void = { _ in }) -> LoaderRecord {
        var request = ImageRequest(url: URL(filePath: "/"))
        if let url = URL(string: "http://host/\(path)") { request = ImageRequest(url: url) }
        set(&request)
        let record = LoaderRecord()
        record.task = downloader.load(request) { record.note($0) }
        return record
    }

    /// The paths of the running transfers.
    var running: [String] { transport.running.map { String($0.request.url.dropFirst("http://host/".count)) } }

    var isIdle: Bool {
        downloader.state.withLock { $0.jobs.isEmpty && $0.queue.isEmpty && !$0.isStarting }
    }
}

/// The events of one load, as text.
final class LoaderRecord: Sendable {
    private let state = Lock((words: [String](), result: Result<Download, ImageError>?.none, ends: 0))
    private let held = Lock<(any ImageLoaderTask)?>(nil)
    private let metricsHeld = Lock<TransferMetrics?>(nil)

    var task: (any ImageLoaderTask)? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
    var words: [String] { state.withLock(\.words) }
    var ends: Int { state.withLock(\.ends) }
    var error: ImageError? { if case .failure(let error)? = state.withLock(\.result) { error } else { nil } }
    var metrics: TransferMetrics? { metricsHeld.withLock { $0 } }
    var payload: Payload? {
        guard case .success(.fresh(let payload))? = state.withLock(\.result) else { return nil }
        return payload
    }
    var text: String? { payload.map { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Short bodies are text; of pictures only the size is recorded.
    private static func words(_ bytes: [UInt8]) -> String {
        bytes.count < 100 ? String(decoding: bytes, as: UTF8.self) : "\(bytes.count) bytes"
    }

    func note(_ event: ImageLoaderEvent) {
        state.withLock { state in
            switch event {
            case .started: state.words.append("started")
            case .response(let response): state.words.append("\(response.status)")
            case .restarted: state.words.append("restarted")
            case .progress(let received, let expected): state.words.append("\(received)/\(expected ?? -1)")
            case .retrying: state.words.append("retrying")
            case .finished(let result, let metrics):
                state.ends += 1
                state.result = result
                metricsHeld.withLock { $0 = metrics }
                switch result {
                case .success(.fresh(let payload)): state.words.append(Self.words(payload.bytes))
                case .success(.notModified): state.words.append("not modified")
                case .failure(let error): state.words.append(error.description)
                }
            }
        }
    }
}

/// Timers that fire when the test advances the clock.
final class ManualTimers: DelayedExecutor {
    private let time: ManualTime
    private let pending = Lock<[(due: Duration, work: @Sendable () -> Void)]>([])

    init(_ time: ManualTime) { self.time = time }

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        pending.withLock { $0.append((time.now + delay, work)) }
    }

    /// The time until each timer fires.
    var waits: [Duration] { pending.withLock { $0.map { $0.due - time.now } } }

    func advance(by duration: Duration) {
        time.advance(by: duration)
        let due = pending.withLock { pending in
            defer { pending.removeAll { $0.due <= time.now } }
            return pending.filter { $0.due <= time.now }
        }
        for timer in due { timer.work() }
    }
}
