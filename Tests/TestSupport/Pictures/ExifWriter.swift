/// A writer of EXIF data: a TIFF block with the directories of the image, of the camera and of the position.
public struct ExifWriter {
    /// An encoded value.
    public struct Value {
        public var type: Int
        public var count: Int
        public var bytes: [UInt8]

        public init(type: Int, count: Int, bytes: [UInt8]) {
            (self.type, self.count, self.bytes) = (type, count, bytes)
        }
    }

    public var isLittleEndian = true
    public var picture: [(tag: Int, value: Value)] = []
    public var camera: [(tag: Int, value: Value)] = []
    public var position: [(tag: Int, value: Value)] = []

    public init(isLittleEndian: Bool = true) { self.isLittleEndian = isLittleEndian }

    public func number(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittleEndian ? bytes : bytes.reversed()
    }

    public func text(_ text: String, type: Int = 2) -> Value {
        Value(type: type, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
    }

    public func short(_ numbers: Int...) -> Value {
        Value(type: 3, count: numbers.count, bytes: numbers.flatMap { number($0, 2) })
    }

    public func long(_ value: Int) -> Value { Value(type: 4, count: 1, bytes: number(value, 4)) }

    public func fractions(_ pairs: (Int, Int)..., signed: Bool = false) -> Value {
        Value(
            type: signed ? 10 : 5, count: pairs.count, bytes: pairs.flatMap { number($0.0, 4) + number($0.1, 4) })
    }

    /// The TIFF block. Values that do not fit into an entry follow the directories.
    public var block: [UInt8] {
        var picture = picture
        if !camera.isEmpty { picture.append((0x8769, long(0))) }
        if !position.isEmpty { picture.append((0x8825, long(0))) }
        func length(_ count: Int) -> Int { 2 + 12 * count + 4 }
        let cameraStart = 8 + length(picture.count)
        let positionStart = cameraStart + length(camera.count)
        for index in picture.indices {
            if picture[index].tag == 0x8769, !camera.isEmpty { picture[index].value = long(cameraStart) }
            if picture[index].tag == 0x8825, !position.isEmpty { picture[index].value = long(positionStart) }
        }
        let mark: [UInt8] = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
        var block = mark + number(42, 2) + number(8, 4)
        let heapStart = positionStart + length(position.count)
        var heap: [UInt8] = []
        for directory in [picture, camera, position] {
            block += number(directory.count, 2)
            for (tag, value) in directory {
                block += number(tag, 2) + number(value.type, 2) + number(value.count, 4)
                if value.bytes.count <= 4 {
                    block += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
                } else {
                    block += number(heapStart + heap.count, 4)
                    heap += value.bytes
                }
            }
            block += number(0, 4)
        }
        return block + heap
    }

    /// Returns typical metadata of a camera.
    public static func photo(isLittleEndian: Bool = true) -> ExifWriter {
        var writer = ExifWriter(isLittleEndian: isLittleEndian)
        writer.picture = [
            (0x010F, writer.text("Halftone Works")), (0x0110, writer.text("H-1")), (0x0112, writer.short(6)),
            (0x0131, writer.text("v2")), (0x013B, writer.text("A. Person")), (0x8298, writer.text("(c) A. Person")),
        ]
        writer.camera = [
            (0x829A, writer.fractions((1, 250))), (0x829D, writer.fractions((28, 10))), (0x8827, writer.short(400)),
            (0x9003, writer.text("2024:05:01 12:30:59")), (0x9011, writer.text("+02:00")),
            (0x9204, writer.fractions((-1, 3), signed: true)), (0x9209, writer.short(0x19)),
            (0x920A, writer.fractions((35, 1))), (0xA405, writer.short(52)), (0xA434, writer.text("35mm f/1.8")),
        ]
        writer.position = [
            (1, writer.text("N")), (2, writer.fractions((59, 1), (20, 1), (3, 1))), (3, writer.text("E")),
            (4, writer.fractions((18, 1), (4, 1), (0, 1))),
        ]
        return writer
    }

    /// Returns an orientation, 1 to 8, with another tag before it.
    public static func orientation(_ value: Int, isLittleEndian: Bool = true) -> ExifWriter {
        var writer = ExifWriter(isLittleEndian: isLittleEndian)
        writer.picture = [(0x0110, writer.text("abc")), (0x0112, writer.short(value))]
        return writer
    }

    /// Returns a JPEG with the block in an APP1 segment after SOI.
    public func added(toJPEG file: [UInt8]) -> [UInt8] {
        let content = Array("Exif".utf8) + [0, 0] + block
        let length = content.count + 2
        return Array(file[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content + file[2...]
    }
}
