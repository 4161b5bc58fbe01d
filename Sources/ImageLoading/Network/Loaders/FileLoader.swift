import FoundationEssentials
import Transfer

/// Loads pictures from files of this machine.
///
/// It reads whatever the process may read, so it must be given only to URLs that the user named: no redirect leads to it,
/// because the web's loader follows none to another scheme, and feeds bring no `file:` addresses into the program.
public struct FileLoader: ImageLoader {
    private let reader: FileReader
    private let executor: any WorkExecutor

    /// `limit` are the bytes of one file. `executor` is where it may block; by default a thread that the first load
    /// starts.
    public init(limit: Int = ImageDownloader.Limits().bytes, executor: (any WorkExecutor)? = nil) {
        reader = FileReader(limit: limit)
        self.executor = executor ?? LazyWorkerPool(threads: 1)
    }

    /// `file:` without a host, or with the host `localhost` (RFC 8089).
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
            load.finish(file.flatMap { decryptor.decrypted($0, Self.head(of: $0, request)) }.map(Download.fresh))
        }
        return load
    }

    private static func head(of file: Payload, _ request: ImageRequest) -> TransferResponse {
        TransferResponse(url: request.urlText, status: 200, expectedBytes: file.bytes.count)
    }

    /// A file may be there the next time.
    public func shouldBlockFailedURL(for error: ImageError) -> Bool { false }
}
