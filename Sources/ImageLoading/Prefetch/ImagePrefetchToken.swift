import FoundationEssentials

/// A list of URLs that is being prefetched. Main actor only.
@MainActor
public final class ImagePrefetchToken {
    /// A callback with the number of URLs that ended, successfully or not.
    public typealias Progress = @MainActor (_ finished: Int, _ total: Int) -> Void
    /// A completion handler with the numbers of URLs that ended, and that ended without an image.
    public typealias Completion = @MainActor (_ finished: Int, _ skipped: Int) -> Void

    /// The distinct URLs, in the order in which they are loaded.
    public nonisolated let urls: [URL]
    /// Number of URLs that have ended.
    public internal(set) var finishedCount = 0
    /// Number of ended URLs without an image.
    public internal(set) var skippedCount = 0
    /// Whether ``cancel()`` ended the list.
    public internal(set) var isCancelled = false
    /// Whether the list has ended; already `true` in the completion handler.
    public internal(set) var isFinished = false
    /// The waiting and running items of the list, by their numbers in the prefetcher.
    var pending: Set<Int> = []
    private weak var prefetcher: ImagePrefetcher?
    var progress: Progress?
    var completion: Completion?

    init(_ urls: [URL], _ prefetcher: ImagePrefetcher, _ progress: Progress?, _ completion: Completion?) {
        self.urls = urls
        self.prefetcher = prefetcher
        self.progress = progress
        self.completion = completion
    }

    /// Cancels the URLs that have not ended. The completion handler runs before this returns, with the current counts;
    /// fewer finished URLs than the total then mean a cancellation. Does nothing after the end.
    public func cancel() { prefetcher?.cancel(self) }
}

/// A delegate that is called before the callbacks of a list. Counts are sums over all lists that have not ended.
@MainActor
public protocol ImagePrefetcherDelegate: AnyObject {
    /// Called when a URL has ended, successfully or not.
    func imagePrefetcher(_ prefetcher: ImagePrefetcher, didPrefetch url: URL, finished: Int, total: Int)
    /// Called when the last list has ended, unless that list was cancelled.
    func imagePrefetcher(_ prefetcher: ImagePrefetcher, didFinishWithTotal total: Int, skipped: Int)
}

extension ImagePrefetcherDelegate {
    public func imagePrefetcher(_ prefetcher: ImagePrefetcher, didPrefetch url: URL, finished: Int, total: Int) {}
    public func imagePrefetcher(_ prefetcher: ImagePrefetcher, didFinishWithTotal total: Int, skipped: Int) {}
}
