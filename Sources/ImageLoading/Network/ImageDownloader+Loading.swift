import Transfer

extension ImageDownloader: ImageLoader {
    public func canLoad(_ request: ImageRequest) -> Bool {
        let scheme = request.url.scheme?.lowercased()
        return scheme == "http" || scheme == "https"
    }

    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        events(.started)
        let task = start(url: request.urlText, validators: request.validators) { event in
            switch event {
            case .response(let status): events(.response(TransferResponse(url: request.urlText, status: status)))
            case .progress(let received, let expected): events(.progress(received: received, expected: expected))
            case .finished(let result, _): events(.finished(result, nil))
            }
        }
        return DownloadTask(transfer: task)
    }

    public func remembersFailure(_ error: ImageError) -> Bool { FailedURLs.lifetime(of: error) != nil }
}

private struct DownloadTask: ImageLoaderTask {
    let transfer: any TransferTask
    func cancel() { transfer.cancel() }
    func setPriority(_ priority: ImagePriority) {}
}
