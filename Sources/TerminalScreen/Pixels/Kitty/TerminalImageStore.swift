/// The pictures that a terminal holds for this process, within a budget. A value: no I/O, no clock.
///
/// The caller uploads pictures, and deletes those of ``evictions(inFrame:)``. It numbers frames in ascending order.
struct TerminalImageStore: Sendable {
    /// The default budget: a fifth of the least that terminals with kitty's protocol have for all programs.
    static let defaultBudget = 64 << 20

    /// Maximum number of bytes of the pictures, which visible ones may exceed.
    let budget: Int
    /// The number of bytes of all pictures.
    private(set) var bytes = 0

    private struct Entry {
        var bytes: Int
        /// The last frame in which the picture was visible.
        var frame: Int
    }
    private var entries: [UInt32: Entry] = [:]

    /// Creates a store without pictures.
    init(budget: Int = defaultBudget) { self.budget = budget }

    /// The numbers of all pictures, in ascending order.
    var ids: [UInt32] { entries.keys.sorted() }

    func contains(_ id: UInt32) -> Bool { entries[id] != nil }

    /// Adds a picture that is uploaded for a frame. One with the same number is replaced.
    mutating func didUpload(_ id: UInt32, bytes: Int, frame: Int) {
        remove(id)
        entries[id] = Entry(bytes: bytes, frame: frame)
        self.bytes += bytes
    }

    /// Notes that a picture is visible in a frame. Does nothing for an unknown picture.
    mutating func markVisible(_ id: UInt32, frame: Int) {
        guard let entry = entries[id], entry.frame < frame else { return }
        entries[id]?.frame = frame
    }

    /// Removes pictures that were not visible in `frame`, the latest one, until the rest is within the budget, and
    /// returns their numbers and bytes: first those that were visible longest ago.
    mutating func evictions(inFrame frame: Int) -> [(id: UInt32, bytes: Int)] {
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
    mutating func remove(_ id: UInt32) {
        if let entry = entries.removeValue(forKey: id) { bytes -= entry.bytes }
    }
}
