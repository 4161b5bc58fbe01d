import EngineTestSupport
import FoundationEssentials
import ImageLoading
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import ScreenKit

/// The load that a cell or a screen shows.
@MainActor @Suite(.endsInTime) struct PictureLoadTests {
    private let engine = FakeEngine()
    private let view: ImageView
    private let load: PictureLoad
    private let log = Log()

    private final class Log { var lines: [String] = [] }

    init() {
        view = ImageView(
            environment: ScreenEnvironment(
                renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: engine.manager))
        load = PictureLoad(into: view)
        load.didChange = { [log, load] in log.lines.append("\(load.state)".prefix { $0.isLetter }.description) }
        load.didProgress = { [log, load] in log.lines.append(load.amount) }
    }

    private func start(_ number: Int, _ options: ImageOptions = []) {
        let url = URL(string: "http://lab/\(number)")
        load.start(url, placeholder: .none, options: options, context: ImageContext())
    }

    private func answerAll() { engine.answerAll { _ in FakePicture(number: 1) } }

    @Test func `a load is said to begin, to receive bytes and to end`() throws {
        start(1)
        #expect(load.hasBegun && !load.hasEnded && load.isRunning)
        let transfer = try #require(engine.transport.running.first)
        transfer.begin(expectedBytes: 2000)
        transfer.send([UInt8](repeating: 0, count: 1000))
        engine.runPending()
        #expect(log.lines.first == "loading" && log.lines.contains("1.0 KB of 2.0 KB"))
        #expect(load.fraction == 0.5 && !load.hasEnded)
        load.reset()
        #expect(!load.hasBegun && load.amount.isEmpty && load.operation == nil)
    }

    /// Regression: each piece of a refresh repeated that the picture was there.
    @Test func `bytes of a refresh do not repeat the picture that it is to replace`() throws {
        start(1)
        answerAll()
        #expect(log.lines.last == "loaded" && load.loaded != nil)
        log.lines = []
        start(1, .refreshCached)
        let transfer = try #require(engine.transport.running.first)
        transfer.begin(expectedBytes: 2000)
        for _ in 0..<3 {
            engine.time.advance(by: .milliseconds(100))
            transfer.send([UInt8](repeating: 0, count: 100))
            engine.runPending()
        }
        #expect(log.lines.count { $0 == "loaded" } == 1 && log.lines.count { $0.hasSuffix("2.0 KB") } == 3)
        // and if it fails, the picture stays
        transfer.fail(.timedOut(.receiving))
        engine.runPending()
        #expect(log.lines.last == "failed" && load.loaded != nil && view.image != nil)
    }

    @Test func `a result of an earlier request changes nothing`() throws {
        start(1, .avoidAutoCancelImage)
        start(2, .avoidAutoCancelImage)
        let first = try #require(engine.transport.running.first { $0.url == "http://lab/1" })
        log.lines = []
        first.respond(status: 404)
        engine.runPending()
        #expect(log.lines.isEmpty && load.isRunning && !load.hasEnded)
        answerAll()
        #expect(log.lines.last == "loaded")
    }

    @Test func `the view shows what is left to its caller`() {
        start(1, .avoidAutoSetImage)
        answerAll()
        #expect(view.image != nil && view.image === load.loaded?.image)
    }
}
