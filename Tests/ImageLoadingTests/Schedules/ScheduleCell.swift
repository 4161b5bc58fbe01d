import FoundationEssentials
import ImageCoding

@testable import ImageLoading

/// A recycled cell, as far as the engine is concerned: it is bound, bound again, and must never show another picture.
@MainActor
final class ScheduleCell {
    private(set) var operation: ImageLoadOperation?
    private(set) var bound: UInt8?
    private(set) var shown: SchedulePicture?
    private var generation = 0
    /// What was wrong, in words.
    private(set) var complaint: String?

    /// What a load was told, for the rules of its order.
    private struct Story {
        var ends = 0
        var hasCached = false
        var hasPreview = false
    }

    func bind(
        _ number: UInt8, _ url: URL, _ options: ImageOptions, _ context: ImageContext, manager: ImageManager
    ) {
        unbind()
        let generation = generation
        bound = number
        var story = Story()
        let width = context.variant.box?.width
        let started = manager.loadImage(url, options: options, context: context) { [weak self] result in
            self?.hear(result, number, generation, width, options, &story)
        }
        // A completion that ran inside of the call may have bound the cell again.
        if generation == self.generation { operation = started }
    }

    /// Reuse: the old load is cancelled before anything else, and tells its end inside of that call.
    func unbind() {
        let old = operation
        operation = nil
        old?.cancel()
        if let old, !old.isFinished { complain("a cancelled load has not ended") }
        generation += 1
        bound = nil
        shown = nil
    }

    func cancel() { operation?.cancel() }

    private func hear(
        _ result: Result<LoadedImage, ImageError>, _ number: UInt8, _ generation: Int, _ width: Int?,
        _ options: ImageOptions, _ story: inout Story
    ) {
        if generation != self.generation { complain("a load of an earlier binding was heard") }
        if story.ends > 0 { complain("a load was heard after its end") }
        switch result {
        case .failure: story.ends += 1
        case .success(let loaded):
            let picture = SchedulePicture(loaded.image)
            if picture.url != number || bound != number { complain("a stale picture was set") }
            if let width, loaded.image.size.width != width { complain("another size was set") }
            if loaded.isFinal {
                story.ends += 1
                if loaded.image.isIncremental { complain("a preview was final") }
            } else if loaded.image.isIncremental {
                if story.hasCached { complain("a preview came after a whole picture") }
                if !options.contains(.progressiveLoad) { complain("nobody asked for a preview") }
                story.hasPreview = true
            } else {
                if story.hasCached { complain("two cached pictures") }
                story.hasCached = true
            }
            shown = picture
        }
    }

    /// When all is quiet: the load has ended.
    func checkAtEnd() {
        if let operation, !operation.isFinished { complain("a load never ended") }
    }

    private func complain(_ what: String) { complaint = complaint ?? what }
}
