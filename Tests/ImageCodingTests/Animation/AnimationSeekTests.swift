import Testing

@testable import ImageCoding

/// Seeks: they decode nothing on the caller's thread, and the last requested frame is shown.
@MainActor @Suite(.endsInTime) struct AnimationSeekTests {
    private let held = HeldWork()
    private let shown = Shown()

    private final class Shown {
        var frames: [Int] = []
    }

    private func player(_ animation: FakeAnimation, isGrowing: Bool = false) throws -> AnimatedImagePlayer {
        let pool = FramePool(provider: animation, executor: held.executor)
        let player = try #require(AnimatedImagePlayer(provider: animation, pool: pool, isGrowing: isGrowing))
        player.onFrame = { [shown] index, frame in
            #expect(Int(frame.bitmap[0, 0].red) == index)
            shown.frames.append(index)
        }
        return player
    }

    /// Completes all pending decodes, and lets the player show a frame.
    private func arrive(_ player: AnimatedImagePlayer) {
        held.runAll()
        player.advance(by: .zero)
    }

    @Test func `a frame that is decoded is shown within the call`() throws {
        let player = try player(FakeAnimation(frames: 6))
        for index in 0..<6 { player.pool.insert(FakeAnimation.frame(index), at: index) }
        for index in 0..<6 { player.seek(to: index, loop: 2) }
        #expect(shown.frames == [0, 1, 2, 3, 4, 5] && player.currentLoop == 2 && held.count == 0)
        for index in [6, -1] { player.seek(to: index) }
        #expect(shown.frames.count == 6 && player.currentIndex == 5)
        player.start()
        player.advance(by: .milliseconds(100))
        player.advance(by: .milliseconds(100))
        #expect(shown.frames == [0, 1, 2, 3, 4, 5, 0] && player.currentLoop == 3)
    }

    @Test func `the last of several requested frames is shown`() throws {
        let animation = FakeAnimation(frames: 9)
        let player = try player(animation)
        for index in [2, 7, 4] { player.seek(to: index) }
        // when an earlier one is decoded
        player.pool.insert(FakeAnimation.frame(7), at: 7)
        player.advance(by: .zero)
        #expect(shown.frames.isEmpty)
        arrive(player)
        #expect(shown.frames == [4] && animation.decodes == [4])
    }

    @Test func `a due frame does not replace the requested one`() throws {
        let player = try player(FakeAnimation(frames: 6))
        player.start()
        arrive(player)
        #expect(shown.frames == [0])
        player.advance(by: .milliseconds(100))  // 1 is due
        player.seek(to: 3)
        #expect(player.place == 3)
        arrive(player)
        #expect(shown.frames == [0, 3])
        // and it plays on from there
        player.advance(by: .milliseconds(99))
        #expect(player.currentIndex == 3)
        player.advance(by: .milliseconds(1))
        arrive(player)
        #expect(shown.frames == [0, 3, 4])
    }

    @Test func `time stands still while a requested frame is missing`() throws {
        let player = try player(FakeAnimation(frames: 6))
        player.start()
        player.seek(to: 2)
        for _ in 0..<10 { player.advance(by: .seconds(1)) }
        arrive(player)
        #expect(shown.frames == [2] && player.timeToNextFrame == .milliseconds(100))
    }

    // MARK: - Another size

    /// Changes the size of a player's frames and returns what is shown afterwards.
    @discardableResult
    private func resize(_ player: AnimatedImagePlayer) -> FakeAnimation {
        let larger = FakeAnimation(frames: player.frameCount, loops: player.provider.loopCount)
        player.resize(to: larger, pool: FramePool(provider: larger, executor: held.executor))
        return larger
    }

