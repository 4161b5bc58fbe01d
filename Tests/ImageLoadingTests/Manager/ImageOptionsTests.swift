import Testing

@testable import ImageLoading

/// The option set itself; the effects of its options are tested in their own suites.
@Suite(.endsInTime) struct ImageOptionsTests {
    @Test func `every option has the bit of SDWebImage`() {
        let bits = ImageOptions.names.map { $0.option.rawValue.trailingZeroBitCount }
        #expect(bits == Array(0...17) + Array(19...22) + [24, 25])
        #expect(ImageOptions.names.allSatisfy { $0.option.rawValue.nonzeroBitCount == 1 })
        #expect(Set(ImageOptions.names.map(\.name)).count == 24)
        #expect(ImageOptions.fromCacheOnly.rawValue == 1 << 15)
        #expect(ImageOptions.waitTransition.rawValue == 1 << 25)
    }
}
