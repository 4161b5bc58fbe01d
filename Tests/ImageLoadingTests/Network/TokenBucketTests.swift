import Testing

@testable import ImageLoading

@Suite(.endsInTime) struct TokenBucketTests {
    @Test func `a full bucket gives its burst and then says how long to wait`() {
        var bucket = TokenBucket(perSecond: 4, burst: 2)
        #expect(bucket.take(at: .zero) == nil)
        #expect(bucket.take(at: .zero) == nil)
        #expect(bucket.take(at: .zero) == .milliseconds(250))
        #expect(bucket.take(at: .milliseconds(200)) == .milliseconds(50))
        #expect(bucket.take(at: .milliseconds(250)) == nil)
    }

    @Test func `it never holds more than its burst`() {
        var bucket = TokenBucket(perSecond: 100, burst: 2)
        #expect(bucket.take(at: .zero) == nil)
        var taken = 0
        while bucket.take(at: .seconds(1000)) == nil { taken += 1 }
        #expect(taken == 2)
    }

    @Test func `waiting for the returned time yields a token`() throws {
        var bucket = TokenBucket(perSecond: 3, burst: 1)
        var now = Duration.zero
        #expect(bucket.take(at: now) == nil)
        for _ in 0..<1000 {
            let wait = bucket.take(at: now)
            now += try #require(wait)
            #expect(bucket.take(at: now) == nil)
        }
    }

    @Test func `a clock that runs backwards fills nothing`() {
        var bucket = TokenBucket(perSecond: 1, burst: 1)
        #expect(bucket.take(at: .seconds(10)) == nil)
        #expect(bucket.take(at: .seconds(5)) != nil)
        #expect(bucket.take(at: .seconds(10)) != nil)
        #expect(bucket.take(at: .seconds(11)) == nil)
    }

    @Test func `invalid rates are raised to the minimum`() {
        var bucket = TokenBucket(perSecond: -1, burst: 0)
        #expect(bucket.take(at: .zero) == nil)
        #expect(bucket.take(at: .zero) == .seconds(1000))
    }
}
