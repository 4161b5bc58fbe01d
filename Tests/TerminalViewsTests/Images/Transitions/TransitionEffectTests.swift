import Pixels
import TestSupport
import Testing

@testable import TerminalViews

/// Transitions as functions of pixels.
@Suite(.endsInTime) struct TransitionEffectTests {
    private static let effects = ImageTransition.all.compactMap { transition in
        transition.effect.map { (transition.name, $0) }
    }
    private typealias Move = @Sendable (PixelSize, Double) -> TransitionEffect.Movement
    private static let movements: [(name: String, move: Move)] = effects.compactMap { name, effect in
        guard case .moving(let move) = effect else { return nil }
        return (name, move)
    }

    /// Returns a picture in which every pixel has a color of its own, which is not in the other picture.
    private func picture(_ width: Int, _ height: Int, isNew: Bool) -> Bitmap {
        .drawn(width, height) { x, y in RGB(UInt8(x), UInt8(y), isNew ? 200 : 100) }
    }

    /// Draws a picture with a letter for each pixel: `o` old, `n` new, `b` the back of either, a point where neither
    /// is.
    private func letters(_ effect: TransitionEffect, _ width: Int, _ height: Int, at fraction: Double) -> [String] {
        guard case .moving(let move) = effect else { return [] }
        return letters(move(PixelSize(width: width, height: height), fraction), width, height)
    }

    private func letters(_ movement: TransitionEffect.Movement, _ width: Int, _ height: Int) -> [String] {
        (0..<height).map { y in
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

    @Test func `every transition begins with the old picture and ends with the new one`() throws {
        try #require(!Self.effects.isEmpty)
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

    @Test func `the first and the last moment of a movement are the resting pictures`() throws {
        let size = PixelSize(width: 12, height: 8)
        try #require(!Self.movements.isEmpty)
        for (name, move) in Self.movements {
            let (first, last) = (letters(move(size, 0), 12, 8), letters(move(size, 1), 12, 8))
            #expect(first.joined() == String(repeating: "o", count: size.area), "\(name): \(first)")
            #expect(last.joined() == String(repeating: "n", count: size.area), "\(name): \(last)")
        }
    }

    @Test func `no movement reaches outside of the pictures`() throws {
        try #require(!Self.movements.isEmpty)
        for (name, move) in Self.movements {
            for (width, height) in [(1, 2), (3, 2), (17, 10), (33, 24)] {
                for step in 0...40 {
                    let movement = move(PixelSize(width: width, height: height), Double(step) / 40)
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
}
