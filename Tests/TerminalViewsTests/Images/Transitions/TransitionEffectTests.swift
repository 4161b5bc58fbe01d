import Pixels
import TestSupport
import Testing

@testable import TerminalViews

/// Transitions as functions of pixels.
@Suite(.endsInTime) struct TransitionEffectTests {
    private static let effects = ImageTransition.all.compactMap { transition in
        transition.effect.map { (transition.name, $0) }
    }
    private static let movements = effects.filter { if case .moving = $0.1 { true } else { false } }

    /// Returns a picture in which every pixel has a color of its own, which is not in the other picture.
    private func picture(_ width: Int, _ height: Int, isNew: Bool) -> Bitmap {
        var bytes: [UInt8] = []
        for y in 0..<height { for x in 0..<width { bytes += [UInt8(x), UInt8(y), isNew ? 200 : 100, 255] } }
        return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes, hasAlpha: false)
    }

    /// Draws a picture with a letter for each pixel: `o` old, `n` new, `b` the back of either, a point where neither
    /// is.
    private func letters(_ effect: TransitionEffect, _ width: Int, _ height: Int, at fraction: Double) -> [String] {
        guard case .moving(let move) = effect else { return [] }
        let movement = move(PixelSize(width: width, height: height), fraction, 1)
        return (0..<height).map { y in
            String(
                (0..<width).map { x -> Character in
                    switch movement(x, y) {
                    case .old(_, _, let isBack): isBack ? "b" : "o"
                    case .new(_, _, let isBack): isBack ? "b" : "n"
                    case .ground: "."
                    }
                })
        }
    }

    @Test func `every transition begins with the old picture and ends with the new one`() {
        for (name, effect) in Self.effects {
            for (width, height) in [(1, 2), (2, 2), (7, 4), (16, 10), (40, 6)] {
                let (old, new) = (picture(width, height, isNew: false), picture(width, height, isNew: true))
                #expect(effect.picture(from: old, to: new, fraction: 0) == old, "\(name)")
                #expect(effect.picture(from: old, to: new, fraction: 1) == new, "\(name)")
                #expect(effect.picture(from: old, to: new, fraction: -1) == old, "\(name)")
                #expect(effect.picture(from: old, to: new, fraction: 2) == new, "\(name)")
            }
        }
    }

    @Test func `the first and the last moment of a movement are the resting pictures`() {
        for (name, effect) in Self.movements {
            #expect(letters(effect, 12, 8, at: 0).joined().allSatisfy { $0 == "o" }, "\(name)")
            let last = letters(effect, 12, 8, at: 1)
            #expect(last.joined().allSatisfy { $0 == "n" }, "\(name): \(last)")
        }
    }

    @Test func `no movement reaches outside of the pictures`() {
        for (name, effect) in Self.movements {
            guard case .moving(let move) = effect else { continue }
            for (width, height) in [(1, 2), (3, 2), (17, 10), (33, 24)] {
                for step in 0...40 {
                    let movement = move(PixelSize(width: width, height: height), Double(step) / 40, 7)
                    for y in 0..<height {
                        for x in 0..<width {
                            switch movement(x, y) {
                            case .old(let x, let y, _), .new(let x, let y, _):
                                if !(0..<width).contains(x) || !(0..<height).contains(y) {
                                    Issue.record("\(name) reaches (\(x), \(y)) of \(width)x\(height) at \(step)/40")
                                    return
                                }
                            case .ground: break
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func `a wipe shows the new picture behind its edge`() {
        #expect(letters(.wipe(from: .left), 4, 2, at: 0.5) == ["nnoo", "nnoo"])
        #expect(letters(.wipe(from: .right), 4, 2, at: 0.25) == ["ooon", "ooon"])
        #expect(letters(.wipe(from: .top), 2, 4, at: 0.75) == ["nn", "nn", "nn", "oo"])
        #expect(letters(.wipe(from: .bottom), 2, 4, at: 0.5) == ["oo", "oo", "nn", "nn"])
    }

    @Test func `a slide pushes the old picture out`() {
        func columns(from edge: PictureEdge) -> [PixelOrigin] {
            guard case .moving(let move) = TransitionEffect.slide(from: edge) else { return [] }
            let movement = move(PixelSize(width: 4, height: 4), 0.25, 0)
            return (0..<4).map { edge == .left || edge == .right ? movement($0, 2) : movement(2, $0) }
        }
        #expect(columns(from: .right) == [.old(x: 1, y: 2), .old(x: 2, y: 2), .old(x: 3, y: 2), .new(x: 0, y: 2)])
        #expect(columns(from: .left) == [.new(x: 3, y: 2), .old(x: 0, y: 2), .old(x: 1, y: 2), .old(x: 2, y: 2)])
        #expect(columns(from: .bottom) == [.old(x: 2, y: 1), .old(x: 2, y: 2), .old(x: 2, y: 3), .new(x: 2, y: 0)])
        #expect(columns(from: .top) == [.new(x: 2, y: 3), .old(x: 2, y: 0), .old(x: 2, y: 1), .old(x: 2, y: 2)])
    }

    @Test(arguments: PictureEdge.allCases)
    func `a flip shows one side and then the other, and is largest at the nearer edge`(_ edge: PictureEdge) {
        let early = letters(.flip(from: edge), 24, 24, at: 0.25)
        let late = letters(.flip(from: edge), 24, 24, at: 0.75)
        #expect(Set(early.joined()) == ["o", "."] && Set(late.joined()) == ["n", "."])
        // At a quarter the picture is narrower, and its near side taller than its far side.
        func size(_ lines: [String], _ index: Int) -> Int {
            edge == .left || edge == .right
                ? lines.count { Array($0)[index] != "." } : lines[index].count { $0 != "." }
        }
        let sizes = (0..<24).map { size(early, $0) }
        let shown = sizes.filter { $0 > 0 }
        #expect(shown.count < 24 && shown.count > 8)
        if edge == .left || edge == .top {
            #expect(shown.first ?? 0 > shown.last ?? 0)
        } else {
            #expect(shown.first ?? 0 < shown.last ?? 0)
        }
        #expect(letters(.flip(from: edge), 24, 24, at: 0.5).joined().count { $0 != "." } <= 48)
    }

    @Test func `a page curls up from its lower right corner and shows its back`() {
        let picture = letters(.curlUp, 20, 20, at: 0.5)
        #expect(picture.first?.first == "o" && picture.last?.last == "n")
        let counts = Dictionary(grouping: picture.joined(), by: \.self).mapValues(\.count)
        #expect(counts["b", default: 0] > 20 && counts["o", default: 0] > 60 && counts["n", default: 0] > 60)
    }

    @Test func `curling down is curling up backwards`() {
        let up = letters(.curlUp, 20, 12, at: 0.3)
        let down = letters(.curlDown, 20, 12, at: 0.7)
        #expect(
            down
                == up.map { line in
                    String(line.map { $0 == "o" ? "n" : $0 == "n" ? "o" : $0 })
                })
    }

    @Test func `the back of a page is lighter where colors may be mixed`() {
        let (old, new) = (picture(20, 20, isNew: false), picture(20, 20, isNew: true))
        let plain = TransitionEffect.curlUp.picture(from: old, to: new, fraction: 0.5, isShaded: false)
        let shaded = TransitionEffect.curlUp.picture(from: old, to: new, fraction: 0.5)
        let letters = letters(.curlUp, 20, 20, at: 0.5).map(Array.init)
        for y in 0..<20 {
            for x in 0..<20 {
                let (flat, light) = (plain[x, y], shaded[x, y])
                if letters[y][x] == "b" { #expect(light.blue > flat.blue) } else { #expect(light == flat) }
            }
        }
    }

    // MARK: - Dissolving

    private func dissolved(_ fraction: Double, seed: UInt64) -> [Bool] {
        guard case .moving(let move) = TransitionEffect.dissolve else { return [] }
        let movement = move(PixelSize(width: 40, height: 40), fraction, seed)
        return (0..<40).flatMap { y in (0..<40).map { x in movement(x, y) == .new(x: x, y: y) } }
    }

    @Test func `dissolving changes each cell once, as a whole`() {
        var before = dissolved(0, seed: 5)
        for step in 1...20 {
            let now = dissolved(Double(step) / 20, seed: 5)
            #expect(zip(before, now).allSatisfy { !$0 || $1 }, "what is new stays new")
            for row in 0..<20 { #expect(now[row * 80..<row * 80 + 40] == now[row * 80 + 40..<row * 80 + 80]) }
            // About the expected number, within the random variation of 800 cells.
            #expect(abs(now.count { $0 } - 80 * step) < 160)
            before = now
        }
        #expect(before.allSatisfy { $0 })
    }

    @Test func `the order of dissolving depends on the seed alone`() {
        #expect(dissolved(0.5, seed: 1) == dissolved(0.5, seed: 1))
        #expect(dissolved(0.5, seed: 1) != dissolved(0.5, seed: 2))
    }

    // MARK: - Time

    @Test(arguments: Easing.allCases)
    func `easing goes from 0 to 1 and never decreases`(_ easing: Easing) {
        #expect(easing(0) == 0 && easing(1) == 1 && easing(-3) == 0 && easing(7) == 1)
        let values = (0...100).map { easing(Double($0) / 100) }
        #expect(values == values.sorted())
    }

    @Test func `easing in begins slowly, and easing out ends slowly`() {
        #expect(Easing.easeIn(0.25) < 0.25 && Easing.easeOut(0.25) > 0.25)
        #expect(Easing.easeInOut(0.25) < 0.25 && Easing.easeInOut(0.75) > 0.75 && Easing.easeInOut(0.5) == 0.5)
    }
}
