import ImageCoding
import Pixels

/// A request to decode the picture that a worker has open, and to reduce it.
struct Drawing: Equatable {
    var frame = 0
    /// Whether the small picture in the file is enough.
    var usesThumbnail = false
    /// The size of the whole picture after the reduction, as stored.
    var target: PixelSize
    /// The requested part of it.
    var window: PixelRect
    var fidelity = DecodeOptions.Fidelity.fast
    /// Maximum bytes of a color profile.
    var profileBytes = DecodeLimits().profileBytes

    var message: Message {
        let numbers = [
            frame, usesThumbnail ? 1 : 0, target.width, target.height, window.x, window.y, window.size.width,
            window.size.height, fidelity == .exact ? 1 : 0, profileBytes,
        ]
        return Message(.draw, numbers.map(Int64.init))
    }

    init(target: PixelSize, window: PixelRect) { (self.target, self.window) = (target, window) }

    /// Reads a request of the program, which is trusted.
    init(_ message: Message) {
        let number = { Int(message[$0]) }
        target = PixelSize(width: number(2), height: number(3))
        window = PixelRect(x: number(4), y: number(5), size: PixelSize(width: number(6), height: number(7)))
        (frame, usesThumbnail, profileBytes) = (number(0), message.flag(1), number(9))
        fidelity = message.flag(8) ? .exact : .fast
    }
}

extension DecodeWarning {
    /// The warnings that a worker can send, as two numbers.
    var numbers: [Int64] {
        switch self {
        case .cut(let percent, let isEnd): [isEnd ? 1 : 2, Int64(percent)]
        case .colors(let description):
            [3, Int64(Description.allCases.firstIndex(of: description) ?? 0)]
        case .lessDetail, .damagedInPlaces, .onlyFirstFrame, .missingFrames, .notPreloaded: [4, 0]
        }
    }

    /// Reads a warning from a worker; `nil` if there is none.
    init?(_ message: Message) {
        let value = Int(message[1])
        switch message[0] {
        case 1, 2: self = .cut(percentShown: max(1, min(99, value)), isEnd: message[0] == 1)
        case 3 where Description.allCases.indices.contains(value): self = .colors(Description.allCases[value])
        case 4: self = .damagedInPlaces
        default: return nil
        }
    }
}
