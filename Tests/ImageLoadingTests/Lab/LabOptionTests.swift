import TestSupport
import Testing

@testable import ImageLoading

/// Options that choose the source of a picture, over real sockets.
@Suite(.endsInTime) struct LabOptionTests {
    private let bench: LabBench

    init() throws { bench = try LabBench() }

    @Test(arguments: [
        ImageOptions.continueInBackground, .progressiveLoad, .highPriority, .lowPriority, .handleCookies,
        .allowInvalidSSLCertificates, .waitStoreCache,
    ])
    func `options of the transfer do not change the picture`(options: ImageOptions) async throws {  // D09, D13
        #expect(try await bench.load("", options) == "image none")
        #expect(bench.stored() == LabBench.demoPicture(0))
        #expect(try await bench.load() == "image memory")
        #expect(bench.lab.log.map(\.status) == [200] && bench.manager.activeLoadCount == 0)
    }
}
