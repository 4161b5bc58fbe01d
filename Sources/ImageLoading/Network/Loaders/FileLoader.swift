import FoundationEssentials
import Transfer

/// A loader for local files.
///
/// It reads any file that the process may read, so give it only URLs that the user named. No redirect leads to a file:
/// the web loader follows none to another scheme, and feeds bring no `file:` addresses into the program.
public struct FileLoader: ImageLoader {
    private let reader: FileReader
    private let executor: any WorkExecutor

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - limit: Maximum bytes of one file.
    ///   - executor: Runs the blocking reads. Default: a thread that the first load starts.
    public init(limit: Int = ImageDownloader.Limits().bytes, executor: (any WorkExecutor)? = nil) {
        reader = FileReader(limit: limit)
        self.executor = executor ?? WorkerPool(threads: 1)
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
        executor.run { [reader] in
            guard !load.isOver else { return }
            let file = reader.read(request.url.filePath)
            guard let decryptor = request.decryptor, !load.isOver else { return load.finish(file.map(Download.fresh)) }
            load.finish(file.flatMap { Self.decrypted($0, by: decryptor, request) }.map(Download.fresh))
        }
        return load
    }

    private static func decrypted(
        _ file: Payload, by decryptor: DownloadDecryptor, _ request: ImageRequest
    ) -> Result<Payload, ImageError> {
        let head = TransferResponse(url: request.urlText, status: 200, expectedBytes: file.body.count)
        let decrypted = decryptor.decrypted(file, head)
        // What was decrypted of a file that cannot be read is not the image.
        return file.body.failureDescription.map { .failure(.unreadableFile($0)) } ?? decrypted
    }

    /// Returns `false`: a missing file may exist the next time.
    public func shouldBlockFailedURL(for error: ImageError) -> Bool { false }
}
