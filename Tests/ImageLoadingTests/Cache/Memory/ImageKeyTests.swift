import Pixels
import Testing

@testable import ImageLoading

/// What distinguishes the keys of two decoded images.
@Suite(.endsInTime) struct ImageKeyTests {
    private let variant = ImageVariant(box: PixelSize(width: 10, height: 20))

    @Test func `every part counts`() {
        var variants = [variant]
        for change in 0..<7 {
            var other = variant
            switch change {
            case 0: other.box = nil
            case 1: other.box = PixelSize(width: 20, height: 10)
            case 2: other.fit = .cover
            case 3: other.pixelAspect = 1.1
            case 4: other.maximumBytes = 4000
            case 5: other.isAnimated = true
            default: other.fidelity = .exact
            }
            variants.append(other)
        }
        let keys = ["a", "a?b", "a#b"].flatMap { source in
            variants.flatMap { variant in
                [nil, "blur", "flip"].map { ImageKey(source: source, variant: variant, transformer: $0) }
            }
        }
        #expect(Set(keys).count == keys.count)
        #expect(Set(keys.map { [$0.source, $0.diskVariant] }).count == keys.count)
    }

    @Test func `an original picture has no variant name`() {
        #expect(ImageKey(source: "a").diskVariant == nil)
        #expect(ImageKey(source: "a", variant: ImageVariant(isAnimated: true)).diskVariant == nil)
        #expect(ImageKey(source: "a", transformer: "blur").diskVariant == "full;blur")
        #expect(ImageKey(source: "a", variant: variant).diskVariant == "10x20,contain,1.0,fast")
    }
}
