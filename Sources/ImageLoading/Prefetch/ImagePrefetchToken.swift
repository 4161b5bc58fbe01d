import FoundationEssentials

/// One list of URLs that is being prefetched. Main actor only.
@MainActor
public final class ImagePrefetchToken {
    /// Hears how many of the URLs have ended, well or not.
    public typealias Progress = @MainActor (_ finished: Int, _ total: Int) -> Void
    /// Hears the end: how many URLs ended, and how many of them without an image.
    public typealias Completion = @MainActor (_ finished: Int, _ skipped: Int) -> Void

    /// The URLs, each once, in the order in which they are loaded.
    public nonisolated let urls: [URL]
    /// URLs that ended so far.
    public internal(set) var finishedCount = 0
    /// Those of them that brought no image.
    public internal(set) var skippedCount = 0
    /// Whether ``cancel()`` ended it.
    public internal(set) var isCancelled = false
    /// Whether its end was told, or is being told.
    public internal(set) var isFinished = false
    private weak var prefetcher: ImagePrefetcher?
    var progress: Progress?
    var completion: Completion?

    init(_ urls: [URL], _ prefetcher: ImagePrefetcher, _ progress: Progress?, _ completion: Completion?) {
        self.urls = urls
        self.prefetcher = prefetcher
        self.progress = progress
        self.completion = completion
    }

    /// Gives up what has not ended. The completion runs before this returns, with the counts as they are; fewer finished
    /// than there are URLs then means that it was cancelled. After the end it does nothing.
    public func cancel() { prefetcher?.cancel(self) }

    /// Moves what has not ended before or behind others.
    public func setPriority(_ priority: ImagePriority) { prefetcher?.setPriority(priority, of: self) }
}

/// Hears of prefetches before their own blocks do. The counts are sums over all lists that have not ended.
@MainActor
public protocol ImagePrefetcherDelegate: AnyObject {
    /// A URL ended, well or not.
    func imagePrefetcher(_ prefetcher: ImagePrefetcher, didPrefetch url: URL, finished: Int, total: Int)
    /// The last list that was running ended.
    func imagePrefetcher(_ prefetcher: ImagePrefetcher, didFinishWithTotal total: Int, skipped: Int)
}

extension ImagePrefetcherDelegate {
    public func imagePrefetcher(_ prefetcher: ImagePrefetcher, didPrefetch url: URL, finished: Int, total: Int) {}
    public func imagePrefetcher(_ prefetcher: ImagePrefetcher, didFinishWithTotal total: Int, skipped: Int) {}
}
