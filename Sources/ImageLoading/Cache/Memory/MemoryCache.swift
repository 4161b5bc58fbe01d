import Basis
import Glibc
import ImageCoding

/// The decoded images, bounded by bytes, in an order that a fling does not upset (see ``S3FIFOPolicy``).
///
/// Safe to call from any thread. A lookup never waits for disk or network, and a hit allocates nothing. An image that had
/// to leave is found again as long as somebody shows it. One that is too large is not kept; ``Statistics/rejected`` counts
/// it.
public final class MemoryCache: Sendable {
    struct State {
        var order: S3FIFOPolicy
        /// What lies in the slots of `order`.
        var keys: [ImageKey] = []
        var images: [Image?] = []
        var index: [ImageKey: Int] = [:]
        /// The slots of all variants of one picture.
        var variants: [String: [Int]] = [:]
        var shown = WeakImages()
        /// What has left and is let go of after the unlock: what a program's coder or transformer left in it may call this
        /// cache as it goes.
        var leaving: [Image] = []
        var statistics = Statistics()
        var limits: Limits
    }

    private let state: Lock<State>

    /// An empty cache.
    public init(limits: Limits = Limits()) {
        state = Lock(State(order: S3FIFOPolicy(capacity: limits.bytes), limits: limits))
    }

    /// A cache of so many bytes of pixels, which one image may fill.
    public convenience init(budget: Int) { self.init(limits: Limits(bytes: budget, entryBytes: budget)) }

    /// Does something under the lock. What has left by then is the caller's to let go of, without a lock.
    private func change<Result>(_ body: (inout State) -> Result) -> (result: Result, leaving: [Image]) {
        state.withLock { state in
            let result = body(&state)
            guard !state.leaving.isEmpty else { return (result, []) }
            defer { state.leaving = [] }
            return (result, state.leaving)
        }
    }

    /// How much is kept. A change holds at once: what is too much leaves before this returns.
    public var limits: Limits {
        get { state.withLock { $0.limits } }
        set {
            _ = change { (state: inout State) in
                state.limits = newValue
                state.order.capacity = newValue.bytes
                if !newValue.keepsShownImages { state.shown.forgetAll() }
                for key in state.keysOfImages(largerThan: newValue.entryBytes) { state.letGo(key) }
                state.makeRoom(bytes: newValue.bytes, count: newValue.count)
            }
        }
    }

    // MARK: - Looking

    /// The image kept under the key; counts as a use.
    public func image(for key: ImageKey) -> Image? { look(key).image }

    /// The image kept under the key, and what had to leave for it if it was only found because it is shown. A second look, by
    /// a caller that has just missed it, is not counted as another miss.
    func look(_ key: ImageKey, isRepeat: Bool = false) -> (image: Image?, leaving: [Image]) {
        let found = change { state -> Image? in
            if let slot = state.index[key] {
                state.statistics.hits += 1
                state.order.use(slot)
                let image = state.images[slot]
                if image?.animation != nil { state.recount(slot) }
                return image
            }
            return state.readopt(key, isRepeat: isRepeat)
        }
        return (found.result, found.leaving)
    }

    /// Whether an image is kept under the key. Does not count as a use.
    public func contains(_ key: ImageKey) -> Bool {
        let (isThere, shown) = state.withLock { ($0.index[key] != nil, $0.shown.image(for: key)) }
        return isThere || shown != nil
    }

    /// Whether an image is kept under the key, and not only found because somebody shows it.
    func holds(_ key: ImageKey) -> Bool { state.withLock { $0.index[key] != nil } }

    /// Another variant of the same picture, to be shown until the right one is there: the one whose number of pixels is
    /// nearest, the larger of two that are equally near; never one that was transformed in another way. Does not count as
    /// a use.
    func nearestImage(to key: ImageKey) -> Image? {
        state.withLock { state -> Image? in
            let images = (state.variants[key.source] ?? []).compactMap { slot -> Image? in
                let other = state.keys[slot]
                guard other != key, other.transformer == key.transformer else { return nil }
                return state.images[slot]
            }
            guard let box = key.variant.box else { return images.max { $0.size.area < $1.size.area } }
            func distance(_ image: Image) -> Double {
                abs(log2(Double(max(1, image.size.area)) / Double(max(1, box.area))))
            }
            return images.min { (distance($0), -$0.size.area) < (distance($1), -$1.size.area) }
        }
    }

    /// The images that are kept of one picture, in no order.
    func images(of source: String) -> [Image] {
        state.withLock { state in (state.variants[source] ?? []).compactMap { state.images[$0] } }
    }

    /// A consistent view of the counts at one moment.
    public var statistics: Statistics { state.withLock { $0.statistics } }

    // MARK: - Changing

    /// Keeps an image, in place of an earlier one under the same key, and lets others leave to fit.
    public func store(_ image: Image, for key: ImageKey) { _ = keep(image, for: key) }

    /// Keeps an image. Returns what left for it, to be let go of without a lock.
    func keep(_ image: Image, for key: ImageKey) -> [Image] {
        change { (state: inout State) in
            state.remove(key)
            state.shown.forget(key)
            state.keep(image, key)
        }.leaving
    }

