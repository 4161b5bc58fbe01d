import Pixels

@testable import ImageCoding

extension DecodeOptions {
    /// Options that decode the animation and not only its first frame.
    static var frames: DecodeOptions { frames(box: nil) }

    static func frames(box: PixelSize?) -> DecodeOptions {
        var options = DecodeOptions(box: box)
        options.animation = .frames
        return options
    }
}

/// A frame of one color in generated animation files, whose composition can be written down by hand.
struct MadeFrame {
    var rect: PixelRect
    /// `nil` is transparent.
    var color: RGB?
    var milliseconds = 100
    /// 0 keep, 1 clear, 2 restore.
    var disposal = 0
    var isOver = true

    init(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: RGB?, disposal: Int = 0, isOver: Bool = true,
        milliseconds: Int = 100
    ) {
        rect = PixelRect(x: x, y: y, size: PixelSize(width: width, height: height))
        self.color = color
        self.disposal = disposal
        self.isOver = isOver
        self.milliseconds = milliseconds
    }

    static let red = RGB(255, 0, 0)
    static let green = RGB(0, 255, 0)
    static let blue = RGB(0, 0, 255)

    /// Returns a file of these frames in each format with frames.
    static func files(_ canvas: PixelSize, _ frames: [MadeFrame], loops: Int = 0) -> [[UInt8]] {
        [
            AnimatedGIFWriter(screen: canvas, frames: frames, loops: loops).bytes,
            APNGWriter(canvas: canvas, frames: frames, plays: loops).bytes,
            AnimatedWebPWriter(canvas: canvas, frames: frames, loops: loops).bytes,
        ]
    }
}

/// A GIF of several frames. Its palette is transparent, red, green, blue.
struct AnimatedGIFWriter {
    var screen: PixelSize
    var frames: [MadeFrame]
    /// `nil` leaves the loop block out.
    var loops: Int? = 0
    var hasControls = true
    var isInterlaced = false
    var usesLocalPalettes = false
    var hasTrailer = true

    var bytes: [UInt8] {
        let palette: [UInt8] = [9, 9, 9, 255, 0, 0, 0, 255, 0, 0, 0, 255]
        var file = Array("GIF89a".utf8) + number(screen.width) + number(screen.height)
        file += usesLocalPalettes ? [0, 0, 0] : [0x81, 0, 0] + palette
        if let loops {
            file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + number(loops) + [0]
        }
        for frame in frames {
            let writer = GIFWriter(
                screen: screen, frame: frame.rect, isInterlaced: isInterlaced,
                globalPalette: usesLocalPalettes ? [] : palette, localPalette: usesLocalPalettes ? palette : [],
                hasTrailer: false)
            let colors = [RGB(255, 0, 0), RGB(0, 255, 0), RGB(0, 0, 255)]
            let index = frame.color.flatMap { colors.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            if hasControls {
                let disposal = UInt8([1, 2, 3][frame.disposal]) << 2
                file += [0x21, 0xF9, 4, disposal | (frame.isOver ? 1 : 0)] + number(frame.milliseconds / 10) + [0, 0]
            }
            file += writer.bytes { _, _ in index }.dropFirst(usesLocalPalettes ? 13 : 25)
        }
        return file + (hasTrailer ? [0x3B] : [])
    }

    private func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}

/// An animated PNG of RGBA.
struct APNGWriter {
    var canvas: PixelSize
    var frames: [MadeFrame]
    var plays = 0
    /// The default picture is not a frame; it is gray.
    var hidesDefault = false
    var isInterlaced = false
    /// The number that the file announces, if it is wrong.
    var claims: Int?
    /// Changes the frame chunks, by their place among them.
    var change: (Int, inout (name: UInt32, content: [UInt8])) -> Void = { _, _ in }

    var bytes: [UInt8] {
        let still = picture(hidesDefault ? RGB(128, 128, 128) : frames[0].color, canvas)
        var file = Array(still.bytes[..<33])  // signature and header
        let count = PNGChunk.bigEndian(UInt32(claims ?? frames.count))
        file += PNGChunk.bytes(PNGChunk.animation, count + PNGChunk.bigEndian(UInt32(plays)))
        var chunks: [(name: UInt32, content: [UInt8])] = []
        if hidesDefault { chunks += still.pixels.map { (PNGChunk.pixels, $0) } }
        var number: UInt32 = 0
        func next() -> [UInt8] {
            defer { number += 1 }
            return PNGChunk.bigEndian(number)
        }
        for (index, frame) in frames.enumerated() {
            let sides = [frame.rect.size.width, frame.rect.size.height, frame.rect.x, frame.rect.y]
            let delay = [UInt8(frame.milliseconds >> 8), UInt8(frame.milliseconds & 255), 3, 232]  // thousandths
            let control = sides.flatMap { PNGChunk.bigEndian(UInt32($0)) } + delay
            chunks.append((PNGChunk.frameControl, next() + control + [UInt8(frame.disposal), frame.isOver ? 1 : 0]))
            for piece in picture(frame.color, frame.rect.size).pixels {
                let isDefault = index == 0 && !hidesDefault
                chunks.append(isDefault ? (PNGChunk.pixels, piece) : (PNGChunk.framePixels, next() + piece))
            }
        }
        for index in chunks.indices {
            change(index, &chunks[index])
            file += PNGChunk.bytes(chunks[index].name, chunks[index].content)
        }
        return file + PNGChunk.bytes(PNGChunk.end, [])
    }

    private func picture(_ color: RGB?, _ size: PixelSize) -> (bytes: [UInt8], pixels: [[UInt8]]) {
        var writer = PNGWriter(width: size.width, height: size.height, colorType: 6, isInterlaced: isInterlaced)
        writer.chunkBytes = 64
        let bytes = writer.bytes { _, _, channel in
            guard let color else { return 0 }
            return [Int(color.red), Int(color.green), Int(color.blue), 255][channel]
        }
        let pixels = PNGChunk.all(in: bytes).filter { $0.name == PNGChunk.pixels }
        return (bytes, pixels.map { Array(bytes[$0.content]) })
    }
}

/// An animated WebP of lossless frames.
struct AnimatedWebPWriter {
    var canvas: PixelSize
    var frames: [MadeFrame]
    var loops = 0

    var bytes: [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var content = WebPWriter.chunk(
            "VP8X", [0x12, 0, 0, 0] + number(canvas.width - 1, 3) + number(canvas.height - 1, 3))
        content += WebPWriter.chunk("ANIM", [255, 255, 255, 255] + number(loops, 2))
        for frame in frames {
            let still = WebPWriter(size: frame.rect.size, isLossless: true, hasAlpha: true).bytes { _, _, channel in
                guard let color = frame.color else { return 0 }
                return [Int(color.red), Int(color.green), Int(color.blue), 255][channel]
            }
            let chunks = still[12...].starts(with: "VP8X".utf8) ? still[30...] : still[12...]
            let place = number(frame.rect.x / 2, 3) + number(frame.rect.y / 2, 3)
            let sides = number(frame.rect.size.width - 1, 3) + number(frame.rect.size.height - 1, 3)
            let flags = UInt8(frame.disposal == 1 ? 1 : 0) | (frame.isOver ? 0 : 2)
            content += WebPWriter.chunk("ANMF", place + sides + number(frame.milliseconds, 3) + [flags] + chunks)
        }
        return WebPWriter.file(content)
    }
}

extension PNGChunk {
    /// Returns all chunks of a file.
    static func all(in file: [UInt8]) -> [PNGChunk] {
        Array(sequence(state: ByteReader(file, at: 8)) { PNGChunk.next(&$0) })
    }
}
