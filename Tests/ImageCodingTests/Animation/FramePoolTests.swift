import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct FramePoolTests {
    private let held = HeldWork()

    /// A frame of `FakeAnimation` takes 100 bytes.
    private func pool(_ animation: FakeAnimation, frames: Int = 1000) -> FramePool {
        FramePool(provider: animation, maximumBytes: frames * 100, executor: held.executor)
    }

    private func isReady(_ pool: FramePool, _ index: Int) -> Bool {
        if case .ready = pool.frame(at: index) { true } else { false }
    }

    @Test func `a frame is there once it has been fetched`() {
        let animation = FakeAnimation(frames: 5)
        let pool = pool(animation)
        pool.fetch(3)
        #expect(pool.isMissing(3) && !isReady(pool, 3))
        held.runAll()
        #expect(isReady(pool, 3) && pool.frameCount == 1 && pool.bytes == 100)
        pool.fetch(3)
        #expect(held.count == 0 && animation.decodes == [3])
    }

    @Test func `one decode runs at a time, however many requests there are`() {
        let animation = FakeAnimation(frames: 9)
        let pool = pool(animation)
        for _ in 0..<3 { pool.attach() }
        for index in [4, 4, 5, 6, 5] { pool.fetch(index) }
        for expected in 1...3 {
            #expect(held.count == 1)
            held.runOne()
            #expect(animation.decodes.count == expected)
        }
        #expect(held.count == 0 && animation.decodes == [4, 5, 6])
    }

    @Test func `a player that has moved on leaves no pending work`() {
        let animation = FakeAnimation(frames: 9)
        let pool = pool(animation)
        pool.attach()
        for index in 1...8 { pool.fetch(index) }
        held.runAll()
        #expect(animation.decodes == [8])
    }

    @Test func `the pool keeps its byte limit and drops the least recently used frames`() {
        let pool = pool(FakeAnimation(frames: 9), frames: 3)
        for index in 0..<3 {
            pool.fetch(index)
            held.runAll()
        }
        #expect(isReady(pool, 0))  // which is a use
        pool.fetch(3)
        held.runAll()
        #expect([0, 1, 2, 3].map { isReady(pool, $0) } == [true, false, true, true])
        #expect(pool.bytes == 300)
    }

    @Test func `a frame for each player, and one more, always stay`() {
        let pool = FramePool(provider: FakeAnimation(frames: 9), maximumBytes: 0) { $0() }
        for _ in 0..<2 { pool.attach() }
        for index in 0..<9 { pool.fetch(index) }
        #expect(pool.frameCount == 3)
        pool.detach()
        pool.fetch(0)
        #expect(pool.frameCount == 2)
    }

    @Test func `a frame that cannot be decoded is not requested again`() {
        let animation = FakeAnimation(frames: 5, unreadable: [2])
        let pool = pool(animation)
        pool.fetch(2)
        held.runAll()
        guard case .unreadable = pool.frame(at: 2) else { return #expect(Bool(false), "it is readable") }
        pool.fetch(2)
        pool.fetch(5)
        pool.fetch(-1)
        #expect(held.count == 0 && !pool.isMissing(2))
        // but after memory pressure, which removes all frames
        pool.removeAll()
        #expect(pool.isMissing(2))
    }

    @Test func `a purge empties the pool, and needed frames are decoded again`() {
        let pools = FramePools(executor: held.executor)
        let pool = pools.pool(of: FakeAnimation(frames: 5))
        pool.fetch(1)
        held.runAll()
        pool.fetch(2)
        pools.removeAllFrames()
        #expect(pool.frameCount == 0 && pool.bytes == 0)
        held.runAll()
        #expect(isReady(pool, 2) && pool.bytes == 100)
    }

    @Test func `all players of an animation share its pool`() {
        let pools = FramePools { $0() }
        let (first, second) = (FakeAnimation(frames: 2), FakeAnimation(frames: 2))
        var pool: FramePool? = pools.pool(of: first)
        #expect(pools.pool(of: first) === pool && pools.pool(of: second) !== pool)
        pool?.fetch(0)
        #expect(pools.pool(of: first).frameCount == 1)
        pool = nil
        #expect(pools.pool(of: first).frameCount == 0)  // it was not held any more
    }

    @Test func `an animation without players is released once`() {
        let animation = FakeAnimation(frames: 5)
        let pool = pool(animation)
        for _ in 0..<2 { pool.attach() }
        pool.detach()
        held.runAll()
        #expect(animation.releases == 0)
        pool.detach()
        #expect(animation.releases == 0 && held.count == 1)  // on a thread that may wait
        held.runAll()
        #expect(animation.releases == 1)
    }

    @Test func `many players in any order never starve and never exceed the limit`() {
        var random = SeededGenerator(seed: 11)
        for round in 0..<50 {
            let animation = FakeAnimation(frames: 20)
            let pool = pool(animation, frames: Int.random(in: 1...6, using: &random))
            let players = Int.random(in: 1...4, using: &random)
            for _ in 0..<players { pool.attach() }
            var places = (0..<players).map { _ in Int.random(in: 0..<20, using: &random) }
            var shown = Array(repeating: 0, count: players)
            for _ in 0..<4000 {
                let player = Int.random(in: 0..<players, using: &random)
                if isReady(pool, places[player]) {
                    places[player] = (places[player] + 1) % 20
                    shown[player] += 1
                } else {
                    pool.fetch(places[player])
                }
                if Bool.random(using: &random) { held.runOne() }
                #expect(held.count <= 1 && pool.bytes <= max(pool.maximumBytes, 100 * (players + 1)))
            }
            held.runAll()
            #expect(shown.allSatisfy { $0 > 100 }, "seed 11, round \(round): \(shown)")
        }
    }
}
