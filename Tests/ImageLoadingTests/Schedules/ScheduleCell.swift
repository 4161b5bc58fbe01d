import FoundationEssentials
import ImageCoding

@testable import ImageLoading

/// A recycled cell that is bound again and again, and must never show another picture than its own.
@MainActor
final class ScheduleCell {
    private(set) var operation: ImageLoadOperation?
    private var generation = 0
    /// A description of the first violation.
    private(set) var complaint: String?
    /// Entries that must be on disk when no work is left.
    private(set) var kept: Set<Kept> = []

    /// An entry that a load has found or stored.
    struct Kept: Hashable {
        let number: UInt8
        let cache: Int
        /// Whether it is the original. Otherwise an image that was made of it will do.
        let isWhole: Bool
        /// The number of entries that the disks had lost when no work was left the last time. If they have lost more
        /// since, it may have been this one, or one stored by a load that shared its bytes.
        let losses: Int

        var place: Place { Place(number: number, cache: cache) }
    }

    /// A picture in a cache.
    struct Place: Hashable {
        let number: UInt8
        let cache: Int
    }

    /// The pictures and caches of loads that were cancelled.
    private(set) var givenUp: Set<Place> = []
    private var places: Set<Place> = []

    /// The results of one load so far, to check their order.
    private final class Story {
        let generation: Int
        var ends = 0
        /// The picture whose cached image was shown; `nil`: none.
        var cached: UInt8?
        /// Whether the cell has let the load go, which ends after the cell is bound to another.
        var isDetached = false
        /// See ``Kept``.
        let losses: Int
        /// The version that was current in its cache when it began; `nil`: none was known.
        let version: UInt8?

        init(_ generation: Int, losses: Int, version: UInt8?) {
            (self.generation, self.losses, self.version) = (generation, losses, version)
        }
    }

    /// The stories of all loads, the latest last.
    private var stories: [Story] = []

    /// Binds the cell. `version` is the current one in the cache of the wish.
    func bind(
        _ wish: ScheduleWish, _ url: URL, in caches: [ImageCache], losses: Int, version: UInt8?, manager: ImageManager
    ) {
        unbind()
        places = Set([wish.number, wish.fallback].compactMap { $0.map { Place(number: $0, cache: wish.cache) } })
        let generation = generation
        let story = Story(generation, losses: losses, version: version)
        stories.append(story)
        let context = wish.context(in: caches)
        let started =
            wish.isPrefetch
            ? manager.storeBytes(of: url, options: wish.options, context: context) { [weak self] error in
                self?.hear(error, wish, story)
            }
            : manager.loadImage(url, options: wish.options, context: context) { [weak self] result in
                self?.hear(result, wish, story)
            }
        // A completion that ran during the call may have bound the cell again.
        if generation == self.generation { operation = started }
    }

    /// Unbinds the cell: the old load is cancelled first, and completes during that call.
    func unbind() {
        let old = operation
        operation = nil
        if old?.isFinished == false { givenUp.formUnion(places) }
        old?.cancel()
        if let old, !old.isFinished { complain("a cancelled load has not ended") }
        generation += 1
    }

    func cancel() {
        if operation?.isFinished == false { givenUp.formUnion(places) }
        operation?.cancel()
    }

    /// Lets the load go on alone, as a view does that detaches it. It must end like any other.
    func detach() {
        guard operation != nil else { return }
        operation = nil
        stories.last?.isDetached = true
    }

    private func hear(
        _ result: Result<LoadedImage, ImageError>, _ wish: ScheduleWish, _ story: Story
    ) {
        checkOrder(story)
        switch result {
        case .failure(let error): end(story, wish, error)
        case .success(let loaded):
            let picture = SchedulePicture(loaded.image)
            if picture.url == wish.number, let version = story.version, picture.version < version {
                complain("version \(picture.version) was set after version \(version) had become current")
            }
            if let wrong = wish.complaint(about: picture, width: loaded.image.size.width) { complain(wrong) }
            if !loaded.image.isIncremental, loaded.image.revision?.digest != picture.digestAsSent {
                complain("an image with the label of other bytes was set")
            }
            if let cached = story.cached, cached != picture.url { complain("another picture followed a cached one") }
            if loaded.isFinal {
                end(story, wish, nil)
                // An image from the loader: its bytes are stored, or newer ones are.
                if loaded.cacheType == .none {
                    kept.insert(Kept(number: picture.url, cache: wish.cache, isWhole: true, losses: story.losses))
                }
                if loaded.image.isIncremental { complain("a preview was final") }
            } else if loaded.image.isIncremental {
                if story.cached != nil { complain("a preview came after a whole picture") }
                if !wish.options.contains(.progressiveLoad) { complain("a preview came that was not requested") }
            } else {
                if story.cached != nil { complain("two cached pictures") }
                story.cached = picture.url
            }
        }
    }

    private func hear(_ error: ImageError?, _ wish: ScheduleWish, _ story: Story) {
        checkOrder(story)
        end(story, wish, error)
        guard error == nil, !wish.hasFallback else { return }  // the bytes may be those of the other picture
        kept.insert(Kept(number: wish.number, cache: wish.cache, isWhole: false, losses: story.losses))
    }

    private func checkOrder(_ story: Story) {
        if story.generation != generation, !story.isDetached { complain("a load of an earlier binding was heard") }
        if story.ends > 0 { complain("a load was heard after its end") }
    }

    /// Ends a story. The error of the server must be that of the last picture, unless a cached image was shown, which
    /// no other picture replaces.
    private func end(_ story: Story, _ wish: ScheduleWish, _ error: ImageError?) {
        story.ends += 1
        let last = ScheduleServer.failure(of: wish.fallback ?? wish.number)
        if case .invalidStatusCode? = error, error != last, story.cached == nil {
            complain("a load failed before its last picture: \(wish.words)")
        }
    }

    /// Checks that all loads have ended, once no work is left. After a cached image, that may be in silence.
    func checkAtEnd() {
        if let operation, !operation.isFinished { complain("a load never ended") }
        if stories.contains(where: { $0.ends == 0 && $0.cached == nil }) { complain("a load was never heard") }
    }

    private func complain(_ what: String) { complaint = complaint ?? what }
}
