import Pixels

/// The part of a GIF frame to be drawn, given what is on the canvas and which frame comes next.
///
/// Unchanged pixels are left out, so that they are neither stored again nor dithered anew. Pixels that become
/// transparent cannot be drawn: the previous frame must clear the canvas.
struct GIFFramePlan {
    let rect: PixelRect
    /// The pixels of the rectangle; transparent where nothing is drawn.
    let pixels: Bitmap
    /// Whether the whole canvas is cleared when the frame's duration is over.
    let clears: Bool

    /// - Parameter shown: what is on the canvas; `nil` if it is empty.
    init(_ frame: Bitmap, shown: Bitmap?, next: Bitmap?) {
        clears = next.map { Self.hasHole($0, over: frame) } ?? false
        let drawn = shown.map { Self.changes(of: frame, since: $0) } ?? frame
        let nothing = Bitmap(size: frame.size, filledWith: RGBA(0, 0, 0, 0))
        if clears {
            rect = PixelRect(frame.size)
        } else {
            // A frame must have pixels even if nothing changed.
            rect = ChangedPart.of(drawn, since: nothing) ?? PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1))
        }
        pixels = drawn.cropped(to: rect)
    }

    /// Returns the image with binary alpha: pixels less than half opaque become transparent, the others opaque, because
    /// GIF has nothing in between.
    static func flattened(_ bitmap: Bitmap) -> Bitmap {
        guard bitmap.hasAlpha else { return bitmap }
        var bytes = bitmap.bytes
        for place in stride(from: 0, to: bytes.count, by: 4) {
            if bytes[place + 3] < 128 {
                for channel in 0..<4 { bytes[place + channel] = 0 }
            } else {
                bytes[place + 3] = 255
            }
        }
        return Bitmap(size: bitmap.size, bytes: bytes, hasAlpha: true)
    }

    private static func hasHole(_ picture: Bitmap, over before: Bitmap) -> Bool {
        stride(from: 3, to: picture.bytes.count, by: 4).contains {
            picture.bytes[$0] == 0 && before.bytes[$0] == 255
        }
    }

    private static func changes(of picture: Bitmap, since before: Bitmap) -> Bitmap {
        var bytes = picture.bytes
        for place in stride(from: 0, to: bytes.count, by: 4)
        where bytes[place..<place + 4] == before.bytes[place..<place + 4] {
            for channel in 0..<4 { bytes[place + channel] = 0 }
        }
        return Bitmap(size: picture.size, bytes: bytes, hasAlpha: true)
    }
}
