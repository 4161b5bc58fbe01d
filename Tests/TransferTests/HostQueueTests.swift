import Basis
import Testing

@testable import Transfer

@Suite struct HostQueueTests {
    final class Name: Sendable {}
    let names = (0..<4).map { _ in Name() }
    let queue = Lock(HostQueue(limit: 1))

    func enter(_ index: Int, _ url: String = "http://a/") throws -> Bool {
        let hop = try Hop(TransferRequest(url: url))
        return queue.withLock { $0.enter(ObjectIdentifier(names[index]), hop) }
    }

    /// The number of whoever goes next.
    func leave(_ index: Int) -> Int? {
        let next = queue.withLock { $0.leave(ObjectIdentifier(names[index])) }
        return next.flatMap { next in names.firstIndex { ObjectIdentifier($0) == next.id } }
    }

    @Test func hopsToOneHostGoInTheirOrder() throws {
        #expect(try [enter(0), enter(1), enter(2)] == [true, false, false])
        #expect([leave(0), leave(1), leave(2)] == [1, 2, nil])
        #expect(try enter(3))
    }

    @Test func whoLeavesWhileWaitingFreesNothing() throws {
        #expect(try [enter(0), enter(1), enter(2)] == [true, false, false])
        #expect(leave(1) == nil)
        #expect(try !enter(3))
        #expect(leave(0) == 2)
    }

    @Test func hostsDoNotWaitForEachOther() throws {
        #expect(try [enter(0), enter(1, "http://b/"), enter(2, "https://a/")] == [true, true, true])
        #expect(try !enter(3, "http://A:80/x"))
    }

    @Test func leavingTwiceOrUnknownChangesNothing() throws {
        #expect(leave(0) == nil)
        #expect(try enter(0))
        #expect([leave(0), leave(0)] == [nil, nil])
        #expect(try [enter(1), enter(2)] == [true, false])
    }
}
