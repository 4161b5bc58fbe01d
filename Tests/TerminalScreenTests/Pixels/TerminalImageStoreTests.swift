import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct TerminalImageStoreTests {
    private var store = TerminalImageStore(budget: 100)

    private mutating func add(_ bytes: Int, frame: Int) -> UInt32 {
        let id = PictureNumbers.next()
        store.didUpload(id, bytes: bytes, frame: frame)
        return id
    }

    @Test mutating func `pictures that were visible longest ago are evicted first`() {
        let ids = (1...5).map { add(40, frame: $0) }
        store.markVisible(ids[0], frame: 6)
        #expect(store.bytes == 200)
        #expect(store.evictions(inFrame: 6).map(\.id) == [ids[1], ids[2], ids[3]])
        #expect(store.bytes == 80)
        #expect(store.ids == [ids[0], ids[4]])
        #expect(store.evictions(inFrame: 7).isEmpty)
    }

    @Test mutating func `visible pictures stay, even over the budget`() {
        let ids = (1...3).map { _ in add(90, frame: 4) }
        #expect(store.evictions(inFrame: 4).isEmpty)
        for id in ids.dropFirst() { store.markVisible(id, frame: 5) }
        #expect(store.evictions(inFrame: 5).map(\.id) == [ids[0]])
    }

    @Test mutating func `an earlier frame does not make a picture older`() {
        let first = add(60, frame: 9)
        let second = add(60, frame: 8)
        store.markVisible(first, frame: 3)
        #expect(store.evictions(inFrame: 10).map(\.id) == [second])
    }

    @Test mutating func `a picture that is uploaded again counts once`() {
        let id = add(60, frame: 1)
        store.didUpload(id, bytes: 30, frame: 2)
        #expect(store.bytes == 30)
        store.remove(id)
        store.remove(id)
        #expect(store.bytes == 0)
        store.markVisible(id, frame: 3)
        #expect(!store.contains(id))
    }

    @Test func `numbers are within what a color holds, and none is given twice`() {
        let numbers = (0..<1000).map { _ in PictureNumbers.next() }
        #expect(Set(numbers).count == 1000)
        #expect(numbers.allSatisfy { PictureNumbers.all.contains($0) })
        #expect(PictureNumbers.all.lowerBound >= 1 && PictureNumbers.all.upperBound <= KittyGraphics.maxID)
    }
}
