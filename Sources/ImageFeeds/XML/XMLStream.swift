import Basis
import CXML
import Glibc

/// What an XML document is read by. Called on the thread that parses, in document order; starts and ends are balanced
/// except that a document that breaks off leaves elements open.
protocol XMLReceiver: AnyObject {
    func didStart(_ name: XMLName, attributes: XMLAttributes)
    func didEnd()
    func didReceive(text: UnsafeBufferPointer<UInt8>)
    /// False ends the parsing.
    var wantsMore: Bool { get }
}

struct XMLName {
    var vocabulary: XMLVocabulary
    var local: String
}

/// The attributes of one start tag. Valid only during the call that hands them over.
struct XMLAttributes {
    fileprivate let count: Int
    /// Five pointers each: local name, prefix, URI, value, end of value.
    fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// The value of an attribute without namespace, or of `vocabulary`.
    func value(_ name: String, in vocabulary: XMLVocabulary? = nil) -> String? {
        guard let pointers else { return nil }
        for index in 0..<count {
            let attribute = pointers + index * 5
            guard let local = attribute[0], strcmp(local, name) == 0 else { continue }
            if let vocabulary {
                guard attribute[1] != nil,
                    XMLVocabulary(uri: string(attribute[2]), prefix: string(attribute[1])) == vocabulary
                else { continue }
            } else if attribute[1] != nil {
                continue
            }
            guard let start = attribute[3], let end = attribute[4] else { return nil }
            let value = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
            // Because entities are not replaced, the parser hands every ampersand of a value over as a reference.
            return value.utf8.contains(0x26) ? value.replacing("&#38;", with: "&") : value
        }
        return nil
    }
}

private func string(_ pointer: UnsafePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
}

/// libxml2's SAX2 parser, fed from memory. SAX and not a tree: a feed is read once, front to back, and a tree of
/// 16 MB of XML takes ten times that.
///
/// Nothing outside of the document is ever opened: no handler exists that declares or resolves entities, so that
/// external entities, external subsets and entities that multiply are names without meaning, and vanish.
/// Damage is passed over (recover mode) and the first error remembered.
struct XMLStream {
    struct Damage {
        var line: Int
        var what: String
    }

    /// The first error after which the document was no longer well-formed.
    private(set) var damage: Damage?

    enum Dialect {
        case xml
        /// As browsers read it, whatever is missing or wrong. Names are in lower case and have no vocabulary.
        case html
    }

    /// Parses all of `bytes`, or as much as the receiver wants. `encoding` is what the transport said; it counts only
    /// if it is not `nil`, so pass it only for documents that declare none.
    init(
        parsing bytes: UnsafeBufferPointer<UInt8>, as dialect: Dialect = .xml, encoding: String?, maximumDepth: Int,
        receiver: any XMLReceiver
    ) {
        guard Self.isAvailable else { return }
        let session = Session(bytes: bytes, maximumDepth: maximumDepth, receiver: receiver)
        withExtendedLifetime(session) {
            let pointer = Unmanaged.passUnretained(session).toOpaque()
            guard let parser = cxml_make_parser(Self.receiver, pointer, dialect == .html) else { return }
            defer { cxml_free_parser(parser) }
            session.parser = parser
            cxml_parse(parser, encoding)
        }
        damage = session.damage
    }

    /// Whether libxml2 is installed; it is opened by the first who asks.
    static var isAvailable: Bool { cxml_open() }

    private static let receiver = cxml_receiver(
        read: { Session.from($0)?.read(into: $1, count: $2) ?? -1 },
        start: { session, local, prefix, uri, count, attributes in
            guard let session = Session.from(session), let local = string(local) else { return }
            let name = XMLName(vocabulary: XMLVocabulary(uri: string(uri), prefix: string(prefix)), local: local)
            session.start(name, XMLAttributes(count: Int(count), pointers: attributes))
        },
        end: { Session.from($0)?.end() },
        characters: { session, text, count in Session.from(session)?.text(text, count) },
        damage: { session, line, message in Session.from(session)?.note(message, line: Int(line)) })
}

/// One parse: what libxml2's callbacks find behind their user pointer. Lives on one thread.
private final class Session {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    private let maximumDepth: Int
    private let receiver: any XMLReceiver
    private(set) var damage: XMLStream.Damage?
    var parser: OpaquePointer?

    init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, receiver: any XMLReceiver) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.receiver = receiver
    }

    static func from(_ pointer: UnsafeMutableRawPointer?) -> Session? {
        pointer.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    func read(into buffer: UnsafeMutablePointer<CChar>?, count: Int32) -> Int32 {
        guard let buffer, let base = bytes.baseAddress else { return 0 }
        let length = min(Int(count), bytes.count - position)
        guard length > 0 else { return 0 }
        UnsafeMutableRawPointer(buffer).copyMemory(from: base + position, byteCount: length)
        position += length
        return Int32(length)
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        depth += 1
        guard depth <= maximumDepth else {
            stop(because: "elements are nested more than \(maximumDepth) deep")
            return
        }
        receiver.didStart(name, attributes: attributes)
        if !receiver.wantsMore { stop(because: nil) }
    }

    func end() {
        depth -= 1
        receiver.didEnd()
        if !receiver.wantsMore { stop(because: nil) }
    }

    func text(_ start: UnsafePointer<UInt8>?, _ count: Int32) {
        receiver.didReceive(text: UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// Remembers the first damage.
    func note(_ message: UnsafePointer<CChar>?, line: Int) {
        guard damage == nil else { return }
        let text = message.map { Sanitiser.clean(String(cString: $0)) } ?? "not well-formed"
        damage = XMLStream.Damage(line: line, what: String(text.unicodeScalars.prefix(160)).withSingleSpaces)
    }

    private func stop(because why: String?) {
        guard let parser else { return }
        if let why, damage == nil { damage = XMLStream.Damage(line: Int(cxml_line(parser)), what: why) }
        cxml_stop(parser)
    }
}
