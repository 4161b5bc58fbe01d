import ImageCoding
import ImageLoading

extension LoadedImage {
    /// Where a picture came from, and what it is.
    var originInWords: String {
        var facts = [
            cacheType.contains(.memory) ? "memory" : cacheType.contains(.disk) ? "disk" : "network", "\(image.size)",
        ]
        if image.isTransformed { facts.append("transformed") }
        if let animation = image.animation {
            facts.append("plays \(animation.frameCount) frames" + (animation.isPreloaded ? ", all decoded" : ""))
        }
        return facts.joined(separator: ", ")
    }
}
