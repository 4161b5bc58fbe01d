import HalftoneCore
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
    let count: Int
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

    /// Limits on a document: the parser's work grows with the square of each.
    struct Bounds {
        /// Elements inside each other.
        var depth: Int
        /// Attributes of one element, and namespaces in scope.
        var attributes: Int
        /// Bytes of the document type declaration.
        var doctypeBytes: Int
    }

    enum Dialect {
        case xml
        /// As browsers read it, whatever is missing or wrong. Names are in lower case and have no vocabulary.
        case html
    }

    /// Parses all of `bytes`, or as much as the receiver wants, until `isCancelled`. `encoding` is what the transport said;
    /// it counts only if it is not `nil`, so pass it only for documents that declare none.
    init(
        parsing bytes: UnsafeBufferPointer<UInt8>, as dialect: Dialect = .xml, encoding: String?, bounds: Bounds,
        receiver: any XMLReceiver, isCancelled: @escaping () -> Bool = { false }
    ) {
        guard Self.isAvailable else { return }
        let session = XMLSession(bytes: bytes, bounds: bounds, receiver: receiver, isCancelled: isCancelled)
        withExtendedLifetime(session) {
            let pointer = Unmanaged.passUnretained(session).toOpaque()
            guard let parser = cxml_make_parser(Self.receiver, pointer, dialect == .html) else { return }
            defer { cxml_free_parser(parser) }
            session.parser = parser
            cxml_parse(parser, encoding)
        }
        damage = session.damage
    }

    /// Whether libxml2 is installed; the first access opens it.
    static var isAvailable: Bool { cxml_open() }

    /// What to do about a library that is not there, or why it could not be opened.
    static var openFailure: String {
        LibraryFailure.advice(library: "libxml2.so.2", package: "libxml2", reason: cxml_open_failure)
    }

    private static let receiver = cxml_receiver(
        read: { XMLSession.from($0)?.read(into: $1, count: $2) ?? -1 },
        start: { session, local, prefix, uri, count, attributes in
            guard let session = XMLSession.from(session), let local = string(local) else { return }
            let name = XMLName(vocabulary: XMLVocabulary(uri: string(uri), prefix: string(prefix)), local: local)
            session.start(name, XMLAttributes(count: Int(count), pointers: attributes))
        },
        end: { XMLSession.from($0)?.end() },
        characters: { session, text, count in XMLSession.from(session)?.text(text, count) },
        damage: { session, line, message in XMLSession.from(session)?.note(message, line: Int(line)) })
}
