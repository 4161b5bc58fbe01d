import HalftoneCore
import Glibc
import ImageCoding

/// A cache of decoded images, bounded by bytes, whose eviction order withstands flings (S3-FIFO).
///
/// Safe to call from any thread. A lookup never waits for disk or network, and a hit allocates nothing. An evicted
/// image is still found while it is in use elsewhere, such as in a view. One that is too large is not stored.
public final class MemoryCache: Sendable {
    struct Slot {
        let key: ImageKey
        var image: Image
    }

    struct State {
        var order: S3FIFOPolicy
        /// The contents of the slots of `order`; `nil`: a free one.
        var slots: [Slot?] = []
        var index: [ImageKey: Int] = [:]
        /// The slots of all variants of one picture.
        var variants: [String: [Int]] = [:]
        var inUse = WeakImages()
        /// Removed images and keys, to be released outside the lock: a request's coder in them, or an object that a
        /// custom coder or transformer left in an image, may call this cache from its `deinit`.
        var leaving: [any Sendable] = []
        var limits: Limits
    }

    private let state: Lock<State>

    /// Creates an empty cache.
    public init(limits: Limits = Limits()) {
        state = Lock(State(order: S3FIFOPolicy(capacity: limits.bytes), limits: limits))
    }

    /// Creates a cache for `budget` bytes of pixels, which one image may fill.
    public convenience init(budget: Int) { self.init(limits: Limits(bytes: budget, entryBytes: budget)) }

    /// Runs a change under the lock. The caller must release what leaves outside the lock.
    private func change<Result>(_ body: (inout State) -> Result) -> (result: Result, leaving: [any Sendable]) {
        state.withLock { state in
            let result = body(&state)
            guard !state.leaving.isEmpty else { return (result, []) }
            defer { state.leaving = [] }
            return (result, state.leaving)
        }
    }

    /// The limits. A change applies at once: the surplus is evicted before the setter returns.
    public var limits: Limits {
        get { state.withLock { $0.limits } }
        set {
            _ = change { (state: inout State) in
                state.limits = newValue
                state.order.capacity = newValue.bytes
                if !newValue.keepsImagesInUse { state.leaving += state.inUse.forgetAll() }
                for key in state.keysOfImages(largerThan: newValue.entryBytes) {
                    state.remove(key, isEvicted: true)
                }
                state.makeRoom(bytes: newValue.bytes, count: newValue.count)
            }
        }
    }

    // MARK: - Lookups

    /// Returns the image under a key, or `nil` on a miss. Counts as a use.
    public func image(for key: ImageKey) -> Image? { lookUp(key).image }

    /// Returns the image under a key, and what was evicted to store it again if it was only in use elsewhere.
    func lookUp(_ key: ImageKey) -> (image: Image?, leaving: [any Sendable]) {
        let found = change { state -> Image? in
            if let slot = state.index[key] {
                state.order.use(slot)
                let image = state.slots[slot]?.image
                if image?.animation != nil { state.recount(slot) }
                return image
            }
            let image = state.inUse.take(key)
            if let image { state.insert(image, key) }
            return image
        }
        return (found.result, found.leaving)
    }

    /// Returns whether an image is found under a key. Does not count as a use.
    public func contains(_ key: ImageKey) -> Bool {
        let (isThere, inUse) = state.withLock { ($0.index[key] != nil, $0.inUse.image(for: key)) }
        return isThere || inUse != nil
    }

    /// Returns whether an image is stored under a key, and not only in use elsewhere.
    func holds(_ key: ImageKey) -> Bool { state.withLock { $0.index[key] != nil } }

    /// Returns another variant of the same picture, as a placeholder: the one with the nearest number of pixels, the
    /// larger of two equally near, or the largest for a key without a box; never one with another transformer or a
    /// request's other coder. Does not count as a use.
    func nearestImage(to key: ImageKey) -> Image? {
        state.withLock { state -> Image? in
            let others = (state.variants[key.source] ?? []).compactMap { state.slots[$0] }.filter { other in
                other.key != key && other.key.transformer == key.transformer
                    && other.key.variant.coder == key.variant.coder
            }
            // One that was cut in the same way, if there is one.
            let alike = others.filter { $0.key.variant.fit == key.variant.fit }
            let images = (alike.isEmpty ? others : alike).map(\.image)
            guard let box = key.variant.box else { return images.max { $0.size.area < $1.size.area } }
            func distance(_ image: Image) -> Double {
                abs(log2(Double(max(1, image.size.area)) / Double(max(1, box.area))))
            }
            return images.min { (distance($0), -$0.size.area) < (distance($1), -$1.size.area) }
        }
    }

    /// Returns the stored images of one picture, in no order.
    func images(of source: String) -> [Image] {
        state.withLock { state in (state.variants[source] ?? []).compactMap { state.slots[$0]?.image } }
    }

