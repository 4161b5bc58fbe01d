import HalftoneCore
import ImageCoding
import OptionParsing

/// The format of the line under a printed picture: a text with placeholders.
struct PictureTitle {
    /// A placeholder, by the letter after `%`.
    enum Place: Character, CaseIterable {
        case source = "f"
        case name = "b"
        case width = "w"
        case height = "h"
        case format = "F"
        case size = "s"
        case bytes = "B"
        case number = "n"
        case count = "N"

        /// The meaning, for `--help`.
        var meaning: String {
            switch self {
            case .source: "file or URL"
            case .name: "last part of that"
            case .width: "width in pixels"
            case .height: "height in pixels"
            case .format: "format, such as JPEG"
            case .size: "size, such as 36 KB"
            case .bytes: "size in bytes"
            case .number: "number of this picture"
            case .count: "number of pictures"
            }
        }
    }

    private enum Part {
        case text(String)
        case place(Place)
    }

    private let parts: [Part]

    /// Parses a format: `%` and a letter of ``Place`` is a placeholder, `%%` is a percent sign.
    init(_ format: String) throws(UsageError) {
        var parts: [Part] = []
        var text = ""
        var rest = format[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                text.append(character)
                continue
            }
            let letter = rest.popFirst()
            if letter == "%" {
                text.append("%")
            } else if let place = letter.flatMap(Place.init(rawValue:)) {
                parts += [.text(text), .place(place)]
                text = ""
            } else {
                let unknown = TextSanitizer.clean("%" + (letter.map { String($0) } ?? ""))
                let known = Place.allCases.map { "%\($0.rawValue)" }.joined(separator: ", ")
                throw UsageError("knows \(known) and %%, not '\(unknown)'")
            }
        }
        self.parts = parts + [.text(text)]
    }

    /// Returns the sanitized title of a picture.
    func text(of image: Image, source: PublicAddress, number: Int, count: Int) -> String {
        let text = parts.map { part in
            switch part {
            case .text(let text): text
            case .place(.source): source.description
            case .place(.name): Self.lastPart(of: source.text)
            case .place(.width): "\(image.intrinsicSize.width)"
            case .place(.height): "\(image.intrinsicSize.height)"
            case .place(.format): image.format?.name ?? "?"
            case .place(.size): "\(ByteSize(image.sourceBytes))"
            case .place(.bytes): "\(image.sourceBytes)"
            case .place(.number): "\(number)"
            case .place(.count): "\(count)"
            }
        }
        return TextSanitizer.clean(text.joined())
    }

    /// Returns the last component of a path or URL, without its query.
    private static func lastPart(of source: String) -> String {
        let path = source.contains("://") ? source.prefix { $0 != "?" && $0 != "#" } : source[...]
        return path.split(separator: "/").last.map { String($0) } ?? source
    }
}
