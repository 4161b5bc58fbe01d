import FoundationEssentials
import ImageCoding
import Transfer

/// A loader that calls an asynchronous closure, for images from other places than the web and files.
///
/// ```swift
/// manager.loaders.add(ClosureLoader(schemes: ["asset"]) { request in try await assets.bytes(named: request.urlText) })
/// ```
///
/// The closure runs on Swift's concurrent executor, so it must not block. Cancelling the load cancels its task. A thrown
/// ``ImageError`` or `ImageCodingError` is the error of the load; a `CancellationError` ends it with
/// ``ImageError/cancelled``, and any other error with ``ImageError/loaderFailed(_:)``. The bytes are cached like those of
/// a download.
public struct ClosureLoader: ImageLoader {
    private let schemes: Set<String>?
    /// Makes a request's payload and ends its load with it.
    private let perform: @Sendable (ImageRequest, OneStepLoad) async throws -> Void

    /// Creates a loader of encoded images.
    ///
    /// - Parameters:
    ///   - schemes: The URL schemes of its requests, in lower case; `nil` (default) accepts every request.
    ///   - load: Returns the encoded bytes.
    public init(
        schemes: Set<String>? = nil, _ load: @escaping @Sendable (ImageRequest) async throws -> [UInt8]
    ) {
        self.init(schemes) { request, running in
            running.finish(.success(.fresh(Payload(bytes: try await load(request), origin: .network))))
        }
    }

    /// Returns a loader of images that are drawn or come decoded. They are cached as PNG: see ``Payload/init(image:)``.
    public static func images(
        schemes: Set<String>? = nil, _ load: @escaping @Sendable (ImageRequest) async throws -> Image
    ) -> ClosureLoader {
        let encoder = LazyWorkerPool(threads: 1)
        return ClosureLoader(schemes) { request, running in
            let image = try await load(request)
            try Task.checkCancellation()
            // Encoding must not block the threads of the concurrent executor.
            encoder.run {
                do throws(ImageCodingError) {
                    running.finish(.success(.fresh(try Payload(image: image))))
                } catch {
                    running.finish(.failure(.badImageData(error)))
                }
            }
        }
    }

    private init(
        _ schemes: Set<String>?, perform: @escaping @Sendable (ImageRequest, OneStepLoad) async throws -> Void
    ) {
        self.schemes = schemes
        self.perform = perform
    }

    public func canLoad(_ request: ImageRequest) -> Bool {
        guard let schemes else { return true }
        return request.url.scheme.map { schemes.contains($0.lowercased()) } ?? false
    }

    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let load = OneStepLoad(events)
        events(.started)
        let task = Task { [perform] in
            do {
                try await perform(request, load)
            } catch {
                load.finish(.failure(Self.loadError(error)))
            }
        }
        return CallTask(load: load, task: task)
    }

    private static func loadError(_ error: any Error) -> ImageError {
        if let error = error as? ImageError { return error }
        if let error = error as? ImageCodingError { return .badImageData(error) }
        return error is CancellationError ? .cancelled : .loaderFailed("\(error)")
    }

    public func shouldBlockFailedURL(for error: ImageError) -> Bool { FailedURLs.kind(of: error) != nil }

    /// A running call of the closure.
    private struct CallTask: ImageLoaderTask {
        let load: OneStepLoad
        let task: Task<Void, Never>

        func cancel() {
            task.cancel()
            load.cancel()
        }

        /// Does nothing: every call starts at once.
        func setPriority(_ priority: ImagePriority) {}
    }
}
