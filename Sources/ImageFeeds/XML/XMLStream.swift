import Basis
import CXML

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
    fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

    /// The value of an attribute without namespace, or of `vocabulary`.
    func value(_ name: String, in vocabulary: XMLVocabulary? = nil) -> String? {
        guard let pointers else { return nil }
        for index in 0..<count {
            let attribute = pointers + index * 5
            guard let local = attribute[0], xmlStrEqual(local, name) == 1 else { continue }
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

private func string(_ pointer: UnsafePointer<xmlChar>?) -> String? {
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

    /// Parses all of `bytes`, or as much as the receiver wants. `encoding` is what the transport said; it counts only
    /// if it is not `nil`, so pass it only for documents that declare none.
    init(parsing bytes: UnsafeBufferPointer<UInt8>, encoding: String?, maximumDepth: Int, receiver: any XMLReceiver) {
        Self.initialise
        let session = Session(bytes: bytes, maximumDepth: maximumDepth, receiver: receiver)
        withExtendedLifetime(session) {
            guard let context = xmlNewParserCtxt() else { return }
            defer { xmlFreeParserCtxt(context) }
            guard let sax = context.pointee.sax else { return }
            sax.pointee = Self.handlers
            let pointer = Unmanaged.passUnretained(session).toOpaque()
            context.pointee.userData = pointer
            session.context = context
            // Errors of the character decoder know no context and would go to stderr; the handler is the thread's own.
            xmlSetStructuredErrorFunc(pointer) { session, error in
                Session.from(session)?.note(error.map { $0.pointee })
            }
            defer { xmlSetStructuredErrorFunc(nil, nil) }
            let options = XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
            let document = xmlCtxtReadIO(
                context, { Session.from($0)?.read(into: $1, count: $2) ?? -1 }, nil, pointer, nil, encoding,
                Int32(options | XML_PARSE_NOWARNING.rawValue))
            // The parser makes an empty document for its own book-keeping even in SAX mode.
            xmlFreeDoc(document)
        }
        damage = session.damage
    }

    private static let initialise: Void = xmlInitParser()

    private static var handlers: xmlSAXHandler {
        var sax = xmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElementNs = { session, local, prefix, uri, _, _, count, _, attributes in
            guard let session = Session.from(session), let local = string(local) else { return }
            let name = XMLName(vocabulary: XMLVocabulary(uri: string(uri), prefix: string(prefix)), local: local)
            session.start(name, XMLAttributes(count: Int(count), pointers: attributes))
        }
        sax.endElementNs = { session, _, _, _ in Session.from(session)?.end() }
        sax.characters = { session, text, count in Session.from(session)?.text(text, count) }
        sax.ignorableWhitespace = { session, text, count in Session.from(session)?.text(text, count) }
        sax.cdataBlock = { session, text, count in Session.from(session)?.text(text, count) }
        sax.serror = { session, error in Session.from(session)?.note(error.map { $0.pointee }) }
        return sax
    }
}

/// One parse: what libxml2's callbacks find behind their user pointer. Lives on one thread.
private final class Session {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    private let maximumDepth: Int
    private let receiver: any XMLReceiver
    private(set) var damage: XMLStream.Damage?
    var context: xmlParserCtxtPtr?

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

    func text(_ start: UnsafePointer<xmlChar>?, _ count: Int32) {
        receiver.didReceive(text: UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// Remembers the first fatal error. Errors of namespaces are not damage: prefixes stand for themselves.
    func note(_ error: xmlError?) {
        guard damage == nil, let error, error.level == XML_ERR_FATAL else { return }
        let message = error.message.map { Sanitiser.clean(String(cString: $0)) } ?? "not well-formed"
        let text = message.unicodeScalars.prefix(160)
        let line = error.line > 0 ? error.line : context.map { xmlSAX2GetLineNumber($0) } ?? 0
        damage = XMLStream.Damage(line: Int(line), what: String(text).withSingleSpaces)
    }

    private func stop(because why: String?) {
        if let why, damage == nil, let context {
            damage = XMLStream.Damage(line: Int(xmlSAX2GetLineNumber(context)), what: why)
        }
        if let context { xmlStopParser(context) }
    }
}
