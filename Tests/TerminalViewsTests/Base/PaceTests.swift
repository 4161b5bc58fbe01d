import Testing

@testable import TerminalViews

@Suite(.endsInTime) struct PaceTests {
    @Test func `slow motion continues from the time of the views`() {
        var pace = Pace()
        pace.set(rate: 0.25, at: .seconds(8))
        #expect(pace.viewTime(at: .seconds(8)) == .seconds(8))
        #expect(pace.viewTime(at: .seconds(12)) == .seconds(9))
        #expect(pace.wallTime(of: .seconds(9)) == .seconds(12))
        pace.set(rate: 1, at: .seconds(12))
        #expect(pace.viewTime(at: .seconds(13)) == .seconds(10) && pace.wallTime(of: .seconds(10)) == .seconds(13))
    }

    @Test func `time never runs backwards, whatever the rates`() {
        var pace = Pace()
        var (now, last) = (Duration.zero, Duration.zero)
        for rate in [1, 0.02, 4, 0.1, 1, 0.25, 0] {
            pace.set(rate: rate, at: now)
            for _ in 0..<20 {
                now += .milliseconds(17)
                let time = pace.viewTime(at: now)
                #expect(time > last)
                // Both directions agree to the microsecond.
                #expect(abs((pace.wallTime(of: time) - now) / .microseconds(1)) < 1)
                last = time
            }
        }
    }
}
