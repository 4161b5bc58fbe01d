/// The pictures that a terminal holds for this process, within a budget. A value: no I/O, no clock.
///
/// The caller sends what the store says: it uploads pictures under numbers of ``makeID()``, and deletes those of
/// ``evictions(inFrame:)``. Frames are numbered in ascending order by the caller.
public struct TerminalImageStore: Sendable {
    /// The default budget: a fifth of the least that terminals with kitty's protocol have for all programs.
    public static let defaultBudget = 64 << 20

    /// Maximum number of bytes of the pictures, which visible ones may exceed.
    public let budget: Int
    /// The number of bytes of all pictures.
    public private(set) var bytes = 0

    private struct Entry {
        var bytes: Int
        /// The last frame in which the picture was visible.
        var frame: Int
    }
    private var entries: [UInt32: Entry] = [:]
    private let firstID: UInt32
    private var nextOffset: UInt32 = 0

    /// The number of numbers, after which they start again.
    private static let span: UInt32 = 1 << 20

    /// Creates a store without pictures. Numbers of pictures start at a random one, because several processes may share
    /// one terminal through tmux.
    public init(budget: Int = defaultBudget) {
        self.init(budget: budget, firstID: UInt32.random(in: 1...(KittyGraphics.largestID - 2 - Self.span)))
    }

    init(budget: Int, firstID: UInt32) {
        self.budget = budget
        self.firstID = firstID
    }

    /// The number of pictures.
    public var count: Int { entries.count }
    /// The numbers of all pictures, in ascending order.
    public var ids: [UInt32] { entries.keys.sorted() }

    /// Returns whether the terminal holds a picture.
    public func contains(_ id: UInt32) -> Bool { entries[id] != nil }

    /// Returns a number that no picture has, 1 to ``KittyGraphics/largestID``. The store has to have fewer than a
    /// million pictures.
    public mutating func makeID() -> UInt32 {
        var id: UInt32
        repeat {
            id = firstID + nextOffset
            nextOffset = (nextOffset + 1) % Self.span
        } while entries[id] != nil
        return id
    }

    /// Adds a picture that is uploaded for a frame. One with the same number is replaced.
    public mutating func didUpload(_ id: UInt32, bytes: Int, frame: Int) {
        remove(id)
        entries[id] = Entry(bytes: bytes, frame: frame)
        self.bytes += bytes
    }

    /// Notes that a picture is visible in a frame. Does nothing for an unknown picture.
    public mutating func markVisible(_ id: UInt32, frame: Int) {
        guard let entry = entries[id], entry.frame < frame else { return }
        entries[id]?.frame = frame
    }

    /// Removes pictures that were not visible in `frame`, the latest one, until the rest is within the budget, and
    /// returns their numbers and bytes: first those that were visible longest ago.
    public mutating func evictions(inFrame frame: Int) -> [(id: UInt32, bytes: Int)] {
        guard bytes > budget else { return [] }
        let hidden = entries.filter { $0.value.frame < frame }
            .sorted { ($0.value.frame, $0.key) < ($1.value.frame, $1.key) }
        var evicted: [(id: UInt32, bytes: Int)] = []
        for (id, entry) in hidden {
            guard bytes > budget else { break }
            remove(id)
            evicted.append((id, entry.bytes))
        }
        return evicted
    }

    /// Removes one picture, which the caller deletes. Does nothing for an unknown picture.
    public mutating func remove(_ id: UInt32) {
        if let entry = entries.removeValue(forKey: id) { bytes -= entry.bytes }
    }

    /// Removes all pictures: the terminal has forgotten them, or is told to.
    public mutating func removeAll() {
        entries = [:]
        bytes = 0
    }

    /// Returns the sequences that delete all pictures in the terminal, for the end and for a suspend.
    public func deletion(_ graphics: KittyGraphics) -> [UInt8] { ids.flatMap { graphics.delete(id: $0) } }

    /// Returns one short sequence that deletes all pictures, for the bytes that are sent after a crash; empty if there
    /// are none. Terminals before kitty 0.33 ignore it.
    public func shortDeletion(_ graphics: KittyGraphics) -> [UInt8] {
        guard let first = entries.keys.min(), let last = entries.keys.max() else { return [] }
        return graphics.delete(ids: first...last)
    }
}
