import Glibc
import ImageCoding
import Pixels

/// Small valid pictures as initial inputs, generated so that a run needs no files.
enum Seeds {
    static func write(for target: FuzzTarget, into folder: String) -> Int32 {
        for (name, bytes) in seeds(for: target) {
            guard let file = fopen("\(folder)/seed-\(name)", "wb") else { return 1 }
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }
        return 0
    }

    private static func seeds(for target: FuzzTarget) -> [(String, [UInt8])] {
        switch target {
        case .jpeg: stills(.jpeg)
        case .png: stills(.png)
        case .gif: stills(.gif)
        case .webp: stills(.webp)
        case .bmp: PlainSeeds.bmp
        case .qoi: PlainSeeds.qoi
        case .animation: animations
        case .progressive: ImageFormat.builtIn.flatMap(stills) + animations
        case .profile: []
        // for the programs that encode these formats
        case .avif, .heic, .jpegxl: stills(.png).map { ($0.0 + ".png", $0.1) }
        case .svg: JailedSeeds.svg
        case .tiff: JailedSeeds.tiff
        }
    }

    private static func stills(_ format: ImageFormat) -> [(String, [UInt8])] {
        [(1, 1), (16, 9), (33, 40)].flatMap { width, height in
            [false, true].compactMap { isTransparent in
                let image = Image(bitmap: bitmap(width, height, isTransparent: isTransparent, shift: 0))
                let bytes = try? ImageCodersManager.shared.encode(image, as: format)
                return bytes.map { ("\(format.name)-\(width)x\(height)-\(isTransparent)", $0) }
            }
        }
    }

    private static var animations: [(String, [UInt8])] {
        ImageFormat.builtIn.compactMap { format in
            let frames = (0..<4).map {
                ImageFrame(
                    image: Image(bitmap: bitmap(20, 15, isTransparent: $0 > 1, shift: 9 * $0)),
                    duration: .milliseconds(100))
            }
            let encoder = ImageCodersManager.shared.encoder(for: format)
            let bytes = try? encoder?.encode(frames, loopCount: 0, options: EncodeOptions())
            return bytes.map { ("\(format.name)-animated", $0) }
        }
    }

    private static func bitmap(_ width: Int, _ height: Int, isTransparent: Bool, shift: Int) -> Bitmap {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let isHole = isTransparent && (x + shift) % 5 == 0
                bytes += [UInt8(x * 6 & 255), UInt8((y + shift) * 6 & 255), UInt8(x * y & 255), isHole ? 0 : 255]
            }
        }
        return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes, hasAlpha: isTransparent)
    }
}
