import ImageCoding
import ImageLoading

extension LoadedImage {
    /// The origin, size and kind of a picture.
    var originInWords: String {
        var facts = [
            cacheType.contains(.memory) ? "memory" : cacheType.contains(.disk) ? "disk" : "network", "\(image.size)",
        ]
        if image.isTransformed { facts.append("transformed") }
        if let animation = image.animation {
            facts.append("\(animation.frameCount) frames" + (animation.isPreloaded ? ", decoded" : ""))
        }
        return facts.joined(separator: ", ")
    }
}
