import HalftoneCore
import Pixels
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct TransformerTests {
    private let picture = Image(
        bitmap: Bitmap(size: PixelSize(width: 30, height: 20), filledWith: RGBA(10, 20, 30)), format: .gif,
        sourceSize: PixelSize(width: 300, height: 200), sourceBytes: 77, warning: .lessDetail, isIncremental: true)

    private static let eight: [any ImageTransformer] = [
        Transformers.Resize(PixelSize(width: 100, height: 100), fit: .cover),
        Transformers.Rotate(angle: .pi / 4, fitsSize: false),
        Transformers.RoundCorner(radius: 50, borderWidth: 1, borderColor: RGBA(0, 0, 0)),
        Transformers.Flip(horizontal: true, vertical: true),
        Transformers.Crop(PixelRect(x: 0, y: 0, size: PixelSize(width: 50, height: 50))),
        Transformers.Tint(RGBA(0, 0, 0, 0)), Transformers.Blur(radius: 5), Transformers.Filter(.invert),
    ]

    /// Keys of transformers are parts of cache keys, so they must not change.
    @Test func `keys are stable`() {
        #expect(
            Self.eight.map(\.key) == [
                "Resize(100x100,cover)", "Rotate(0.7853981633974483,0)", "RoundCorner(50.0,15,1.0,#ff000000)",
                "Flip(1,1)", "Crop(0,0,50x50)", "Tint(#00000000,sourceIn)", "Blur(5.0)", "Filter(invert)",
            ])
        #expect(Transformers.Filter(.brightness(1.5)).key == "Filter(brightness 1.5)")
        #expect(Transformers.RoundCorner(radius: 3, corners: .topLeft).key == "RoundCorner(3.0,1,0.0,none)")
        #expect(Transformers.Tint(RGBA(1, 2, 3, 4), mode: .normal).key == "Tint(#04010203,normal)")
        #expect(Transformers.Pipeline(Self.eight).key == Self.eight.map(\.key).joined(separator: "-"))
        #expect(Transformers.Pipeline([]).key == "")
    }

    @Test func `a pipeline applies its steps in order`() throws {
        let result = try #require(Transformers.Pipeline(Self.eight).transform(picture, cancellation: nil))
        #expect(result.size == PixelSize(width: 50, height: 50))
        var byHand = picture
        for step in Self.eight { byHand = try #require(step.transform(byHand, cancellation: nil)) }
        #expect(result.bitmap == byHand.bitmap)
    }

    @Test func `a transformed picture keeps its metadata`() throws {
        for transformer in Self.eight + [Transformers.Pipeline(Self.eight)] where transformer.key != Self.eight[5].key {
            let result = try #require(transformer.transform(picture, cancellation: nil))
            #expect(result.isTransformed && !picture.isTransformed, "\(transformer.key)")
            #expect(result.format == .gif && result.sourceSize == picture.sourceSize && result.sourceBytes == 77)
            #expect(result.warning == .lessDetail && result.isIncremental)
        }
    }

    @Test func `a transformer without effect returns the same image`() {
        let idle: [any ImageTransformer] = [
            Transformers.Tint(RGBA(9, 9, 9, 0)), Transformers.Blur(radius: 0), Transformers.Flip(),
            Transformers.Rotate(angle: 0), Transformers.Pipeline([]),
        ]
        for transformer in idle { #expect(transformer.transform(picture, cancellation: nil) === picture) }
    }

    @Test func `a failed transformer is nil, and so is a pipeline that has it`() {
        let nothing = Transformers.Crop(PixelRect(x: 30, y: 0, size: PixelSize(width: 1, height: 1)))
        #expect(nothing.transform(picture, cancellation: nil) == nil)
        #expect(Transformers.Resize(PixelSize(width: 0, height: 1)).transform(picture, cancellation: nil) == nil)
        #expect(Transformers.Blur(radius: .nan).transform(picture, cancellation: nil) == nil)
        #expect(Transformers.RoundCorner(radius: .nan).transform(picture, cancellation: nil) == nil)
        let both = Transformers.Pipeline([nothing, Transformers.Flip(horizontal: true)])
        #expect(both.transform(picture, cancellation: nil) == nil)
    }

    @Test func `a cancelled transformer is nil`() {
        let token = CancellationToken()
        token.cancel()
        for transformer in Self.eight + [Transformers.Pipeline(Self.eight)] {
            #expect(transformer.transform(picture, cancellation: token) == nil, "\(transformer.key)")
        }
    }
}
