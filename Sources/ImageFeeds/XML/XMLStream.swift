import HalftoneCore
import CXML
import Glibc

/// The receiver of an XML document's elements. Called on the parsing thread, in document order; starts and ends are
/// balanced, except that a truncated document leaves elements open.
protocol XMLReceiver: AnyObject {
    func didStart(_ name: XMLName, attributes: XMLAttributes)
    func didEnd()
    func didReceive(text: UnsafeBufferPointer<UInt8>)
    /// Whether to continue; `false` ends the parse.
    var wantsMore: Bool { get }
}

struct XMLName {
    var vocabulary: XMLVocabulary
    var local: String
}

/// The attributes of one start tag. Valid only during the call.
struct XMLAttributes {
    let count: Int
    /// Five pointers per attribute: local name, prefix, URI, value, end of value.
    fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// Returns the value of an attribute without namespace, or of `vocabulary`.
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
            // Entities are not replaced, so the parser passes every ampersand of a value as a reference.
            return value.utf8.contains(0x26) ? value.replacing("&#38;", with: "&") : value
        }
        return nil
    }
}

private func string(_ pointer: UnsafePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
}

/// libxml2's SAX2 parser, fed from memory. A tree of 16 MB of XML would take ten times that memory.
///
/// Nothing outside of the document is ever opened: there are no handlers that declare or resolve entities, so external
/// entities, external subsets and entity expansion have no effect. Errors are skipped (recover mode), and the first one
/// is recorded.
struct XMLStream {
    struct Damage {
        var line: Int
        var what: String
    }

    /// The first error after which the document was no longer well-formed.
    private(set) var damage: Damage?

    /// The limits of a document, because the parser takes quadratic time in each.
    struct Bounds {
        /// Maximum nesting of elements.
        var depth: Int
        /// Maximum attributes of one element, and namespaces in scope.
        var attributes: Int
        /// Maximum bytes of the document type declaration.
        var doctypeBytes: Int
    }

    /// Parses `bytes`, in UTF-8 whatever they declare, until the receiver ends the parse or `isCancelled`.
    init(
        parsing bytes: UnsafeBufferPointer<UInt8>, bounds: Bounds, receiver: any XMLReceiver,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        guard Self.isAvailable else { return }
        let session = XMLSession(bytes: bytes, bounds: bounds, receiver: receiver, isCancelled: isCancelled)
        withExtendedLifetime(session) {
            let pointer = Unmanaged.passUnretained(session).toOpaque()
            guard let parser = cxml_make_parser(Self.receiver, pointer) else { return }
            defer { cxml_free_parser(parser) }
            session.parser = parser
            cxml_parse(parser)
        }
        damage = session.damage
    }

    /// Whether libxml2 is installed; the first access opens it.
    static var isAvailable: Bool { cxml_open() }

    /// The remedy for a missing library, or the reason why it could not be opened.
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
