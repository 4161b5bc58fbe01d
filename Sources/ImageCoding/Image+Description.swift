import HalftoneCore
import Pixels

extension Image: CustomStringConvertible, CustomReflectable {
    /// One short line: format and size, the source's size if it differs, the size of the encoded bytes.
    public var description: String {
        var parts = ["\(format.map { "\($0.name) " } ?? "")image of \(size) pixels"]
        if isThumbnail { parts.append("source \(sourceSize)") }
        if sourceBytes > 0 { parts.append("\(ByteSize(sourceBytes))") }
        if let animation { parts.append("\(animation.frameCount) frames") }
        if isIncremental { parts.append("preview") }
        if isTransformed { parts.append("transformed") }
        if warning != nil { parts.append("damaged") }
        return parts.joined(separator: ", ")
    }

    /// A mirror without the pixels and the bytes, which would fill pages.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .class)
    }
}