    /// Forgets one image. Does nothing if it is not there.
    public func remove(_ key: ImageKey) {
        _ = change { (state: inout State) in
            state.remove(key)
            state.shown.forget(key)
        }
    }

    /// Forgets every variant of one picture.
    public func removeAll(of source: String) { _ = drop([source]) { _ in false } }

    /// Forgets the variants of pictures that are not to stay. Returns them, to be let go of without a lock. `stays` is asked
    /// under the lock.
    func drop(_ sources: Set<String>, unless stays: (Image) -> Bool) -> [Image] {
        change { (state: inout State) in
            for source in sources {
                for slot in state.variants[source] ?? [] where state.images[slot].map(stays) != true {
                    state.remove(state.keys[slot])
                }
            }
            state.leaving += state.shown.forgetAll(of: sources, unless: stays)
        }.leaving
    }

    /// Forgets every image, also those that are still shown; what was counted stays.
    public func removeAll() {
        _ = change { (state: inout State) in
            for key in Array(state.index.keys) { state.remove(key) }
            state.shown.forgetAll()
            state.order.forgetGhosts()
        }
    }

    /// Lets images leave until at most so many bytes are left. Those that somebody shows are still found.
    public func trim(toBytes bytes: Int) {
        _ = change { $0.makeRoom(bytes: max(0, bytes), count: nil) }
    }

    /// Gives memory back that the machine is short of: half of what is held, or all of it.
    public func respond(to pressure: MemoryPressure) {
        _ = change { state in
            let bytes =
                switch pressure {
                case .warning: state.statistics.bytes / 2
                case .critical: 0
                }
            state.makeRoom(bytes: bytes, count: bytes == 0 ? 0 : nil)
        }
    }
}

// MARK: - Under the lock

extension MemoryCache.State {
    /// Finds an image that had to leave and is still shown, and keeps it again.
    fileprivate mutating func readopt(_ key: ImageKey, isRepeat: Bool) -> Image? {
        guard let image = shown.take(key) else {
            if !isRepeat { statistics.misses += 1 }
            return nil
        }
        statistics.hits += 1
        statistics.readopted += 1
        keep(image, key, isNew: false)
        return image
    }

    /// An animation weighs more once its frames are there.
    fileprivate mutating func recount(_ slot: Int) {
        guard let image = images[slot], image.cost != order.cost(of: slot) else { return }
        guard image.cost <= limits.entryBytes else { return letGo(keys[slot]) }
        order.setCost(image.cost, of: slot)
        statistics.bytes = order.cost
        makeRoom(bytes: limits.bytes, count: limits.count)
    }

    fileprivate mutating func keep(_ image: Image, _ key: ImageKey, isNew: Bool = true) {
        guard image.cost <= min(limits.bytes, limits.entryBytes), limits.count != 0 else {
            if isNew { statistics.rejected += 1 }
            if limits.keepsShownImages { leaving += shown.remember(image, for: key) }
            return
        }
        makeRoom(bytes: limits.bytes - image.cost, count: limits.count.map { $0 - 1 })
        let slot = order.insert(cost: image.cost, fingerprint: key.hashValue)
        if slot == images.count {
            keys.append(key)
            images.append(image)
        } else {
            (keys[slot], images[slot]) = (key, image)
        }
        index[key] = slot
        variants[key.source, default: []].append(slot)
        statistics.count += 1
        statistics.bytes = order.cost
    }

    /// Lets images leave until there are at most so many bytes, and images.
    fileprivate mutating func makeRoom(bytes: Int, count: Int?) {
        while statistics.bytes > bytes || statistics.count > count ?? .max {
            guard let slot = order.evict() else { return }
            statistics.evicted += 1
            forget(slot, isStillWanted: true)
        }
    }

    fileprivate func keysOfImages(largerThan bytes: Int) -> [ImageKey] {
        images.indices.compactMap { slot in (images[slot]?.cost ?? 0) > bytes ? keys[slot] : nil }
    }

    /// Lets one image leave that may be found again.
    fileprivate mutating func letGo(_ key: ImageKey) {
        guard let slot = index[key] else { return }
        order.remove(slot)
        statistics.evicted += 1
        forget(slot, isStillWanted: true)
    }

    fileprivate mutating func remove(_ key: ImageKey) {
        guard let slot = index[key] else { return }
        order.remove(slot)
        forget(slot, isStillWanted: false)
    }

    /// Empties a slot that has left the order.
    private mutating func forget(_ slot: Int, isStillWanted: Bool) {
        let key = keys[slot]
        // Only an image that somebody else holds can be found again; most are held by nobody.
        let isShown = isStillWanted && limits.keepsShownImages && !isKnownUniquelyReferenced(&images[slot])
        index[key] = nil
        variants[key.source]?.removeAll { $0 == slot }
        if variants[key.source]?.isEmpty == true { variants[key.source] = nil }
        guard let image = images[slot] else { return }
        images[slot] = nil
        leaving.append(image)
        statistics.count -= 1
        statistics.bytes = order.cost
        if isShown { leaving += shown.remember(image, for: key) }
    }
}
