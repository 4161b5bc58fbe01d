import ImageCoding
import Testing

@testable import ImageLoading

/// Loads that end when the disk has the bytes, and do not before.
struct JobGraphStoringTests {
    /// It ended when an image of the bytes had said that they are to be stored, and the disk had none yet.
    @Test func whoJoinsWhileTheBytesAreOnTheirWayIntoTheCacheEndsWhenTheyAreThere() throws {
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request(width: 1))
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        let image = testImage(pixels: 1)
        let claim = driver.graph.claimStores(driver.decodes[0].job, image)
        let stores = try #require(claim)
        var asked = GraphDriver.request()
        asked.request.endsWithBytes = true
        driver.begin(2, asked)
        #expect(driver.news[2] == nil && stores.bytes.count == 1)
        driver.carryOut(stores, of: "a")
        driver.apply(driver.graph.didMake(driver.decodes[0].job, .success(image)))
        #expect(driver.news[2] == ["unchanged"] && driver.log == ["memory a", "store a"] && driver.downloads.isEmpty)
    }

    /// Only what a serializer makes of the image was to be stored, and not yet.
    @Test func whoJoinsAnImageWhoseBytesAreSerializedHasTheBytesStored() {
        let driver = GraphDriver(decodes: 1)
        for width in [1, 2] {
            var asked = GraphDriver.request(width: width)
            asked.request.serializes = true
            driver.begin(width, asked)
        }
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        driver.answerDecode()
        var asked = GraphDriver.request()
        asked.request.endsWithBytes = true
        driver.begin(3, asked)
        #expect(driver.news[3] == ["unchanged"] && driver.log.filter { $0 == "store a" } == ["store a"])
    }
}
