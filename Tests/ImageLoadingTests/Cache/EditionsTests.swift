import TestSupport
import Testing

@testable import ImageLoading

@Suite(.endsInTime) struct EditionsTests {
    @Test(arguments: [false, true]) @MainActor func `what is kept is of one edition, which came last`(
        withOtherProcess: Bool
    ) {
        let schedules = SeededSchedules(part: 0, of: 400_000)
        let wrong = schedules.run { seed, _ in EditionsWorld(seed: seed).run(withOtherProcess: withOtherProcess) }
        #expect(wrong == "")
    }
}
