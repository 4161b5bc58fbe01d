import FoundationEssentials
import ImageLab
import ImageLoading
import TestSupport
import Testing

@testable import LabScreens
@testable import ScreenKit

/// The effects of a switch before any view is changed: on the rows, the engine, and observers.
@Suite(.endsInTime) @MainActor struct LabEnvironmentTests {
    private let lab: LabEnvironment

    init() throws {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        lab = LabEnvironment(Engine.Settings(userAgent: "Test"), feed: .steady, server: server, trace: Trace()) { _ in }
    }

    /// Returns the effects on the table when a switch is set.
    private func change(_ name: String, to value: String) throws -> [SwitchEffect] {
        var changes: [SwitchEffect] = []
        lab.didChange = { changes.append($0) }
        try lab.set(name, to: value)
        return changes
    }

    @Test func `every switch has its effect on the table's rows`() throws {
        defer { lab.close() }
        try #require(!lab.switchboard.rows.isEmpty)
        for each in lab.switchboard.rows {
            let other = try #require(each.steps.first { $0 != each.text(in: lab.settings) })
            let expected: SwitchEffect =
                switch each.name {
                case "feed": .feed
                case "speed", "concurrency", "order", "attempts", "downloads", "background": .panels
                case "placeholder", "indicator", "transition", "loadDelay", "prefetch", "replay": .redraw
                default: .reload
                }
            #expect(try change(each.name, to: other) == [expected], "\(each.name)")
            #expect(try change(each.name, to: other).isEmpty, "\(each.name) has this value already")
        }
    }

    @Test func `the feed is what the table shows`() throws {
        defer { lab.close() }
        #expect(lab.items.count == DemoPictures.all().count && lab.url(ofRow: lab.items.count) == nil)
        lab.step(Switchboard.feed, by: -2)
        try lab.set("feed", to: "huge")
        #expect(lab.items.count == 10_000 && lab.url(ofRow: 9_999) != nil && lab.url(ofRow: -1) == nil)
    }

    @Test func `faults are in the URL of every row until they are cleared`() throws {
        defer { lab.close() }
        let before = Array(lab.items)
        try lab.set("delay", to: "500")
        try lab.set("garbage", to: "on")
        #expect(lab.items.allSatisfy { $0.url.contains("delay=500") && $0.url.contains("garbage") })
        var changes: [SwitchEffect] = []
        lab.didChange = { changes.append($0) }
        lab.clearFaults()
        lab.clearFaults()
        #expect(Array(lab.items) == before && changes == [.reload], "cleared faults are not cleared again")
    }

    @Test func `the timeout switch begins with the value of the command line`() throws {
        lab.close()
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        let settings = Engine.Settings(userAgent: "Test", timeout: .seconds(90), usesDiskCache: false)
        let patient = LabEnvironment(settings, feed: .steady, server: server, trace: Trace()) { _ in }
        defer { patient.close() }
        #expect(patient.settings.timeout == 90 && patient.engine.downloader.configuration.timeout == .seconds(90))
    }

    @Test func `the end of several tours restores the switches of before the first`() throws {
        defer { lab.close() }
        for (name, value) in [("feed", "slow"), ("status", "404"), ("memory", "off")] { try lab.set(name, to: value) }
        let (positions, items) = (lab.switchboard.positions, Array(lab.items))
        for _ in 1...2 {
            lab.prepareTour()
            try lab.set("delay", to: "600000")
            try lab.set("concurrency", to: "16")
            lab.gate.hold()
        }
        var changes: [SwitchEffect] = []
        lab.didChange = { changes.append($0) }
        #expect(lab.endTour())
        #expect(lab.switchboard.positions == positions && Array(lab.items) == items && changes == [.feed])
        #expect(lab.engine.downloader.configuration.queue.total == 6 && !lab.gate.isHeld)
        #expect(!lab.endTour(), "it ends once")
    }

    @Test func `the end of a tour that changed no switch reloads nothing`() {
        defer { lab.close() }
        lab.prepareTour()
        var changes: [SwitchEffect] = []
        lab.didChange = { changes.append($0) }
        #expect(!lab.endTour() && changes.isEmpty)
    }

    @Test func `without a disk cache there is no switch for it`() throws {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        let lab = LabEnvironment(
            Engine.Settings(userAgent: "Test", usesDiskCache: false), feed: .steady, server: server, trace: Trace()
        ) { _ in }
        defer {
            lab.close()
            self.lab.close()
        }
        #expect(!lab.settings.cacheTiers[.disk])
        #expect(throws: Failure("unknown switch 'disk'")) { try lab.set("disk", to: "on") }
        #expect(self.lab.settings.cacheTiers[.disk])
    }
}
