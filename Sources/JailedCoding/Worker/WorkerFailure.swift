import CDecoders
import HalftoneCore
import ImageCoding

/// The reason why a worker cannot decode a picture.
package struct WorkerFailure: Error {
    enum Kind: Int64 {
        case damaged
        case unsupported
        case tooLarge
    }

    let kind: Kind
    let text: String

    static let noMemory = WorkerFailure(kind: .tooLarge, text: "it needs too much memory")

    private init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }

    /// Copies a library's failure.
    init(_ failure: cdecoders_failure) {
        let text = withUnsafeBytes(of: failure.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        switch failure.kind {
        case cdecoders_unsupported: self.init(kind: .unsupported, text: text)
        case cdecoders_too_large: self = .noMemory
        default: self.init(kind: .damaged, text: text)
        }
    }

    init(unsupported text: String) { self.init(kind: .unsupported, text: text) }
    init(damaged text: String) { self.init(kind: .damaged, text: text) }

    package var message: Message { Message(.failure, [kind.rawValue], payload: Array(text.utf8)) }

    /// Reads a failure that a worker sends, whose text is untrusted; `nil` if it is none.
    init?(_ message: Message) {
        guard message.kind == .failure, let kind = Kind(rawValue: message[0]) else { return nil }
        let text = TextSanitizer.clean(String(decoding: message.payload.prefix(200), as: UTF8.self))
        self.init(kind: kind, text: text)
    }

    func error(_ format: ImageFormat) -> ImageCodingError {
        switch kind {
        case .damaged: .damaged(format, text)
        case .unsupported: .unsupported(format, text)
        case .tooLarge: .decoderUnavailable(format, text)  // of a worker's memory, which is smaller than the program's
        }
    }
}
