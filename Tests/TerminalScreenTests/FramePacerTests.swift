import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// Frames on a connection of any speed, with a simulated clock: no test takes real time.
@Suite(.endsInTime) @MainActor struct FramePacerTests {
    private static let interval = FramePacer.interval

    @Test func `after a pause three frames are drawn at once, and the others a sixtieth of a second apart`() {
        var pacer = FramePacer()
        #expect(pacer.nextChance(isIdle: true) == .zero)
        for start in [Duration.zero, .seconds(1)] {
            for _ in 0..<3 { #expect(pacer.decide(at: start, isIdle: true) == .draw) }
            for frame in 1...3 {
                let time = start + Self.interval * frame
                #expect(pacer.decide(at: time - .nanoseconds(1), isIdle: true) == .wait)
                #expect(pacer.nextChance(isIdle: true) == time)
                #expect(pacer.decide(at: time, isIdle: true) == .draw)
            }
        }
    }

    @Test func `a busy terminal schedules no frame before it is ready`() {
        var pacer = FramePacer()
        #expect(pacer.decide(at: .zero, isIdle: true) == .draw)
        #expect(pacer.decide(at: .milliseconds(3), isIdle: false) == .wait, "the frame may still be on its way")
        #expect(pacer.nextChance(isIdle: false) == Self.interval, "it may be done by then")
        #expect(pacer.decide(at: .milliseconds(20), isIdle: false) == .drop)
        #expect(pacer.nextChance(isIdle: false) == nil)
        #expect(pacer.decide(at: .milliseconds(36), isIdle: true) == .wait)
        #expect(pacer.decide(at: .milliseconds(500), isIdle: true) == .draw)
    }

    @Test(arguments: [2_000, 20_000, 200_000, 1 << 40], UInt64(1)...5)
    func `a key has its effect in the next frame that begins`(bytesPerSecond: Int, seed: UInt64) {
        var line = SlowLine(bytesPerSecond: bytesPerSecond, seed: seed)
        while line.step() {}
        // Every key is shown by the first frame that began after it: the other one is the frame being written.
        for key in line.keys {
            let next = line.frames.first { $0.begun >= key.time }
            #expect((next?.keys ?? 0) >= key.number, "seed \(seed): key \(key.number) at \(key.time)")
            let before = line.frames.last { $0.begun < key.time }
            let earliest = max(key.time, before.map { max($0.ended, $0.begun + Self.interval) } ?? key.time)
            #expect(next.map { $0.begun <= earliest + Self.interval } == true, "seed \(seed): key \(key.number) waits")
        }
        for (one, other) in zip(line.frames, line.frames.dropFirst()) {
            #expect(other.begun >= one.ended, "seed \(seed)")
        }
        for (index, one) in line.frames.enumerated() {
            for (count, other) in line.frames[index...].enumerated().dropFirst(FramePacer.burst) {
                #expect(other.begun - one.begun >= Self.interval * (count - FramePacer.burst + 1), "seed \(seed)")
            }
        }
        #expect(line.emulator.firstDifference(from: line.canvas()) == nil, "seed \(seed): the last frame is wrong")
        if bytesPerSecond <= 20_000 { #expect(line.dropped > 0, "seed \(seed)") }
        if bytesPerSecond == 1 << 40 { #expect(line.dropped == 0, "seed \(seed)") }
    }
}

/// A program that responds to keys and plays an animation, a connection of some speed, and a terminal.
@MainActor
private struct SlowLine {
    struct Frame {
        var begun: Duration
        var ended: Duration
        /// The number of keys that the frame shows.
        var keys: Int
    }

    private(set) var keys: [(number: Int, time: Duration)] = []
    private(set) var frames: [Frame] = []
    private(set) var dropped = 0
    let emulator: TerminalEmulator

    private static let size = CellSize(columns: 60, rows: 16)
    private let bytesPerSecond: Int
    private var pacer = FramePacer()
    private let presenter = DirectColorPresenter(size: size)
    private var random: SeededGenerator
    private var now = Duration.zero
    private var nextKey = Duration.milliseconds(5)
    private var nextMove = Duration.zero
    private var moves = 0
    private var hasChanged = true
    private var freeAt = Duration.zero

    init(bytesPerSecond: Int, seed: UInt64) {
        self.bytesPerSecond = bytesPerSecond
        random = SeededGenerator(seed: seed)
        emulator = TerminalEmulator(size: Self.size)
    }

    /// The expected screen: half a screen of noise that every key and every animation frame changes.
    func canvas() -> Canvas {
        var canvas = Canvas(size: Self.size)
        var noise = SeededGenerator(seed: UInt64(keys.count * 1000 + moves))
        for row in 1..<9 {
            for column in 0..<40 {
                let colors = (0..<2).map { _ in CellColor(hex: UInt32(truncatingIfNeeded: noise.next()) & 0xFFFFFF) }
                canvas[column, row] = Cell("▀", style: CellStyle(foreground: colors[0], background: colors[1]))
            }
        }
        canvas.draw("\(keys.count)", at: .zero, style: .plain, clip: canvas.bounds)
        return canvas
    }

    /// One turn of a main loop: takes what has arrived, draws a frame if it may, and advances to the next event. False
    /// at the end.
    mutating func step() -> Bool {
        if now >= nextKey, keys.count < 40 {
            keys.append((keys.count + 1, now))
            hasChanged = true
            nextKey = now + .milliseconds(Int.random(in: 1...400, using: &random))
        }
        if now >= nextMove, moves < 100 {
            moves += 1
            hasChanged = true
            nextMove = now + .milliseconds(80)
        }
        let isIdle = now >= freeAt
        if hasChanged {
            switch pacer.decide(at: now, isIdle: isIdle) {
            case .draw: draw()
            case .drop: dropped += 1
            case .wait: break
            }
        }
        var times: [Duration] = []
        if keys.count < 40 { times.append(nextKey) }
        if moves < 100 { times.append(nextMove) }
        if !(now >= freeAt) { times.append(freeAt) }
        let chance = pacer.nextChance(isIdle: now >= freeAt)
        if hasChanged, let chance { times.append(max(chance, now + .nanoseconds(1))) }
        guard let next = times.min() else { return false }
        now = max(now, next)
        return true
    }

    private mutating func draw() {
        hasChanged = false
        let bytes = presenter.present(canvas())
        guard !bytes.isEmpty else { return }
        emulator.feed(bytes)
        freeAt = now + .nanoseconds(Int(Double(bytes.count) / Double(bytesPerSecond) * 1e9))
        frames.append(Frame(begun: now, ended: freeAt, keys: keys.count))
    }
}
