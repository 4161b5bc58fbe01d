import TestSupport
import Testing

@testable import halftone

/// Numbers, a bit each, beside the set of the library.
@Suite(.endsInTime) struct NumberSetTests {
    @Test(arguments: [UInt64.random(in: .min ... .max)])
    func itHoldsWhatASetHoldsAfterWhateverIsDone(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        var bits = NumberSet()
        var model: Set<Int> = []
        for _ in 0..<500 {
            let others = Set((0..<5).map { _ in Int.random(in: 0..<300, using: &numbers) })
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0:
                bits.formSymmetricDifference(NumberSet(others))
                model.formSymmetricDifference(others)
            case 1:
                bits = bits.subtracting(NumberSet(others))
                model.subtract(others)
            case 2:
                let end = Int.random(in: 0..<200, using: &numbers)
                bits.formSymmetricDifference(NumberSet(below: end))
                model.formSymmetricDifference(0..<end)
            default:
                let number = Int.random(in: 0..<300, using: &numbers)
                bits.toggle(number)
                model.formSymmetricDifference([number])
            }
            #expect(Array(bits) == model.sorted() && bits.count == model.count && bits.isEmpty == model.isEmpty)
            #expect(bits == NumberSet(model) && bits.hashValue == NumberSet(model).hashValue)
            #expect((0..<310).allSatisfy { bits.contains($0) == model.contains($0) })
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 1_000_000]) func allBelowAnEndAreThere(end: Int) {
        let all = NumberSet(below: end)
        #expect(all.count == end && !all.contains(end) && !all.contains(-1) && (end == 0 || all.contains(end - 1)))
        #expect(all.subtracting(all) == [])
    }
}
