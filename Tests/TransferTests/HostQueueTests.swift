import Testing

@testable import Transfer

@Suite struct HostQueueTests {
    final class Name {}
    let names = (0..<4).map { _ in Name() }
    var queue = HostQueue(limit: 1)

    func hop(_ url: String) throws -> Hop { try Hop(TransferRequest(url: url)) }
    func id(_ index: Int) -> ObjectIdentifier { ObjectIdentifier(names[index]) }

    @Test mutating func hopsToOneHostGoInTheirOrder() throws {
        let hop = try hop("http://a/")
        #expect(queue.enter(id(0), hop))
        #expect(!queue.enter(id(1), hop))
        #expect(!queue.enter(id(2), hop))
        #expect(queue.leave(id(0))?.id == id(1))
        #expect(queue.leave(id(1))?.id == id(2))
        #expect(queue.leave(id(2)) == nil)
        #expect(queue.enter(id(3), hop))
    }

    @Test mutating func whoLeavesWhileWaitingFreesNothing() throws {
        let hop = try hop("http://a/")
        #expect(queue.enter(id(0), hop))
        #expect(!queue.enter(id(1), hop))
        #expect(!queue.enter(id(2), hop))
        #expect(queue.leave(id(1)) == nil)
        #expect(!queue.enter(id(3), hop))
        #expect(queue.leave(id(0))?.id == id(2))
    }

    @Test mutating func hostsDoNotWaitForEachOther() throws {
        #expect(try queue.enter(id(0), hop("http://a/")))
        #expect(try queue.enter(id(1), hop("http://b/")))
        #expect(try queue.enter(id(2), hop("https://a/")))
        #expect(try !queue.enter(id(3), hop("http://A:80/x")))
    }

    @Test mutating func leavingTwiceOrUnknownChangesNothing() throws {
        let hop = try hop("http://a/")
        #expect(queue.leave(id(0)) == nil)
        #expect(queue.enter(id(0), hop))
        #expect(queue.leave(id(0)) == nil)
        #expect(queue.leave(id(0)) == nil)
        #expect(queue.enter(id(1), hop))
        #expect(!queue.enter(id(2), hop))
    }
}
