import ImageCoding

/// Small animations, by the coder that everybody uses.
enum FakeAnimation {
    /// A GIF of so many frames of one pixel, black and white in turn.
    static func bytes(frames: Int) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        for frame in 0..<frames {
            bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
            bytes += [2, 2, frame % 2 == 0 ? 0x44 : 0x4C, 1, 0]
        }
        return bytes + [0x3B]
    }

    static func image(frames: Int = 2) throws -> Image {
        var options = DecodeOptions()
        options.animation = .frames
        return try ImageCodersManager.shared.decode(bytes(frames: frames), options: options)
    }
}
