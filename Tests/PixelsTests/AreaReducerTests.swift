import TestSupport
import Testing

@testable import Pixels

@Suite(.endsInTime) struct AreaReducerTests {
    private func reduce(_ picture: ReferencePicture, to target: PixelSize, window: PixelRect? = nil) -> Bitmap {
        var reducer = AreaReducer(source: picture.size, target: target, layout: picture.layout, window: window)
        reducer.add(rowsOf: picture)
        return reducer.finish()
    }

    private func randomSize(_ random: inout SeededGenerator, upTo side: Int) -> PixelSize {
        PixelSize(width: .random(in: 1...side, using: &random), height: .random(in: 1...side, using: &random))
    }

    @Test func `a checkerboard of black and white becomes the byte of half the light`() {
        let checker = ReferencePicture(
            size: PixelSize(width: 4, height: 4), layout: .gray8,
            bytes: (0..<16).map { ($0 + $0 / 4) % 2 == 0 ? 255 : 0 })
        for side in [1, 2] {
            let reduced = reduce(checker, to: PixelSize(width: side, height: side))
            for pixel in 0..<side { #expect(reduced[pixel, pixel] == RGBA(188, 188, 188)) }
        }
    }

    @Test func `partial pixels are weighted by their overlap`() {
        // three pixels into two: the left one covers the first and half of the second
        let picture = ReferencePicture(size: PixelSize(width: 3, height: 1), layout: .gray8, bytes: [0, 255, 0])
        let reduced = reduce(picture, to: PixelSize(width: 2, height: 1))
        let third = LinearLight.byte(of: 65_535 / 3)
        #expect(reduced[0, 0] == RGBA(third, third, third))
        #expect(reduced[1, 0] == RGBA(third, third, third))
    }

    @Test func `transparent pixels contribute no color`() {
        // Opaque red beside transparent green: red, half transparent, and no trace of green or black.
        let picture = ReferencePicture(
            size: PixelSize(width: 2, height: 1), layout: .rgba8, bytes: [255, 0, 0, 255, 0, 255, 0, 0])
        let reduced = reduce(picture, to: PixelSize(width: 1, height: 1))
        #expect(reduced[0, 0] == RGBA(255, 0, 0, 128))
        #expect(reduced.hasAlpha)
    }

    @Test func `a transparent area becomes transparent black`() {
        let picture = ReferencePicture(
            size: PixelSize(width: 2, height: 1), layout: .grayAlpha8, bytes: [200, 0, 90, 0])
        #expect(reduce(picture, to: PixelSize(width: 1, height: 1))[0, 0] == RGBA(0, 0, 0, 0))
    }

    @Test func `an opaque alpha channel is removed`() {
        let picture = ReferencePicture(
            size: PixelSize(width: 2, height: 1), layout: .rgba8, bytes: [1, 2, 3, 255, 4, 5, 6, 255])
        #expect(!reduce(picture, to: PixelSize(width: 1, height: 1)).hasAlpha)
        #expect(!reduce(picture, to: picture.size).hasAlpha)
    }

    @Test func `a uniform picture stays uniform at every size`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<400 {
            let (source, target) = (randomSize(&random, upTo: 50), randomSize(&random, upTo: 50))
            let color = RGBA(
                .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
                .random(in: 0...255, using: &random), .random(in: 1...255, using: &random))
            let uniform = Bitmap(size: source, filledWith: color)
            #expect(uniform.resized(to: target) == Bitmap(size: target, filledWith: color), "\(source) to \(target)")
        }
    }

    @Test func `every layout and size agrees with the definition`() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<300 {
            let (source, target) = (randomSize(&random, upTo: 24), randomSize(&random, upTo: 24))
            guard source != target else { continue }  // a copy, tested below
            for layout in PixelLayout.allCases {
                let picture = ReferencePicture(random: &random, size: source, layout: layout)
                let (reduced, expected) = (reduce(picture, to: target), picture.reduced(to: target))
                let difference = zip(reduced.bytes, expected.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
                // one step of tolerance, because light has only 16 bits
                #expect(difference <= 1, "\(layout) \(source) to \(target)")
            }
        }
    }

    @Test func `a picture at its own size is copied byte by byte`() {
        var random = SeededGenerator(seed: 16)
        let picture = ReferencePicture(random: &random, size: PixelSize(width: 7, height: 5), layout: .rgba8)
        #expect(reduce(picture, to: picture.size).bytes == picture.bytes)
    }

    @Test func `the total light is preserved`() {
        var random = SeededGenerator(seed: 13)
        let picture = ReferencePicture(random: &random, size: PixelSize(width: 97, height: 61), layout: .rgb8)
        let reduced = reduce(picture, to: PixelSize(width: 13, height: 7))
        func mean(_ bytes: [UInt8]) -> Double {
            bytes.reduce(0) { $0 + Double(LinearLight.light(of: $1)) } / Double(bytes.count)
        }
        let colors = reduced.bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
        #expect(abs(mean(colors) - mean(picture.bytes)) < 65_535 / 255 / 8)
    }

