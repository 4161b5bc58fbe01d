import Basis
import Glibc
import ImageCoding

/// A least-recently-used cache of decoded images, bounded by bytes.
///
/// Safe to call from any thread. A lookup never waits for disk or network and allocates nothing. An image larger than
/// the whole budget is not kept; ``Statistics/rejected`` counts it.
public final class MemoryCache: Sendable {
    /// What the cache holds, and what it has done since it was made.
    public struct Statistics: Sendable, Equatable {
        /// Images that are kept now, and their bytes.
        public var count = 0
        public var bytes = 0
        /// Lookups that found their image, and those that did not.
        public var hits = 0
        public var misses = 0
        /// Images that had to make room for others.
        public var evicted = 0
        /// Images larger than the whole budget.
        public var rejected = 0
    }

    /// An entry in a doubly linked list by recency, in an array so that a hit moves numbers, not objects.
    fileprivate struct Node {
        var key: ImageKey
        var image: Image?
        var newer: Int
        var older: Int
    }

    fileprivate struct State {
        var nodes: [Node] = []
        var free: [Int] = []
        var index: [ImageKey: Int] = [:]
        /// The nodes of all variants of one picture.
        var variants: [String: [Int]] = [:]
        var newest = -1
        var oldest = -1
        var statistics = Statistics()
        var budget: Int
    }

    private let state: Lock<State>

    /// `budget` is in bytes of pixels. The default holds some thousand pictures of a list's size: those are small,
    /// because nothing is decoded larger than it is shown.
    public init(budget: Int = 32_000_000) {
        state = Lock(State(budget: budget))
    }

    /// The image kept under the key, which becomes the most recently used.
    public func image(for key: ImageKey) -> Image? {
        state.withLock { state -> Image? in
            guard let node = state.index[key] else {
                state.statistics.misses += 1
                return nil
            }
            state.statistics.hits += 1
            if state.newest != node {
                state.unlink(node)
                state.linkAsNewest(node)
            }
            return state.nodes[node].image
        }
    }

    /// The same for one who has just missed: what it does not find is not counted as another miss.
    func secondLook(_ key: ImageKey) -> Image? { contains(key) ? image(for: key) : nil }

    /// Whether an image is kept under the key. Does not count as a use.
    public func contains(_ key: ImageKey) -> Bool { state.withLock { $0.index[key] != nil } }

    /// Another variant of the same picture, to be shown until the right one is there: the one whose number of pixels is
    /// nearest, the larger of two that are equally near. Does not count as a use.
    func nearestImage(to key: ImageKey) -> Image? {
        state.withLock { state -> Image? in
            let images = (state.variants[key.source] ?? []).compactMap { node in
                state.nodes[node].key == key ? nil : state.nodes[node].image
            }
            guard let box = key.variant.box else { return images.max { $0.size.area < $1.size.area } }
            func distance(_ image: Image) -> Double {
                abs(log2(Double(max(1, image.size.area)) / Double(max(1, box.area))))
            }
            return images.min { (distance($0), -$0.size.area) < (distance($1), -$1.size.area) }
        }
    }

    /// Keeps an image, in place of an earlier one under the same key, and evicts the least recently used to fit.
    public func store(_ image: Image, for key: ImageKey) {
        state.withLock { (state: inout State) in
            state.remove(key)
            guard image.cost <= state.budget else {
                state.statistics.rejected += 1
                return
            }
            state.insert(image, key)
            state.trim(to: state.budget)
        }
    }

    /// Forgets one image. Does nothing if it is not there.
    public func remove(_ key: ImageKey) {
        state.withLock { state in _ = state.remove(key) }
    }

    /// Forgets every variant of one picture.
    public func removeAll(of source: String) {
        state.withLock { (state: inout State) in
            for key in (state.variants[source] ?? []).map({ state.nodes[$0].key }) { state.remove(key) }
        }
    }

    /// Forgets every image; what was counted stays.
    public func removeAll() {
        state.withLock { state in
            let evicted = state.statistics.evicted
            state.trim(to: -1)
            state.statistics.evicted = evicted  // those were not crowded out
        }
    }

    /// A consistent view of the counts at one moment.
    public var statistics: Statistics { state.withLock { $0.statistics } }
}

extension MemoryCache.State {
    fileprivate mutating func unlink(_ node: Int) {
        let (newer, older) = (nodes[node].newer, nodes[node].older)
        if newer >= 0 { nodes[newer].older = older } else { newest = older }
        if older >= 0 { nodes[older].newer = newer } else { oldest = newer }
    }

    fileprivate mutating func linkAsNewest(_ node: Int) {
        nodes[node].newer = -1
        nodes[node].older = newest
        if newest >= 0 { nodes[newest].newer = node } else { oldest = node }
        newest = node
    }

    fileprivate mutating func insert(_ image: Image, _ key: ImageKey) {
        let node = MemoryCache.Node(key: key, image: image, newer: -1, older: -1)
        let place = free.popLast() ?? nodes.count
        if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
        index[key] = place
        variants[key.source, default: []].append(place)
        linkAsNewest(place)
        statistics.count += 1
        statistics.bytes += image.cost
    }

    @discardableResult
    fileprivate mutating func remove(_ key: ImageKey) -> Image? {
        guard let node = index.removeValue(forKey: key) else { return nil }
        unlink(node)
        variants[key.source]?.removeAll { $0 == node }
        if variants[key.source]?.isEmpty == true { variants[key.source] = nil }
        free.append(node)
        let image = nodes[node].image
        nodes[node].image = nil
        statistics.count -= 1
        statistics.bytes -= image?.cost ?? 0
        return image
    }

    /// Evicts the oldest until at most `budget` bytes are left; a negative budget empties the cache.
    fileprivate mutating func trim(to budget: Int) {
        while statistics.bytes > budget, oldest >= 0 {
            remove(nodes[oldest].key)
            statistics.evicted += 1
        }
    }
}
