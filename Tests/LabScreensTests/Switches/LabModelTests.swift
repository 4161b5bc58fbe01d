import ImageLoading
import Testing

@testable import LabScreens

/// The Lab's model of its loads, without an engine and without a screen.
@Suite(.endsInTime) struct LabModelTests {
    @Test func `events are counted by name and become loads`() {
        var model = LabModel()
        model.take([
            TraceEvent(.query, load: 1, row: 0, url: "http://h/a"), TraceEvent(.request, load: 1, url: "http://h/a"),
            TraceEvent(.query, load: 2, row: 1, url: "http://h/b"), TraceEvent(.cancel, load: 2, url: "http://h/b"),
            TraceEvent(.placeholder, view: 1),
        ])
        #expect(model.counts == [.query: 2, .request: 1, .cancel: 1, .placeholder: 1])
        #expect(model.recording.loads.map(\.number) == [1, 2])
        #expect(model.recording.loads.map(\.outcome) == [.unfinished, .cancelled])
        #expect(model.recording.loads[0].currentStage == .firstByte)
    }

    @Test func `a long run keeps the newest loads and counts all of them`() {
        var model = LabModel()
        let count = 3 * LabModel.maxLoads
        for number in 1...count {
            model.take([TraceEvent(.query, load: number, url: "u"), TraceEvent(.complete, load: number, url: "u")])
        }
        #expect(model.recording.loads.count <= LabModel.maxLoads)
        #expect(model.recording.loads.last?.number == count)
        #expect(model.counts[.query] == count && model.counts[.complete] == count)
    }

    // MARK: - Statistics

    @MainActor @Test func `every counter has its own name, and stale paints are never reset`() {
        let names = LabCounters.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(LabCounters.all.first { $0.name == "stalePaints" }?.isState == true)
    }
}
