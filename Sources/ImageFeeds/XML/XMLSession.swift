import HalftoneCore
import CXML

/// One parse: the context of libxml2's callbacks. Used on one thread.
final class XMLSession {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    private var doctypeBytes = 0
    private let bounds: XMLStream.Bounds
    private let receiver: any XMLReceiver
    private let isCancelled: () -> Bool
    /// Whether further callbacks are ignored.
    private var isStopped = false
    private(set) var damage: XMLStream.Damage?
    var parser: OpaquePointer?

    init(
        bytes: UnsafeBufferPointer<UInt8>, bounds: XMLStream.Bounds, receiver: any XMLReceiver,
        isCancelled: @escaping () -> Bool
    ) {
        self.bytes = bytes
        self.bounds = bounds
        self.receiver = receiver
        self.isCancelled = isCancelled
    }

    static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLSession? {
        pointer.map { Unmanaged<XMLSession>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: - Input

    /// Passes the next few kilobytes. While the parser reads a long tag it calls nothing else, so cancellation and
    /// limits are checked here.
    func read(into buffer: UnsafeMutablePointer<CChar>?, count: Int32) -> Int32 {
        guard let buffer, let base = bytes.baseAddress, let parser, shouldContinue(parser) else { return 0 }
        let length = min(Int(count), bytes.count - position)
        guard length > 0 else { return 0 }
        if cxml_is_in_doctype(parser) {
            doctypeBytes += length
            if doctypeBytes > bounds.doctypeBytes {
                end(because: "its document type has more than \(ByteSize(bounds.doctypeBytes))")
                return 0
            }
        }
        UnsafeMutableRawPointer(buffer).copyMemory(from: base + position, byteCount: length)
        position += length
        return Int32(length)
    }

    private func shouldContinue(_ parser: OpaquePointer) -> Bool {
        if cxml_is_swollen(parser, Int32(clamping: bounds.attributes)) { end(because: tooManyAttributes) }
        if isCancelled() { end(because: nil) }
        return !isStopped
    }

    private var tooManyAttributes: String { "an element has more than \(bounds.attributes) attributes or namespaces" }

    // MARK: - Callbacks

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard let parser, shouldContinue(parser) else { return halt() }
        depth += 1
        guard depth <= bounds.depth else { return stop(because: "elements are nested more than \(bounds.depth) deep") }
        guard attributes.count <= bounds.attributes else { return stop(because: tooManyAttributes) }
        receiver.didStart(name, attributes: attributes)
        if !receiver.wantsMore { stop(because: nil) }
    }

    func end() {
        guard !isStopped else { return }
        depth -= 1
        receiver.didEnd()
        if !receiver.wantsMore { stop(because: nil) }
    }

    func text(_ start: UnsafePointer<UInt8>?, _ count: Int32) {
        guard !isStopped else { return }
        receiver.didReceive(text: UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// Records the first error.
    func note(_ message: UnsafePointer<CChar>?, line: Int) {
        guard damage == nil, !isStopped else { return }
        let text = message.map { TextSanitizer.clean(String(cString: $0)) } ?? "not well-formed"
        damage = XMLStream.Damage(line: line, what: String(text.unicodeScalars.prefix(160)).withSingleSpaces)
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
        damage = XMLStream.Damage(line: Int(cxml_line(parser)), what: why)
    }

    /// Stops the parser. Must not be called while the parser reads, because it frees the buffer.
    private func halt() {
        if let parser { cxml_stop(parser) }
    }
}
