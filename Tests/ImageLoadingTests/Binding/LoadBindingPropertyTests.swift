import FoundationEssentials
import TestSupport
import Testing

@testable import ImageLoading

/// Invariants of `LoadBinding` under random sequences of events.
@Suite(.endsInTime) struct LoadBindingPropertyTests {
    @Test func `no sequence of events shows an old picture or loses a completion`() {
        for seed in UInt64(1)...5_000 {
            var course = BindingCourse(seed: seed)
            let wrong = course.run(steps: 60)
            #expect(wrong == nil, "seed \(seed): \(wrong ?? "")\n\(course.log.joined(separator: "\n"))")
            if wrong != nil { return }
        }
    }
}

/// A slot, the loads that were bound to it, and the effect of its actions on a view.
private struct BindingCourse {
    private struct Pending {
        let load: LoadBinding.Load
        let url: URL?
        var hasImage = false
        var isOver = false
        /// Whether neither another binding nor reuse cancels the load.
        var isDetached = false
        var completions = 0
    }

    private enum Picture: Equatable {
        case nothing
        case placeholder(URL?)
        case preview(URL?)
        case image(URL?)
    }

    private var random: SeededGenerator
    private var binding = LoadBinding()
    private var loads: [Pending] = []
    private var picture = Picture.nothing
    private var isIndicating = false
    private var isTransitioning = false
    /// The load whose completion waits for a transition.
    private var waiting: Int?
    private var isReused = true
    private var isShownLate = false
    /// Whether an operation of the program has replaced the loads.
    private var isReplaced = false
    private(set) var log: [String] = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func run(steps: Int) -> String? {
        for _ in 0..<steps {
            step()
            if let fault { return fault }
        }
        perform(binding.leave(), for: nil)
        for index in loads.indices where !loads[index].isOver { fail(index, isCancelled: true) }
        perform(binding.reuse(), for: nil)
        isReused = true
        if let fault { return fault }
        if waiting != nil { return "a completion waits forever" }
        if isIndicating { return "the indicator turns on" }
        if picture != .nothing { return "a reused slot shows \(picture)" }
        if let load = loads.first(where: { $0.completions == 0 }) { return "\(load.load) never completed" }
        return nil
    }

    // MARK: - Events

