import Pixels
import Testing

@testable import ImageCoding

/// An animation that plays while its bytes arrive: the decoder, the pool and the player together.
@MainActor @Suite(.endsInTime) struct GrowingPlaybackTests {
    private let canvas = PixelSize(width: 20, height: 20)

    private func files(loops: Int) -> [[UInt8]] {
        let colors = [MadeFrame.red, MadeFrame.green, MadeFrame.blue]
        let frames = (0..<12).map { MadeFrame(0, 0, 20, 20, colors[$0 % 3], disposal: $0 % 2) }
        return MadeFrame.files(canvas, frames, loops: loops)
    }

    @Test(arguments: [2, 3, 7, 40])
    func `no frame is skipped, repeated or missing while bytes arrive`(pieces: Int) throws {
        for bytes in files(loops: 2) {
            let options = DecodeOptions.frames(box: PixelSize(width: 5, height: 5))
            let decoder = try ImageCodersManager.shared.incrementalDecoder(of: bytes, options: options)
            let pools = FramePools { $0() }
            var player: AnimatedImagePlayer?
            var shown: [Int] = []
            func take(_ image: Image, isComplete: Bool) throws {
                guard let animation = image.animation else { return }
                if let player {
                    let pool = pools.pool(of: animation, succeeding: player.pool)
                    return player.grow(to: animation, pool: pool, isComplete: isComplete)
                }
                let pool = pools.pool(of: animation)
                let made = AnimatedImagePlayer(provider: animation, pool: pool, isGrowing: !isComplete)
                let started: AnimatedImagePlayer = try #require(made)
                player = started
                player?.onFrame = { index, _ in shown.append(index) }
                player?.start()
                #expect(player?.currentFrame === animation.poster)
            }
            for start in stride(from: 0, to: bytes.count, by: bytes.count / pieces + 1) {
                try decoder.append(bytes[start..<min(bytes.count, start + bytes.count / pieces + 1)])
                if let preview = try decoder.preview() { try take(preview, isComplete: false) }
                for _ in 0..<5 {
                    player?.advance(by: .milliseconds(100))
                    #expect(player == nil || player?.currentFrame != nil)
                }
            }
            let image = try decoder.finish()
            try take(image, isComplete: true)
            for _ in 0..<60 { player?.advance(by: .milliseconds(100)) }
            // The poster was there without a call; then every frame once in each of two loops.
            #expect(shown == Array(1..<12) + Array(0..<12), "\(image.format?.name ?? "")")
            #expect(player?.isPlaying == false)
        }
    }
}
