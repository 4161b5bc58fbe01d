import FoundationEssentials
import Transfer

/// A loader for local files.
///
/// It reads any file that the process may read, so give it only URLs that the user named. No redirect leads to a file:
/// the web loader follows none to another scheme, and feeds bring no `file:` addresses into the program.
public struct FileLoader: ImageLoader {
    private let reader: FileReader
    private let executor: any WorkExecutor
    private let decryptions: any WorkExecutor

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - limit: Maximum bytes of one file.
    ///   - executor: Runs the blocking reads. Default: a thread that the first load starts.
    ///   - decryptions: Runs decryptors, which may be slow. Default: `executor`.
    public init(
        limit: Int = ImageDownloader.Limits().bytes, executor: (any WorkExecutor)? = nil,
        decryptions: (any WorkExecutor)? = nil
    ) {
        reader = FileReader(limit: limit)
        let executor = executor ?? WorkerPool(threads: 1)
        (self.executor, self.decryptions) = (executor, decryptions ?? executor)
    }

    /// Returns `true` for `file:` URLs without a host or with the host `localhost` (RFC 8089).
    public func canLoad(_ request: ImageRequest) -> Bool {
        let host = request.url.host()?.lowercased() ?? ""
        return request.url.scheme?.lowercased() == "file" && (host.isEmpty || host == "localhost")
    }

    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let load = OneStepLoad(events)
        events(.started)
        executor.run { [reader, decryptions] in
            guard !load.isOver else { return }
            load.finish(reader.read(request.url.filePath), decryptedFor: request, on: decryptions)
        }
        return load
    }

    /// Returns `false`: a missing file may exist the next time.
    public func shouldBlockFailedURL(for error: ImageError) -> Bool { false }
}
