/// The bytes of a HEIF file as heif-enc writes it, of which properties can be changed (ISO/IEC 23008-12, section 9.3).
struct HEIFFile {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Replaces the property `pixi`, which every visible picture has, by another.
    mutating func replacePixi(by type: String, _ content: [UInt8]) {
        guard let container = place(of: "ipco") else { return }
        let count = 8 + content.count
        let (pixi, next) = properties(at: container)
        let associations = place(of: "ipma") ?? 0
        for (entry, index) in associated(at: associations) where pixi.contains(index) { bytes[entry] = UInt8(next) }
        moveContents(by: count)
        let end = container - 4 + number(at: container - 4)
        for box in ["meta", "iprp", "ipco"] {
            guard let place = place(of: box) else { continue }
            set(number(at: place - 4) + count, at: place - 4)
        }
        bytes.insert(contentsOf: big(count) + Array(type.utf8) + content, at: end)
    }

    /// Returns the numbers of the properties `pixi`, from 1, and the number of one that is added.
    private func properties(at container: Int) -> (pixi: [Int], next: Int) {
        var (place, index, pixi) = (container + 4, 1, [Int]())
        while place < container - 4 + number(at: container - 4) {
            if bytes[place + 4..<place + 8].elementsEqual("pixi".utf8) { pixi.append(index) }
            place += number(at: place)
            index += 1
        }
        return (pixi, index)
    }

    /// Returns the places and the values of all associations of an item with a property.
    private func associated(at associations: Int) -> [(place: Int, index: Int)] {
        var (place, result) = (associations + 12, [(place: Int, index: Int)]())
        for _ in 0..<number(at: associations + 8) {
            let count = Int(bytes[place + 2])
            for entry in place + 3..<place + 3 + count { result.append((entry, Int(bytes[entry] & 0x7F))) }
            place += 3 + count
        }
        return result
    }

    /// Adds to the places of contents after the metadata: versions 0 and 1 of `iloc`, with one extent for each item.
    /// The latter has contents within the metadata too.
    private mutating func moveContents(by count: Int) {
        guard let start = place(of: "iloc") else { return }
        let isLater = bytes[start + 4] == 1
        for item in 0..<Int(bytes[start + 11]) {
            let base = start + 12 + (isLater ? 20 * item + 6 : 18 * item + 4)
            if !isLater || bytes[base - 3] == 0 { set(number(at: base) + count, at: base) }
        }
    }

    private func place(of type: String) -> Int? {
        bytes.indices.dropLast(4).first { bytes[$0..<$0 + 4].elementsEqual(type.utf8) }
    }

    private func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    private mutating func set(_ number: Int, at place: Int) {
        bytes.replaceSubrange(place..<place + 4, with: big(number))
    }
    private func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
}
