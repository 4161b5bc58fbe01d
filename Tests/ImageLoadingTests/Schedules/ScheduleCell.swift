import FoundationEssentials
import ImageCoding

@testable import ImageLoading

/// A recycled cell, as far as the engine is concerned: it is bound, bound again, and must never show another picture.
@MainActor
final class ScheduleCell {
    private(set) var operation: ImageLoadOperation?
    private var generation = 0
    /// What was wrong, in words.
    private(set) var complaint: String?
    /// What must be on disk when all is quiet.
    private(set) var kept: Set<Kept> = []

    /// An entry that a load has found or left there.
    struct Kept: Hashable {
        let number: UInt8
        let cache: Int
        /// Whether it is the picture as it came. Otherwise an image that was made of it will do.
        let isWhole: Bool
        /// Entries that the disks had lost when all was quiet the last time: if they have lost more since, it may have been this
        /// one, or what was stored by a load whose bytes this one shared.
        let losses: Int

        var place: Place { Place(number: number, cache: cache) }
    }

    /// A picture in a cache.
    struct Place: Hashable {
        let number: UInt8
        let cache: Int
    }

    /// The places of loads that did not end by themselves.
    private(set) var givenUp: Set<Place> = []
    private var place: Place?

    /// What a load was told, for the rules of its order.
    private struct Story {
        var ends = 0
        var hasCached = false
        var hasPreview = false
        /// See ``Kept``.
        let losses: Int
        /// The version that was in force in its cache when it began; `nil`: none was known.
        let version: UInt8?
    }

    /// `version`: the one that is in force in the cache of the wish.
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
        // A completion that ran inside of the call may have bound the cell again.
        if generation == self.generation { operation = started }
    }

    /// Reuse: the old load is cancelled before anything else, and tells its end inside of that call.
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
                complain("version \(picture.version) was set after version \(version) had come into force")
            }
            if let wrong = wish.complaint(about: picture, width: loaded.image.size.width) { complain(wrong) }
            if !loaded.image.isIncremental, loaded.image.revision?.digest != picture.digestAsSent {
                complain("an image with the label of other bytes was set")
            }
            if loaded.isFinal {
                story.ends += 1
                // It came from the loader: its bytes are kept, or newer ones are.
                if loaded.cacheType == .none {
                    kept.insert(Kept(number: wish.number, cache: wish.cache, isWhole: true, losses: story.losses))
                }
                if loaded.image.isIncremental { complain("a preview was final") }
            } else if loaded.image.isIncremental {
                if story.hasCached { complain("a preview came after a whole picture") }
                if !wish.options.contains(.progressiveLoad) { complain("nobody asked for a preview") }
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

    /// When all is quiet: the load has ended.
    func checkAtEnd() {
        if let operation, !operation.isFinished { complain("a load never ended") }
    }

    private func complain(_ what: String) { complaint = complaint ?? what }
}
