import ImageCoding
import Testing

@testable import ImageLoading

/// Transforms, and where their images are stored.
@Suite(.endsInTime) struct JobGraphImageTests {
    private func driver(_ steps: [String]...) -> GraphDriver {
        let driver = GraphDriver(decodes: 1)
        for (index, steps) in steps.enumerated() { driver.begin(index + 1, GraphDriver.request(steps: steps)) }
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        return driver
    }

    // MARK: - Sharing

    @Test func `loads of one transform share it`() {
        let driver = driver(["x", "y"])
        driver.begin(2, GraphDriver.request(steps: ["x", "y"]))
        driver.answerRead(nil)
        #expect(driver.joins == [2] && driver.downloads.isEmpty && driver.decodes.count == 1)
        driver.answerDecode()
        #expect(driver.images[1] === driver.images[2] && driver.decodes.isEmpty && driver.keeps.count == 1)
    }

    @Test func `loads with other transforms share the bytes`() {
        let driver = driver(["x"], [])
        #expect(driver.decodes.map(\.key.transformer) == ["x"])
        driver.answerDecode()
        #expect(driver.decodes.map(\.key.transformer) == [nil])
        driver.answerDecode()
        #expect(driver.news == [1: ["image none"], 2: ["image none"]])
        #expect(driver.log.filter { $0 == "store a" } == ["store a"])
    }

    // MARK: - Storing

    @Test func `a transformed image is stored in memory and on disk, and the original on disk`() {
        let driver = driver(["x", "y"])
        driver.answerDecode()
        #expect(driver.log == ["memory a", "store a"])
        driver.answerKeep()
        #expect(driver.log.last == "keep full;x-y" && driver.isIdle)
    }

    @Test func `the original is stored before it is transformed`() {
        let driver = driver(["x"])
        let decode = driver.decodes.removeFirst()
        driver.apply(driver.graph.didDecode(decode.job, testImage().with(revision: decode.bytes.label())))
        #expect(driver.log == ["store a"])
        driver.apply(driver.graph.didMake(decode.job, .failure(.transformFailed), mayBlockURL: false))
        #expect(driver.log == ["store a"] && driver.isIdle)
        #expect(driver.news[1] == ["the picture could not be transformed"])
    }

    @Test func `an incomplete picture is not stored on disk`() {
        let driver = driver(["x"])
        driver.answerDecode(warning: .lessDetail)
        #expect(driver.keeps.isEmpty && driver.log == ["memory a"] && driver.isIdle)
    }
}