    @Test func `the order of pixels does not matter`() {
        var random = SeededGenerator(seed: 14)
        for _ in 0..<60 {
            let (source, target) = (randomSize(&random, upTo: 30), randomSize(&random, upTo: 20))
            for layout in PixelLayout.allCases {
                let picture = ReferencePicture(random: &random, size: source, layout: layout)
                var reducer = AreaReducer(source: source, target: target, layout: layout, arrival: .anyOrder)
                for y in (0..<source.height).shuffled(using: &random) {
                    let row = picture.row(y)
                    // The odd columns first.
                    for start in [1, 0] where start < source.width {
                        let columns = stride(from: start, to: source.width, by: 2)
                        let part = columns.flatMap { row[$0 * layout.bytesPerPixel..<($0 + 1) * layout.bytesPerPixel] }
                        part.withUnsafeBufferPointer { reducer.add(row: $0, at: y, start: start, step: 2) }
                    }
                }
                #expect(reducer.finish() == reduce(picture, to: target), "\(layout) \(source) to \(target)")
            }
        }
    }

    @Test func `a window equals that part of the whole`() {
        var random = SeededGenerator(seed: 15)
        for _ in 0..<100 {
            let (source, target) = (randomSize(&random, upTo: 40), randomSize(&random, upTo: 20))
            let window = PixelRect(centerOf: target, in: randomSize(&random, upTo: 20))
            let picture = ReferencePicture(random: &random, size: source, layout: .rgba8)
            let part = reduce(picture, to: target).cropped(to: window)
            #expect(reduce(picture, to: target, window: window) == part, "\(source) to \(target), \(window)")
            var scattered = AreaReducer(
                source: source, target: target, layout: .rgba8, arrival: .anyOrder, window: window)
            scattered.add(rowsOf: picture)
            #expect(scattered.finish() == part, "\(source) to \(target), \(window), any order")
        }
    }

    @Test func `missing rows are transparent`() {
        let size = PixelSize(width: 8, height: 8)
        let picture = ReferencePicture(size: size, layout: .gray8, bytes: [UInt8](repeating: 77, count: 64))
        for target in [size, PixelSize(width: 4, height: 4)] {
            var reducer = AreaReducer(source: size, target: target, layout: .gray8)
            for y in 0..<5 { picture.row(y).withUnsafeBufferPointer { reducer.add(row: $0) } }
            let reduced = reducer.finish()
            #expect(reduced.hasAlpha)
            // a partly covered target row is the average of the rows that arrived
            let covered = target.height == 8 ? 5 : 3
            for y in 0..<target.height {
                #expect(reduced[1, y] == (y < covered ? RGBA(77, 77, 77) : RGBA(0, 0, 0, 0)), "row \(y) of \(target)")
            }
        }
    }

    @Test func `a missing pass is filled from the previous one`() {
        // only the first of the seven passes of Adam7, in which each pixel represents a block of eight by eight
        let size = PixelSize(width: 20, height: 20)
        for target in [size, PixelSize(width: 10, height: 10)] {
            var reducer = AreaReducer(source: size, target: target, layout: .gray8, arrival: .anyOrder)
            for y in [0, 8, 16] {
                [UInt8(y), UInt8(y + 1), UInt8(y + 2)].withUnsafeBufferPointer {
                    reducer.add(row: $0, at: y, start: 0, step: 8)
                }
            }
            let reduced = reducer.finish()
            #expect(!reduced.hasAlpha)
            let scale = 20 / target.width
            for y in 0..<target.height {
                for x in 0..<target.width {
                    #expect(Int(reduced[x, y].red) == y * scale / 8 * 8 + x * scale / 8, "\(x),\(y) of \(target)")
                }
            }
        }
    }

    @Test func `averaged pixels are weighted by their area`() {
        // ten columns arrive as three averages of four, four and two, so the last has half the weight
        let size = PixelSize(width: 10, height: 1)
        var reducer = AreaReducer(
            source: size, target: PixelSize(width: 1, height: 1), layout: .gray8, shrink: 4)
        #expect(reducer.arriving == PixelSize(width: 3, height: 1))
        [0, 0, 255].withUnsafeBufferPointer { reducer.add(row: $0) }
        let fifth = LinearLight.byte(of: 65_535 / 5)
        #expect(reducer.finish()[0, 0] == RGBA(fifth, fifth, fifth))
    }

    @Test func `long rows and columns do not overflow`() {
        for size in [PixelSize(width: 200_000, height: 1), PixelSize(width: 1, height: 200_000)] {
            var reducer = AreaReducer(source: size, target: PixelSize(width: 1, height: 1), layout: .rgba8)
            let row = [UInt8](repeating: 255, count: 4 * size.width)
            for _ in 0..<size.height { row.withUnsafeBufferPointer { reducer.add(row: $0) } }
            #expect(reducer.finish()[0, 0] == RGBA(255, 255, 255))
        }
    }
}
