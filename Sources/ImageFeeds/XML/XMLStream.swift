import HalftoneCore
import CXML

/// libxml2's SAX2 parser, fed from memory. A tree of 16 MB of XML would take ten times that memory.
///
/// Nothing outside of the document is ever opened: there are no handlers that declare or resolve entities, so external
/// entities, external subsets and entity expansion have no effect. Errors are skipped (recover mode), and the first one
/// is recorded. One parse, on one thread.
final class XMLStream {
    struct Damage {
        var line: Int
        var what: String
    }

    /// The first error after which the document was no longer well-formed.
    private(set) var damage: Damage?
    /// The document; valid during the parse.
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    private var doctypeBytes = 0
    private let limits: FeedLimits
    private let receiver: any XMLReceiver
    private let isCancelled: () -> Bool
    /// Whether further callbacks are ignored.
    private var isStopped = false
    private var parser: OpaquePointer?

    /// Parses `bytes`, in UTF-8 whatever they declare, until the receiver ends the parse or `isCancelled`.
    init(
        parsing bytes: UnsafeBufferPointer<UInt8>, limits: FeedLimits, receiver: any XMLReceiver,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        (self.bytes, self.limits, self.receiver, self.isCancelled) = (bytes, limits, receiver, isCancelled)
        guard Self.isAvailable else { return }
        withExtendedLifetime(self) {
            parser = cxml_make_parser(Self.callbacks, Unmanaged.passUnretained(self).toOpaque())
            guard let parser else { return }
            cxml_parse(parser)
            self.parser = nil
            cxml_free_parser(parser)
        }
    }

    /// Whether libxml2 is installed; the first access opens it.
    static var isAvailable: Bool { cxml_open() }

    /// The remedy for a missing library, or the reason why it could not be opened.
    static var openFailure: String {
        LibraryFailure.advice(library: "libxml2.so.2", package: "libxml2", reason: cxml_open_failure)
    }

    private static let callbacks = cxml_receiver(
        read: { XMLStream.from($0)?.read(into: $1, count: $2) ?? -1 },
        start: { stream, local, prefix, uri, count, attributes in
            guard let stream = XMLStream.from(stream), let local else { return }
            let vocabulary = XMLVocabulary(
                uri: uri.map { String(cString: $0) }, prefix: prefix.map { String(cString: $0) })
            stream.start(
                XMLName(vocabulary: vocabulary, local: String(cString: local)),
                XMLAttributes(count: Int(count), pointers: attributes))
        },
        end: { XMLStream.from($0)?.end() },
        characters: { stream, text, count in XMLStream.from(stream)?.text(text, count) },
        damage: { stream, line, message in XMLStream.from(stream)?.note(message, line: Int(line)) })

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLStream? {
        pointer.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: - Input

    /// Passes the next few kilobytes. While the parser reads a long tag it calls nothing else, so cancellation and
    /// limits are checked here.
    private func read(into buffer: UnsafeMutablePointer<CChar>?, count: Int32) -> Int32 {
        guard let buffer, let base = bytes.baseAddress, let parser, shouldContinue(parser) else { return 0 }
        let length = min(Int(count), bytes.count - position)
        guard length > 0 else { return 0 }
        if cxml_is_in_doctype(parser) {
            doctypeBytes += length
            if doctypeBytes > limits.doctypeBytes {
                end(because: "its document type has more than \(ByteSize(limits.doctypeBytes))")
                return 0
            }
        }
        UnsafeMutableRawPointer(buffer).copyMemory(from: base + position, byteCount: length)
        position += length
        return Int32(length)
    }

    private func shouldContinue(_ parser: OpaquePointer) -> Bool {
        if cxml_is_swollen(parser, Int32(clamping: limits.tagAttributes)) { end(because: tooManyAttributes) }
        if isCancelled() { end(because: nil) }
        return !isStopped
    }

    private var tooManyAttributes: String {
        "an element has more than \(limits.tagAttributes) attributes or namespaces"
    }

    // MARK: - Callbacks

    private func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard let parser, shouldContinue(parser) else { return halt() }
        depth += 1
        guard depth <= limits.xmlDepth else {
            return stop(because: "elements are nested more than \(limits.xmlDepth) deep")
        }
        guard attributes.count <= limits.tagAttributes else { return stop(because: tooManyAttributes) }
        receiver.didStart(name, attributes: attributes)
        if !receiver.wantsMore { stop(because: nil) }
    }

    private func end() {
        guard !isStopped else { return }
        depth -= 1
        receiver.didEnd()
        if !receiver.wantsMore { stop(because: nil) }
    }

    private func text(_ start: UnsafePointer<UInt8>?, _ count: Int32) {
        guard !isStopped else { return }
        receiver.didReceive(text: UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// Records the first error.
    private func note(_ message: UnsafePointer<CChar>?, line: Int) {
        guard damage == nil, !isStopped else { return }
        let text = message.map { TextSanitizer.clean(String(cString: $0)) } ?? "not well-formed"
        damage = Damage(line: line, what: String(text.unicodeScalars.prefix(160)).withSingleSpaces)
    }

    // MARK: - The end

    private func stop(because why: String?) {
        end(because: why)
        halt()
    }

    /// Ends the parse and records the reason; the parser's completion of open tags is ignored.
    private func end(because why: String?) {
        guard !isStopped else { return }
        isStopped = true
        guard let parser, let why, damage == nil else { return }
        damage = Damage(line: Int(cxml_line(parser)), what: why)
    }

    /// Stops the parser. Must not be called while the parser reads, because it frees the buffer.
    private func halt() {
        if let parser { cxml_stop(parser) }
    }
}