    private mutating func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<20: bind()
        case 20..<35: if let index = openLoad() { receive(index, isPartial: true, isFinal: false) }
        case 35..<45: if let index = openLoad() { receive(index, isPartial: false, isFinal: false) }
        case 45..<65: if let index = openLoad() { receive(index, isPartial: false, isFinal: true) }
        case 65..<75: if let index = openLoad() { fail(index, isCancelled: Bool.random(using: &random)) }
        case 75..<82: if let index = openLoad() { progress(index) }
        case 82..<92: endTransition()
        case 92..<94: setByHand()
        case 94..<96: replace()
        case 96..<98: detach()
        default: reuse()
        }
    }

    private mutating func bind() {
        let options: [ImageOptions] = [
            .delayPlaceholder, .avoidAutoSetImage, .forceTransition, .waitTransition, .avoidAutoCancelImage,
        ]
        let chosen = options.reduce(into: ImageOptions()) { if Bool.random(using: &random) { $0.insert($1) } }
        if !chosen.contains(.avoidAutoCancelImage) { cancelAll() }
        perform(binding.leave(), for: nil)
        let url = URL(string: "http://lab/\(Int.random(in: 0..<3, using: &random))")
        let load = binding.bind(to: url, options: chosen)
        loads.append(Pending(load: load, url: url))
        (isReused, isReplaced) = (false, false)
        let index = loads.count - 1
        log.append("bind \(index) to \(url?.path() ?? "nil"), \(chosen.rawValue)")
        switch Int.random(in: 0..<4, using: &random) {
        case 0: receive(index, isPartial: false, isFinal: true, tier: .memory)
        case 1: receive(index, isPartial: false, isFinal: false, tier: .memory)
        case 2: fail(index, isCancelled: false)
        default: break
        }
        perform(binding.didStart(load, preview: [nil, 10, 100].randomElement(using: &random) ?? nil), for: index)
    }

    private mutating func openLoad() -> Int? {
        loads.indices.filter { !loads[$0].isOver }.randomElement(using: &random)
    }

    private mutating func receive(_ index: Int, isPartial: Bool, isFinal: Bool, tier: CacheType = .none) {
        guard !isPartial || !loads[index].hasImage else { return }  // the engine sends no previews of a cached image
        log.append("\(isPartial ? "part" : isFinal ? "image" : "cached") of \(index)")
        loads[index].isOver = isFinal
        if !isPartial { loads[index].hasImage = true }
        let area = Int.random(in: 0...150, using: &random)
        let loaded = loadedImage(from: tier, isFinal: isFinal, isIncremental: isPartial, area: area)
        perform(binding.didReceive(loads[index].load, loaded), for: index)
    }

    private mutating func fail(_ index: Int, isCancelled: Bool) {
        log.append("\(isCancelled ? "cancel" : "fail") \(index)")
        loads[index].isOver = true
        // A refresh that is cancelled ends silently, as operations do.
        guard !isCancelled || !loads[index].hasImage else { return loads[index].completions += 1 }
        perform(binding.didFail(loads[index].load, isCancelled: isCancelled), for: index)
    }

    private mutating func progress(_ index: Int) {
        perform(binding.didProgress(loads[index].load, received: 1, expected: 2), for: index)
    }

    private mutating func endTransition() {
        guard isTransitioning else { return }
        log.append("the transition ends")
        isTransitioning = false
        perform(binding.didEndTransition(), for: nil)
    }

    private mutating func setByHand() {
        log.append("set by hand")
        picture = .image(binding.url)
        perform(binding.didSet(image: true), for: nil)
    }

    private mutating func reuse() {
        log.append("reuse")
        perform(binding.leave(), for: nil)
        cancelAll()
        perform(binding.reuse(), for: nil)
        (isReused, isReplaced) = (true, false)
    }

    private mutating func replace() {
        guard !isReused else { return }
        log.append("replace")
        cancelAll()
        perform(binding.leave(), for: nil)
        perform(binding.replace(), for: nil)
        isReplaced = true
    }

    private mutating func detach() {
        log.append("detach")
        for index in loads.indices { loads[index].isDetached = true }
    }

    private mutating func cancelAll() {
        for index in loads.indices where !loads[index].isOver && !loads[index].isDetached {
            fail(index, isCancelled: true)
        }
    }

    // MARK: - Effects on a view

    private mutating func perform(_ actions: [LoadBinding.Action], for index: Int?) {
        for action in actions {
            switch action {
            case .showNothing: picture = .nothing
            case .showPlaceholder: picture = .placeholder(index.flatMap { loads[$0].url })
            case .showPreview: picture = .preview(index.flatMap { loads[$0].url })
            case .showImage(let isAnimated):
                isShownLate = isShownLate || isReplaced
                picture = .image(index.flatMap { loads[$0].url })
                // Not every transition that may begin does: the view may be off screen.
                if isAnimated, Bool.random(using: &random) {
                    isTransitioning = true
                    binding.didBeginTransition()
                }
            case .startIndicator: isIndicating = true
            case .stopIndicator: isIndicating = false
            case .dropTransition: isTransitioning = false
            case .complete: index.map { loads[$0].completions += 1 } ?? ()
            case .completeAfterTransition:
                if binding.isTransitioning {
                    waiting = index
                } else {
                    index.map { loads[$0].completions += 1 } ?? ()
                }
            case .completeWaiting:
                waiting.map { loads[$0].completions += 1 } ?? ()
                waiting = nil
            case .showProgress, .fillProgress, .countLate: break
            }
        }
    }

    // MARK: - Invariants

    private var fault: String? {
        if isShownLate { return "an image of a replaced load is shown" }
        if isReplaced, isIndicating { return "the indicator turns for a replaced load" }
        if isReused { return picture == .nothing ? nil : reusedFault }
        switch picture {
        case .image(let url), .preview(let url), .placeholder(let url):
            if url != binding.url, picture != .placeholder(url) { return "bound to another URL, it shows \(picture)" }
        case .nothing: break
        }
        if waiting != nil, !isTransitioning { return "a completion waits for no transition" }
        if isIndicating, let last = loads.last, last.isOver { return "the indicator turns on after the end" }
        return nil
    }

    /// Checks that after reuse only an image that was set directly is shown.
    private var reusedFault: String? {
        picture == .image(nil) ? nil : "a reused slot shows \(picture)"
    }
}
