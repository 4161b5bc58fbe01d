import HalftoneCore
import ImageCoding

/// Short descriptions of values that hold encoded bytes or pixels, whose default output would fill pages.

extension LoadedImage: CustomStringConvertible, CustomReflectable {
    public var description: String {
        let origin = cacheType == .none ? "loaded" : "from \(cacheType == .memory ? "memory" : "disk")"
        let parts = ["\(image)", origin] + (isFinal ? [] : ["not final"])
        return TextSanitizer.sentence(parts.joined(separator: ", ") + ": " + url.absoluteString)
    }

    public var customMirror: Mirror { .short(self) }
}

extension Payload: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(ByteSize(body.count)) from \(origin)" }

    public var customMirror: Mirror { .short(self) }
}

extension DiskCache.Entry: CustomStringConvertible, CustomReflectable {
    public var description: String {
        "entry of \(ByteSize(body.count))\(extended.map { ", \(ByteSize($0.count)) beside it" } ?? "")"
    }

    public var customMirror: Mirror { .short(self) }
}

extension CachedImage: CustomStringConvertible, CustomReflectable {
    public var description: String {
        let parts = [image.map { "\($0)" } ?? "no image"] + (bytes.map { ["\(ByteSize($0.count))"] } ?? [])
        return "\(type): " + parts.joined(separator: ", ")
    }

    public var customMirror: Mirror { .short(self) }
}

extension Mirror {
    /// Returns a mirror for `dump` that holds only the description.
    fileprivate static func short(_ value: some CustomStringConvertible) -> Mirror {
        Mirror(value, children: ["description": value.description], displayStyle: .struct)
    }
}
