import Pixels
import Testing

@testable import ImageCoding

/// The frames that are shown over time: their order, loops and missing frames, with a manual clock.
@MainActor @Suite(.endsInTime) struct AnimatedImagePlayerTests {
    private let held = HeldWork()

    private func player(_ animation: FakeAnimation, decodesAtOnce: Bool = true) throws -> AnimatedImagePlayer {
        let atOnce: FrameExecutor = { work in work() }
        let pool = FramePool(provider: animation, executor: decodesAtOnce ? atOnce : held.executor)
        let player = AnimatedImagePlayer(provider: animation, pool: pool)
        return try #require(player)
    }

    /// The frames shown during a number of ticks that are as long as a frame.
    private func play(_ player: AnimatedImagePlayer, ticks: Int) -> [Int] {
        var shown: [Int] = []
        player.onFrame = { index, frame in
            #expect(Int(frame.bitmap[0, 0].red) == index)
            shown.append(index)
        }
        player.start()
        for _ in 0..<ticks { player.advance(by: .milliseconds(100)) }
        return shown
    }

    @Test func `a loop ends when its last frame has been shown`() throws {
        let player = try player(FakeAnimation(frames: 3, loops: 1))
        var loops: [Int] = []
        player.onLoop = { loops.append($0) }
        #expect(play(player, ticks: 2) == [0, 1])
        #expect(play(player, ticks: 1) == [2])
        #expect(loops == [1])
        #expect(!player.isPlaying && player.currentLoop == 0 && player.currentIndex == 0 && player.currentFrame == nil)
    }

    @Test func `loops are counted up to the limit`() throws {
        let player = try player(FakeAnimation(frames: 2, loops: 3))
        var loops: [Int] = []
        player.onLoop = { loops.append($0) }
        #expect(play(player, ticks: 100) == [0, 1, 0, 1, 0, 1])
        #expect(loops == [1, 2, 3])
    }

    @Test func `a custom number of loops replaces the animation's`() throws {
        let player = try player(FakeAnimation(frames: 2, loops: 1))
        player.totalLoopCount = 0
        #expect(play(player, ticks: 50).count == 50 && player.isPlaying)
    }

    @Test func `no frame is skipped, however long a tick is`() throws {
        let player = try player(FakeAnimation(frames: 5))
        var shown: [Int] = []
        player.onFrame = { index, _ in shown.append(index) }
        player.start()
        for _ in 0..<7 { player.advance(by: .seconds(10)) }
        #expect(shown == [0, 1, 2, 3, 4, 0, 1])
        // The frame that is due, and of all the surplus one more.
        for _ in 0..<10 { player.advance(by: .milliseconds(1)) }
        #expect(shown == [0, 1, 2, 3, 4, 0, 1, 2, 3])
    }

    @Test func `a frame stays for its duration, and the excess time counts`() throws {
        let player = try player(FakeAnimation(frames: 3))
        var shown: [Int] = []
        player.onFrame = { index, _ in shown.append(index) }
        player.start()
        for _ in 0..<6 { player.advance(by: .milliseconds(16)) }  // 96 ms
        #expect(shown == [0])
        #expect(player.timeToNextFrame == .milliseconds(4))
        player.advance(by: .milliseconds(16))  // 112: the next is due, and published by the next tick
        player.advance(by: .milliseconds(16))
        #expect(shown == [0, 1])
        #expect(player.timeToNextFrame == .milliseconds(72))
    }

    @Test func `while a frame is missing time stands still`() throws {
        let player = try player(FakeAnimation(frames: 3), decodesAtOnce: false)
        #expect(play(player, ticks: 30).isEmpty && player.currentIndex == 0)
        held.runAll()
        #expect(play(player, ticks: 1) == [0])
        #expect(play(player, ticks: 30).isEmpty && player.currentIndex == 1)
        held.runAll()
        // ten hidden seconds are longer than several loops, but playback continues with the next frame
        #expect(play(player, ticks: 1) == [1])
    }

    @Test func `a frame that cannot be read keeps the previous one`() throws {
        let player = try player(FakeAnimation(frames: 4, unreadable: [2]))
        #expect(play(player, ticks: 4) == [0, 1, 3])
        #expect(play(player, ticks: 4) == [0, 1, 3])
    }

    @Test func `pausing keeps the position, and stopping does not`() throws {
        let player = try player(FakeAnimation(frames: 5))
        #expect(play(player, ticks: 3) == [0, 1, 2])
        player.pause()
        player.advance(by: .seconds(1))
        #expect(player.currentIndex == 3 && player.currentFrame != nil)
        #expect(play(player, ticks: 1) == [3])
        let buffered = player.pool.frameCount
        player.onFrame = { index, _ in Issue.record("frame \(index) after the stop") }
        player.stop()
        player.advance(by: .seconds(1))
        #expect(player.currentFrame == nil && player.currentIndex == 0 && player.timeToNextFrame == nil)
        #expect(buffered == player.pool.frameCount && buffered > 0)
        #expect(play(player, ticks: 2) == [0, 1])
    }

    @Test func `starting twice is starting once`() throws {
        let player = try player(FakeAnimation(frames: 3))
        player.start()
        #expect(play(player, ticks: 3) == [0, 1, 2])
        #expect(play(player, ticks: 1) == [0])
    }

    @Test func `a growing animation waits at its end`() throws {
        let third = FakeAnimation(frames: 3, loops: 1)
        let pool = FramePool(provider: third) { $0() }
        let growing = AnimatedImagePlayer(provider: third, pool: pool, isGrowing: true)
        let player = try #require(growing)
        #expect(play(player, ticks: 20) == [0, 1, 2])
        let half = FakeAnimation(frames: 5, loops: 1)
        player.grow(to: half, pool: FramePool(provider: half, succeeding: pool) { $0() }, isComplete: false)
        #expect(player.pool.frameCount == 3)
        #expect(play(player, ticks: 20) == [3, 4])
        let whole = FakeAnimation(frames: 6, loops: 1)
        player.grow(to: whole, pool: FramePool(provider: whole, succeeding: player.pool) { $0() }, isComplete: true)
        #expect(play(player, ticks: 20) == [5])
        #expect(!player.isPlaying)
        // The frames that were there were not decoded again.
        #expect(half.decodes == [3, 4] && whole.decodes == [5])
    }

    @Test func `an animation does not shrink`() throws {
        let player = try player(FakeAnimation(frames: 5))
        let less = FakeAnimation(frames: 4)
        player.grow(to: less, pool: FramePool(provider: less) { $0() }, isComplete: true)
        #expect(player.frameCount == 5)
    }
}
