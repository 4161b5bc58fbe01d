import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading
@testable import TraceAnalysis

/// Live recordings of running loads, and their waterfall.
@Suite(.endsInTime) struct LiveRecordingTests {
    @Test func `a running load has its time so far, and no end`() throws {
        var recording = TraceRecording()
        recording.add(TraceEvent(.query, load: 1, url: "http://h/a").at(1))
        recording.add(TraceEvent(.request, load: 1).at(2))
        let load = try #require(recording.load(1))
        #expect(load.currentStage == .firstByte && load.asOf(5).seconds == 4)
        #expect(load.asOf(5).spans.map(\.stage) == [.queued, .firstByte] && load.asOf(5).outcome == .unfinished)
        recording.add(TraceEvent(.complete, load: 1).at(6))
        let whole = try #require(recording.load(1))
        #expect(whole.currentStage == nil && whole.seconds == 5 && whole.asOf(9) == whole)
    }

    @Test func `the oldest loads are dropped, and the rest continue`() throws {
        var recording = TraceRecording()
        for number in 1...10 {
            recording.add(TraceEvent(.query, load: number, row: number, url: "http://h/\(number)").at(Double(number)))
        }
        recording.keepNewest(10)
        #expect(recording.loads.count == 10)
        recording.keepNewest(8)
        #expect(recording.loads.map(\.number) == [7, 8, 9, 10])
        recording.add(TraceEvent(.complete, load: 9).at(20))
        #expect(recording.load(9)?.outcome == .complete && recording.load(9)?.ended == 20)
        #expect(recording.load(10)?.outcome == .unfinished)
        recording.add(TraceEvent(.cancel, load: 2, url: "http://h/2").at(23))
        #expect(recording.loads.map(\.number) == [7, 8, 9, 10, 2])
        #expect(recording.load(2)?.outcome == .cancelled)
    }

    // MARK: - What a waterfall shows

    private func loads(_ times: [(Double, Double)]) -> [TracedLoad] {
        var recording = TraceRecording()
        for (number, (begin, end)) in times.enumerated() {
            recording.add(TraceEvent(.query, load: number, url: "http://h/\(number)").at(begin))
            recording.add(TraceEvent(.complete, load: number).at(end))
        }
        return recording.loads
    }

    @Test func `a waterfall shows the loads around the chosen one up to the pauses`() throws {
        let loads = loads([(0, 1), (10, 10.5), (11.2, 11.4), (11.3, 14), (30, 31)])
        for chosen in 1...3 {
            let window = try #require(WaterfallWindow(around: chosen, in: loads))
            #expect(window.from == 10 && window.to == 14)
            #expect(loads.map(window.shows) == [false, true, true, true, false])
        }
        #expect(WaterfallWindow(around: 0, in: loads).map { [$0.from, $0.to] } == [0, 1])
        #expect(WaterfallWindow(around: 99, in: loads).map { [$0.from, $0.to] } == [30, 31])
        #expect(WaterfallWindow(around: 0, in: []) == nil)
    }
}

extension TraceEvent {
    /// Returns the event with another time.
    fileprivate func at(_ time: Double) -> TraceEvent {
        var event = self
        event.t = time
        return event
    }
}
