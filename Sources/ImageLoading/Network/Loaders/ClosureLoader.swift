import HalftoneCore
import FoundationEssentials
import ImageCoding
import Transfer

/// A loader that calls an asynchronous closure, for images from other places than the web and files.
///
/// ```swift
/// manager.loaders.add(ClosureLoader(schemes: ["asset"]) { request in try await assets.bytes(named: request.urlText) })
/// ```
///
/// The closure runs on Swift's concurrent executor, so it must not block. A few calls run at once, those of the highest
/// priority first; a call that waits for another of the same loader may have taken its slot. Cancelling the load cancels
/// its task. A thrown ``ImageError`` or `ImageCodingError` is the error of the load; a `CancellationError` ends it with
/// ``ImageError/cancelled``, and any other error with ``ImageError/loaderFailed(_:)``. The bytes are cached like those
/// of a download.
public struct ClosureLoader: ImageLoader {
    private let schemes: Set<String>?
    /// Makes a request's payload and ends its load with it.
    private let perform: Perform
    private let calls: Calls

    private typealias Perform = @Sendable (ImageRequest, OneStepLoad) async throws -> Void

    /// Creates a loader of encoded images.
    ///
    /// - Parameters:
    ///   - schemes: The URL schemes of its requests, in lower case; `nil` (default) accepts every request.
    ///   - maxConcurrentLoads: Maximum number of calls that run at once, at least 1. Default 6, like downloads.
    ///   - load: Returns the encoded bytes.
    public init(
        schemes: Set<String>? = nil, maxConcurrentLoads: Int = 6,
        _ load: @escaping @Sendable (ImageRequest) async throws -> [UInt8]
    ) {
        let writer = WorkerPool(threads: 1)
        self.init(schemes, maxConcurrentLoads) { request, running in
            let bytes = try await load(request)
            try Task.checkCancellation()
            writer.run { running.finish(.success(.fresh(Payload(made: bytes)))) }
        }
    }

    /// Returns a loader of images that are drawn or come decoded. They are cached as PNG: see ``Payload/init(image:)``.
    public static func images(
        schemes: Set<String>? = nil, maxConcurrentLoads: Int = 6,
        _ load: @escaping @Sendable (ImageRequest) async throws -> Image
    ) -> ClosureLoader {
        let encoder = WorkerPool(threads: 1)
        return ClosureLoader(schemes, maxConcurrentLoads) { request, running in
            let image = try await load(request)
            try Task.checkCancellation()
            // Encoding must not block the threads of the concurrent executor.
            encoder.run {
                do throws(ImageCodingError) {
                    running.finish(.success(.fresh(Payload(made: try Payload(image: image).bytes))))
                } catch {
                    running.finish(.failure(.badImageData(error)))
                }
            }
        }
    }

    private init(_ schemes: Set<String>?, _ maxConcurrentLoads: Int, perform: @escaping Perform) {
        self.schemes = schemes
        self.perform = perform
        calls = Calls(slots: maxConcurrentLoads)
    }

    public func canLoad(_ request: ImageRequest) -> Bool {
        guard let schemes else { return true }
        return request.url.scheme.map { schemes.contains($0.lowercased()) } ?? false
    }

    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let call = Call(OneStepLoad(events), calls) { [perform] load in
            do {
                try await perform(request, load)
            } catch {
                load.finish(.failure(Self.loadError(error)))
            }
        }
        events(.started)
        calls.enqueue(call, request.priority)
        return call
    }

    private static func loadError(_ error: any Error) -> ImageError {
        if let error = error as? ImageError { return error }
        if let error = error as? ImageCodingError { return .badImageData(error) }
        return error is CancellationError ? .cancelled : .loaderFailed("\(error)")
    }
}

extension Payload {
    /// Creates the payload of bytes that a loader has made. Blocking.
    fileprivate init(made bytes: [UInt8]) {
        self.init(body: StoredBytes(bytes, within: .loaders), origin: .network)
    }
}

/// A call of the closure, which waits for a slot and holds it until the closure returns.
private final class Call: ImageLoaderTask {
    private let load: OneStepLoad
    private let calls: Calls
    private let perform: @Sendable (OneStepLoad) async -> Void
    private let task = Lock<Task<Void, Never>?>(nil)

    init(_ load: OneStepLoad, _ calls: Calls, _ perform: @escaping @Sendable (OneStepLoad) async -> Void) {
        (self.load, self.calls, self.perform) = (load, calls, perform)
    }

    func start() {
        let new = Task { [self] in
            await perform(load)
            calls.freeSlot(of: self)
        }
        task.withLock { $0 = new }
        if load.isOver { new.cancel() }  // cancelled before the task was stored
    }

    func cancel() {
        load.cancel()
        task.withLock { $0 }?.cancel()
        calls.withdraw(self)
    }

    func setPriority(_ priority: ImagePriority) { calls.setPriority(priority, of: self) }
}

/// The calls of one loader. Safe from any thread.
private final class Calls: Sendable {
    private struct State {
        var slots: PriorityLimiter<ObjectIdentifier>
        var waiting: [ObjectIdentifier: Call] = [:]
    }

    private let state: Lock<State>

    init(slots: Int) { state = Lock(State(slots: PriorityLimiter(capacity: max(1, slots)))) }

    func enqueue(_ call: Call, _ priority: ImagePriority) {
        state.withLock { state in
            state.waiting[ObjectIdentifier(call)] = call
            state.slots.enqueue(ObjectIdentifier(call), priority: priority)
        }
        startNext()
    }

    func setPriority(_ priority: ImagePriority, of call: Call) {
        state.withLock { $0.slots.move(ObjectIdentifier(call), to: priority) }
    }

    /// Removes a call that waits.
    func withdraw(_ call: Call) {
        state.withLock { state in
            state.slots.withdraw(ObjectIdentifier(call))
            state.waiting[ObjectIdentifier(call)] = nil
        }
    }

    /// Frees the slot of a call that ran.
    func freeSlot(of call: Call) {
        state.withLock { $0.slots.freeSlot(of: ObjectIdentifier(call)) }
        startNext()
    }

    private func startNext() {
        while let call = state.withLock({ state in state.slots.next().flatMap { state.waiting.removeValue(forKey: $0) }
        }) {
            call.start()
        }
    }
}
