import FoundationEssentials
import Transfer

extension ImageDownloader {
    /// What happens to a download, as the job graph wants to hear it.
    enum Event {
        case response(status: Int)
        case progress(received: Int, expected: Int?)
        /// The end, exactly once. `received` are the bytes that came.
        case finished(Result<Download, ImageError>, received: Int)
    }

    func start(
        url: String, validators: Validators, handler: @escaping @Sendable (Event) -> Void
    ) -> any TransferTask {
        guard let address = URL(string: url) else {
            handler(.finished(.failure(.invalidURL), received: 0))
            return GraphTask(task: nil)
        }
        var request = ImageRequest(url: address)
        request.validators = validators
        let task = load(request) { event in
            switch event {
            case .response(let response): handler(.response(status: response.status))
            case .progress(let received, let expected): handler(.progress(received: received, expected: expected))
            case .finished(let result, let metrics): handler(.finished(result, received: metrics?.bytes ?? 0))
            case .queued, .started, .bytes, .restarted, .retrying: break
            }
        }
        return GraphTask(task: task)
    }
}

private struct GraphTask: TransferTask {
    let task: (any ImageLoaderTask)?
    func cancel() { task?.cancel() }
}
