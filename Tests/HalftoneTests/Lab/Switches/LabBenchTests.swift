import FoundationEssentials
import ImageLab
import ImageLoading
import TestSupport
import Testing

@testable import halftone

/// What turning a switch does before any view is told: to the rows, to the engine, and to whoever listens.
@Suite(.endsInTime) @MainActor struct LabBenchTests {
    private let bench: LabBench

    init() throws {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        bench = LabBench(options: LabOptions(), server: server, trace: Trace()) { _ in }
    }

    /// What the table is told when a switch is set.
    private func change(_ name: String, to value: String) throws -> [SwitchEffect] {
        var changes: [SwitchEffect] = []
        bench.didChange = { changes.append($0) }
        try bench.set(name, to: value)
        return changes
    }

    @Test func everySwitchTellsTheTableWhatItMeansForItsRows() throws {
        defer { bench.close() }
        for each in bench.switchboard.rows {
            let other = try #require(each.steps.first { $0 != each.text(in: bench.settings) })
            let expected: SwitchEffect =
                switch each.name {
                case "feed": .feed
                case "speed": .pace
                case "identity", "placeholder", "indicator", "transition", "settle", "prefetch", "concurrency", "order",
                    "attempts", "downloads", "background":
                    .look
                default: .reload
                }
            #expect(try change(each.name, to: other) == [expected], "\(each.name)")
            #expect(try change(each.name, to: other).isEmpty, "\(each.name) stands there already")
        }
    }

    @Test func aSwitchThatCannotBeSetSoChangesNothing() throws {
        defer { bench.close() }
        let positions = bench.switchboard.positions
        for (name, value) in [("memory", "maybe"), ("delay", "soon"), ("colour", "red")] {
            #expect(throws: SwitchError.self) { try change(name, to: value) }
        }
        #expect(bench.switchboard.positions == positions)
    }

    @Test func theFeedIsWhatTheTableShows() throws {
        defer { bench.close() }
        #expect(bench.items.count == DemoPictures.all().count && bench.url(ofRow: bench.items.count) == nil)
        bench.step(Switchboard.feed, by: -2)
        try bench.set("feed", to: "huge")
        #expect(bench.items.count == 10_000 && bench.url(ofRow: 9_999) != nil && bench.url(ofRow: -1) == nil)
    }

    /// What the engine had told just before was counted afterwards.
    @Test func whatHappenedBeforeIsNotCountedAfterTheCountersWereReset() {
        defer { bench.close() }
        var counted: [String: Int] { ["paint": bench.model.counts[.paint] ?? 0] }
        bench.manager.trace.record(TraceEvent(.paint))
        bench.resetCounters { counted }
        bench.takeEvents()
        #expect(counted == ["paint": 1] && bench.model.baseline == counted)
    }

    @Test func faultsGoIntoTheAddressOfEveryRowUntilTheyAreCleared() throws {
        defer { bench.close() }
        let before = bench.items
        try bench.set("delay", to: "500")
        try bench.set("garbage", to: "on")
        #expect(bench.items.allSatisfy { $0.url.contains("delay=500") && $0.url.contains("garbage") })
        var changes: [SwitchEffect] = []
        bench.didChange = { changes.append($0) }
        bench.clearFaults()
        bench.clearFaults()
        #expect(bench.items == before && changes == [.reload], "what is clear need not be cleared")
    }

    @Test func theTimeoutOfTheCommandLineIsWhatTheSwitchBeginsWith() throws {
        bench.close()
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        var options = LabOptions()
        (options.common.usesDiskCache, options.common.timeout) = (false, .seconds(90))
        let patient = LabBench(options: options, server: server, trace: Trace()) { _ in }
        defer { patient.close() }
        #expect(patient.settings.timeout == 90 && patient.engine.downloader.configuration.timeout == .seconds(90))
    }

    @Test func switchesOfTheEngineReachTheDownloader() throws {
        defer { bench.close() }
        for (name, value) in [
            ("concurrency", "16"), ("order", "lifo"), ("attempts", "5"), ("timeout", "1"), ("downloads", "off"),
        ] { try bench.set(name, to: value) }
        let downloader = bench.engine.downloader
        #expect(downloader.configuration.queue.total == 16 && downloader.configuration.queue.perHost == 16)
        #expect(downloader.configuration.queue.order == .lastInFirstOut)
        #expect(downloader.configuration.retry.attempts == 5 && downloader.configuration.timeout == .seconds(1))
        #expect(downloader.isSuspended)
        try bench.set("downloads", to: "on")
        #expect(!downloader.isSuspended)
    }

    @Test func switchesOfTiersReachTheLoads() throws {
        defer { bench.close() }
        try bench.set("memory", to: "off")
        var context = bench.context(row: 3, variant: ImageVariant())
        #expect(context.row == 3 && context.queryCacheType == .disk && context.storeCacheType == .disk)
        try bench.set("disk", to: "off")
        context = bench.context(row: 3, variant: ImageVariant())
        #expect(context.queryCacheType == [] && context.originalQueryCacheType == [])
    }

    @Test func withoutADiskCacheItsSwitchIsOffAndStaysSo() throws {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        var options = LabOptions()
        options.common.usesDiskCache = false
        let bench = LabBench(options: options, server: server, trace: Trace()) { _ in }
        defer {
            bench.close()
            self.bench.close()
        }
        #expect(!bench.settings.usesDisk)
        bench.step(try bench.switchboard.row(named: "disk"), by: 1)
        #expect(throws: SwitchError("disk is one of off, not 'on'")) { try bench.set("disk", to: "on") }
        #expect(!bench.settings.usesDisk)
        #expect(bench.switchboard.positions == Switchboard(hasDiskCache: false).positions)
        #expect(self.bench.settings.usesDisk)
    }

    @Test func aTurnIsThePlaceOfARowAmongTheRequestsSinceZero() async throws {
        defer { bench.close() }
        func load(_ row: Int) async throws {
            _ = try await bench.manager.image(for: try #require(bench.url(ofRow: row)), options: .fromLoaderOnly)
        }
        #expect(bench.turns(ofRows: [0, 1, 2]) == [:])
        try await load(2)
        try await load(0)
        #expect(bench.turns(ofRows: [0, 1, 2, 99]) == [2: 1, 0: 2])
        // the latest request of a picture counts
        try await load(2)
        #expect(bench.turns(ofRows: [0, 1, 2]) == [2: 3, 0: 2])
        // and only those since the figures were 0
        bench.resetCounters { ["served": 3] }
        #expect(bench.turns(ofRows: [0, 1, 2]) == [:])
        try await load(1)
        #expect(bench.turns(ofRows: [0, 1, 2]) == [1: 1])
    }

    @Test func clearingACacheEmptiesIt() async throws {
        defer { bench.close() }
        _ = try await bench.manager.image(for: try #require(bench.url(ofRow: 0)))
        #expect(bench.manager.memoryCache.statistics.count == 1)
        bench.clear(.disk)
        #expect(bench.manager.memoryCache.statistics.count == 1)
        bench.clear(.memory)
        #expect(bench.manager.memoryCache.statistics.count == 0)
    }
}
