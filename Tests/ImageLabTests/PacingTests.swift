import Testing

@testable import ImageLab

@Suite(.endsInTime) struct PacingTests {
    @Test func `the first portion is sent after its time`() {
        var pacing = Pacing(bytesPerSecond: 20_000, start: .seconds(5))

        #expect(pacing.take(upTo: 50_000, at: .seconds(5)) == 0)
        let nextTime = pacing.nextTime(for: 50_000)
        #expect(nextTime >= .seconds(5) + .milliseconds(50))
        #expect(nextTime < .seconds(5) + .milliseconds(51))
        #expect(pacing.take(upTo: 50_000, at: nextTime) == 1000)
    }

    @Test(arguments: [1, 7, 999, 20_000, 3_000_000, 1_000_000_000])
    func `a body takes its time`(bytesPerSecond: Int) {
        // given a body of three seconds, and a client that takes all bytes that may be sent
        var pacing = Pacing(bytesPerSecond: bytesPerSecond, start: .zero)
        var now = Duration.zero
        var left = bytesPerSecond * 3
        var rounds = 0
        // when bytes are taken at each time that has some
        while left > 0, rounds < 100_000 {
            rounds += 1
            let bytes = pacing.take(upTo: left, at: now)
            left -= bytes
            if bytes == 0 { now = pacing.nextTime(for: left) }
        }
        // then it took exactly three seconds
        #expect(left == 0)
        #expect(now > .milliseconds(2999))
        #expect(now < .milliseconds(3001))
    }

    @Test func `the last bytes do not wait for a whole portion`() {
        var pacing = Pacing(bytesPerSecond: 1000, start: .zero)
        #expect(pacing.nextTime(for: 3) < .milliseconds(4))
        #expect(pacing.take(upTo: 3, at: .milliseconds(4)) == 3)
    }

    @Test func `a client that was slow gets no burst`() {
        var pacing = Pacing(bytesPerSecond: 1000, start: .zero)
        #expect(pacing.take(upTo: 1_000_000, at: .seconds(60)) == 200)
    }
}