    /// Number of stored images, and their bytes.
    public var totals: (count: Int, bytes: Int) { state.withLock { ($0.index.count, $0.order.cost) } }

    // MARK: - Changing

    /// Stores an image, in place of an earlier one under the same key, and evicts others to make room.
    public func store(_ image: Image, for key: ImageKey) { _ = insert(image, for: key) }

    /// Stores an image. Returns what was evicted, to be released outside the lock.
    func insert(_ image: Image, for key: ImageKey) -> [any Sendable] {
        change { (state: inout State) in
            state.remove(key)
            state.inUse.forget(key)
            state.insert(image, key)
        }.leaving
    }

    /// Removes one image, if it is cached.
    public func remove(_ key: ImageKey) {
        _ = change { (state: inout State) in
            state.remove(key)
            state.inUse.forget(key)
        }
    }

    /// Removes every variant of one picture.
    public func removeAll(of source: String) { _ = drop([source]) { _ in false } }

    /// Removes the variants of pictures for which `stays` is `false`; it is called under the lock. Returns what is
    /// to be released outside the lock.
    func drop(_ sources: Set<String>, unless stays: (Image) -> Bool) -> [any Sendable] {
        change { (state: inout State) in
            for source in sources {
                for case let slot? in (state.variants[source] ?? []).map({ state.slots[$0] }) where !stays(slot.image) {
                    state.remove(slot.key)
                }
            }
            state.leaving += state.inUse.forgetAll(of: sources, unless: stays)
        }.leaving
    }

    /// Removes every image, even if it is in use elsewhere.
    public func removeAll() { _ = dropAll() }

    /// Removes every image. Returns what is to be released outside the lock.
    func dropAll() -> [any Sendable] {
        change { (state: inout State) in
            for key in Array(state.index.keys) { state.remove(key) }
            state.leaving += state.inUse.forgetAll()
        }.leaving
    }

    /// Evicts images until at most the given number of bytes is left. Images in use elsewhere are still found.
    public func trim(toBytes bytes: Int) {
        _ = change { $0.makeRoom(bytes: max(0, bytes), count: nil) }
    }
}

// MARK: - Under the lock

extension MemoryCache.State {
    /// Updates the cost of an animation, which grows as its frames are decoded.
    fileprivate mutating func recount(_ slot: Int) {
        guard let content = slots[slot], content.image.cost != order.cost(of: slot) else { return }
        guard content.image.cost <= limits.entryBytes else { return remove(content.key, isEvicted: true) }
        order.setCost(content.image.cost, of: slot)
        makeRoom(bytes: limits.bytes, count: limits.count)
    }

    fileprivate mutating func insert(_ image: Image, _ key: ImageKey) {
        guard image.cost <= min(limits.bytes, limits.entryBytes), limits.count != 0 else {
            if limits.keepsImagesInUse { leaving += inUse.remember(image, for: key) }
            return
        }
        makeRoom(bytes: limits.bytes - image.cost, count: limits.count.map { $0 - 1 })
        let slot = order.insert(cost: image.cost)
        if slot == slots.count { slots.append(nil) }
        slots[slot] = MemoryCache.Slot(key: key, image: image)
        index[key] = slot
        variants[key.source, default: []].append(slot)
    }

    /// Evicts images until at most the given numbers of bytes and images are left.
    fileprivate mutating func makeRoom(bytes: Int, count: Int?) {
        while order.cost > bytes || index.count > count ?? .max {
            guard let slot = order.evict() else { return }
            clear(slot, isEvicted: true)
        }
    }

    fileprivate func keysOfImages(largerThan bytes: Int) -> [ImageKey] {
        slots.compactMap { slot in slot.flatMap { $0.image.cost > bytes ? $0.key : nil } }
    }

    /// Removes one image; an evicted one is still found while it is in use.
    fileprivate mutating func remove(_ key: ImageKey, isEvicted: Bool = false) {
        guard let slot = index[key] else { return }
        order.remove(slot)
        clear(slot, isEvicted: isEvicted)
    }

    /// Clears a slot that has left the order.
    private mutating func clear(_ slot: Int, isEvicted: Bool) {
        guard var content = slots[slot] else { return }
        slots[slot] = nil
        let key = content.key
        // Only an image that is referenced elsewhere can be found again; most are not.
        let isInUse = isEvicted && limits.keepsImagesInUse && !isKnownUniquelyReferenced(&content.image)
        let image = content.image
        index[key] = nil
        variants[key.source]?.removeAll { $0 == slot }
        if variants[key.source]?.isEmpty == true { variants[key.source] = nil }
        leaving.append(image)
        if key.variant.coder != nil { leaving.append(key) }
        if isInUse { leaving += inUse.remember(image, for: key) }
    }
}
