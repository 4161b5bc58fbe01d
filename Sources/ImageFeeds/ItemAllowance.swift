/// The room for the items or the links of one document: their number, and the bytes of their addresses, which short
/// references to a long base multiply. A value.
struct ItemAllowance {
    /// The number of items that were admitted.
    private(set) var admitted = 0
    /// Whether an item was left out.
    private(set) var isExceeded = false
    private let count: Int
    private var bytes: Int
    private var seen: Set<String> = []

    /// Creates room for `count` items.
    init(count: Int, limits: FeedLimits) { (self.count, bytes) = (count, limits.addressBytes) }

    /// Takes the room for an item with these addresses; returns `false` if there is none, for this and all later items.
    mutating func admit(_ addresses: String?...) -> Bool {
        let size = addresses.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        isExceeded = isExceeded || admitted == count || size > bytes
        guard !isExceeded else { return false }
        admitted += 1
        bytes -= size
        return true
    }

    /// Takes the room for an item with an address that no item before has, and with another address.
    mutating func admitNew(_ address: String, _ other: String? = nil) -> Bool {
        !seen.contains(address) && admit(address, other) && seen.insert(address).inserted
    }
}
