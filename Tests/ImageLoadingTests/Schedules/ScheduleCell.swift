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
    private var place: Place?

    /// The results of one load so far, to check their order.
    private struct Story {
        var ends = 0
        var hasCached = false
        var hasPreview = false
        /// See ``Kept``.
        let losses: Int
        /// The version that was current in its cache when it began; `nil`: none was known.
        let version: UInt8?
    }

    /// Binds the cell. `version` is the current one in the cache of the wish.
    func bind(
        _ wish: ScheduleWish, _ url: URL, in caches: [ImageCache], losses: Int, version: UInt8?, manager: ImageManager
    ) {
        unbind()
        place = Place(number: wish.number, cache: wish.cache)
        let generation = generation
        var story = Story(losses: losses, version: version)
        let context = wish.context(in: caches)
        let started =
            wish.isPrefetch
            ? manager.storeBytes(of: url, options: wish.options, context: context) { [weak self] error in
                self?.hear(error, wish, generation, &story)
            }
            : manager.loadImage(url, options: wish.options, context: context) { [weak self] result in
                self?.hear(result, wish, generation, &story)
            }
        // A completion that ran during the call may have bound the cell again.
        if generation == self.generation { operation = started }
    }

    /// Unbinds the cell: the old load is cancelled first, and completes during that call.
    func unbind() {
        let old = operation
        operation = nil
        if let place, old?.isFinished == false { givenUp.insert(place) }
        old?.cancel()
        if let old, !old.isFinished { complain("a cancelled load has not ended") }
        generation += 1
    }

    func cancel() {
        if let place, operation?.isFinished == false { givenUp.insert(place) }
        operation?.cancel()
    }

    private func hear(
        _ result: Result<LoadedImage, ImageError>, _ wish: ScheduleWish, _ generation: Int, _ story: inout Story
    ) {
        if generation != self.generation { complain("a load of an earlier binding was heard") }
        if story.ends > 0 { complain("a load was heard after its end") }
        switch result {
        case .failure: story.ends += 1
        case .success(let loaded):
            let picture = SchedulePicture(loaded.image)
            if let version = story.version, picture.version < version {
                complain("version \(picture.version) was set after version \(version) had become current")
            }
            if let wrong = wish.complaint(about: picture, width: loaded.image.size.width) { complain(wrong) }
            if !loaded.image.isIncremental, loaded.image.revision?.digest != picture.digestAsSent {
                complain("an image with the label of other bytes was set")
            }
            if loaded.isFinal {
                story.ends += 1
                // An image from the loader: its bytes are stored, or newer ones are.
                if loaded.cacheType == .none {
                    kept.insert(Kept(number: wish.number, cache: wish.cache, isWhole: true, losses: story.losses))
                }
                if loaded.image.isIncremental { complain("a preview was final") }
            } else if loaded.image.isIncremental {
                if story.hasCached { complain("a preview came after a whole picture") }
                if !wish.options.contains(.progressiveLoad) { complain("a preview came that was not requested") }
                story.hasPreview = true
            } else {
                if story.hasCached { complain("two cached pictures") }
                story.hasCached = true
            }
        }
    }

    private func hear(_ error: ImageError?, _ wish: ScheduleWish, _ generation: Int, _ story: inout Story) {
        if generation != self.generation { complain("a load of an earlier binding was heard") }
        if story.ends > 0 { complain("a load was heard after its end") }
        story.ends += 1
        guard error == nil else { return }
        kept.insert(Kept(number: wish.number, cache: wish.cache, isWhole: false, losses: story.losses))
    }

    /// Checks that the load has ended, once no work is left.
    func checkAtEnd() {
        if let operation, !operation.isFinished { complain("a load never ended") }
    }

    private func complain(_ what: String) { complaint = complaint ?? what }
}