    @Test func `in another size a playing animation continues`() throws {
        let player = try player(FakeAnimation(frames: 6))
        player.start()
        for _ in 0..<3 {
            arrive(player)
            player.advance(by: .milliseconds(100))
        }
        #expect(shown.frames == [0, 1, 2] && player.currentIndex == 3)
        // when the next is due
        _ = resize(player)
        arrive(player)
        #expect(shown.frames == [0, 1, 2, 3])
        // and when one has been shown for a while
        player.advance(by: .milliseconds(60))
        _ = resize(player)
        arrive(player)
        #expect(shown.frames == [0, 1, 2, 3, 3] && player.timeToNextFrame == .milliseconds(40))
    }

    @Test func `a requested frame is shown in the new size after a resize`() throws {
        let small = FakeAnimation(frames: 6)
        let player = try player(small)
        player.seek(to: 4)
        let larger = resize(player)
        arrive(player)
        #expect(shown.frames == [4] && larger.decodes == [4])
    }

    /// Regression: the frame that was due came, and a paused animation moved when its window changed.
    @Test func `in another size a pause with a frame due stays at its frame`() throws {
        let player = try player(FakeAnimation(frames: 6))
        player.start()
        arrive(player)
        player.advance(by: .milliseconds(100))
        player.pause()
        for _ in 0..<2 {
            _ = resize(player)
            arrive(player)
            #expect(player.place == 0 && !player.isSeeking)
        }
        #expect(shown.frames == [0, 0, 0])
        // and then continues with the frame that was due, at once
        player.start()
        arrive(player)
        #expect(shown.frames == [0, 0, 0, 1] && player.timeToNextFrame == .milliseconds(100))
    }

    /// The last frame was shown again, and the loop ended a second time.
    @Test func `in another size a loop that has ended is not counted twice`() throws {
        let player = try player(FakeAnimation(frames: 2, loops: 2))
        var loops: [Int] = []
        player.onLoop = { loops.append($0) }
        player.start()
        for _ in 0..<2 {
            arrive(player)
            player.advance(by: .milliseconds(100))
        }
        #expect(loops == [1] && player.currentIndex == 0, "the first frame is due again")
        player.pause()
        resize(player)
        resize(player)  // and again, before the frame of that size is decoded
        arrive(player)
        #expect(shown.frames == [0, 1, 1] && player.place == 1 && !player.isSeeking)
        // when it plays on
        player.start()
        for _ in 0..<4 {
            arrive(player)
            player.advance(by: .milliseconds(100))
        }
        #expect(shown.frames == [0, 1, 1, 0, 1] && loops == [1, 2] && !player.isPlaying)
    }

    @Test func `a pause for another size at any moment changes neither the order nor the loops`() throws {
        /// Returns what is shown in two loops. At `moment` the player is paused for a change of size.
        func played(pausedAt moment: Int?, isDecoded: Bool) throws -> [String] {
            let player = try player(FakeAnimation(frames: 3, loops: 2))
            var (events, last): ([String], Int?) = ([], nil)
            player.onFrame = { index, _ in
                if index != last { events.append("\(index)") }
                last = index
            }
            player.onLoop = { events.append("loop \($0)") }
            player.start()
            for time in 0..<60 {
                if time == moment, player.isPlaying {
                    if isDecoded { held.runAll() }
                    player.pause()
                    resize(player)
                    arrive(player)
                    player.start()
                }
                player.advance(by: .milliseconds(50))
                held.runAll()
            }
            #expect(!player.isPlaying)
            return events
        }
        let expected = try played(pausedAt: nil, isDecoded: true)
        #expect(expected.filter { $0.hasPrefix("loop") } == ["loop 1", "loop 2"])
        for moment in 0..<60 {
            for isDecoded in [true, false] {
                #expect(try played(pausedAt: moment, isDecoded: isDecoded) == expected, "paused at \(moment)")
            }
        }
    }

    @Test func `another animation is not another size`() throws {
        let player = try player(FakeAnimation(frames: 6))
        let other = FakeAnimation(frames: 5)
        player.resize(to: other, pool: FramePool(provider: other, executor: held.executor))
        #expect(player.frameCount == 6)
    }
}
