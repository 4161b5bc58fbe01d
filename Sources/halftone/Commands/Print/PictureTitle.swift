import HalftoneCore
import ImageCoding

/// The format of the line under a printed picture: a text in which `%` and a letter is a placeholder.
struct PictureTitle {
    /// The facts of a printed picture that its title can have.
    struct Facts {
        let image: Image
        let source: PublicAddress
        /// The number of the picture, from 1.
        let number: Int
        /// The number of pictures.
        let count: Int
    }

    /// A letter with its meaning, for the help, and its text.
    struct Placeholder: Sendable {
        let letter: Character
        let meaning: String
        let text: @Sendable (Facts) -> String
    }

    static let placeholders = [
        Placeholder(letter: "f", meaning: "file or URL") { $0.source.description },
        Placeholder(letter: "b", meaning: "last part of that") { lastPart(of: $0.source.text) },
        Placeholder(letter: "w", meaning: "width in pixels") { "\($0.image.intrinsicSize.width)" },
        Placeholder(letter: "h", meaning: "height in pixels") { "\($0.image.intrinsicSize.height)" },
        Placeholder(letter: "F", meaning: "format, such as JPEG") { $0.image.format?.name ?? "?" },
        Placeholder(letter: "s", meaning: "size, such as 36 KB") { "\(ByteSize($0.image.sourceBytes))" },
        Placeholder(letter: "B", meaning: "size in bytes") { "\($0.image.sourceBytes)" },
        Placeholder(letter: "n", meaning: "number of this picture") { "\($0.number)" },
        Placeholder(letter: "N", meaning: "number of pictures") { "\($0.count)" },
        Placeholder(letter: "%", meaning: "percent sign") { _ in "%" },
    ]

    private let format: String

    /// Creates a title; `nil` if it has a `%` without a letter of the ``placeholders``.
    init?(_ format: String) {
        self.format = format
        var rest = format[...]
        while let character = rest.popFirst() {
            guard character == "%" else { continue }
            let letter = rest.popFirst()
            guard Self.placeholders.contains(where: { $0.letter == letter }) else { return nil }
        }
    }

    /// Returns the sanitized title of a picture.
    func text(_ facts: Facts) -> String {
        var (text, rest) = ("", format[...])
        while let character = rest.popFirst() {
            guard character == "%", let letter = rest.popFirst() else {
                text.append(character)
                continue
            }
            text += Self.placeholders.first { $0.letter == letter }?.text(facts) ?? ""
        }
        return TextSanitizer.clean(text)
    }

    /// Returns the last component of a path or URL, without its query.
    private static func lastPart(of source: String) -> String {
        let path = source.contains("://") ? source.prefix { $0 != "?" && $0 != "#" } : source[...]
        return path.split(separator: "/").last.map { String($0) } ?? source
    }
}
