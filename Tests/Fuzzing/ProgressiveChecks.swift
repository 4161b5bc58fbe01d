import ImageCoding
import Pixels

/// An incremental decode yields the same picture or error as a decode of all bytes.
enum ProgressiveChecks {
    static func run(_ bytes: [UInt8]) {
        guard let coder = ImageCodersManager.shared.coder(for: bytes) as? any ProgressiveImageCoder else { return }
        let options = FuzzTarget.options(bytes, box: bytes.count % 2 == 0 ? nil : PixelSize(width: 9, height: 9))
        let decoder = coder.makeIncrementalDecoder(options: options)
        var (place, step) = (0, 1 + bytes.count / (2 + bytes.count % 7))
        while place < bytes.count {
            let end = min(bytes.count, place + step)
            do {
                try decoder.append(bytes[place..<end])
                if let preview = try decoder.preview() {
                    precondition(preview.isIncremental)
                    FuzzTarget.check(preview, options)
                }
            } catch {
                break
            }
            place = end
            step = max(1, step * 3 / 4)
        }
        guard place >= bytes.count else { return }
        precondition(Outcome { try decoder.finish() } == Outcome { try coder.decode(bytes, options: options) })
    }
}
