import HalftoneCore
import Glibc
import TestSupport
import Testing

@Suite(.endsInTime) struct LockTests {
    @Test func `no increment is lost between threads`() async {
        let counter = Lock(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { counter.withLock { $0 += 1 } } }
            }
        }
        #expect(counter.withLock { $0 } == 8000)
    }

    @Test func `a throwing body releases the lock`() {
        struct Failure: Error {}
        let lock = Lock(1)
        #expect(throws: Failure.self) { try lock.withLock { (_: inout Int) throws(Failure) in throw Failure() } }
        #expect(lock.withLock { $0 } == 1)
    }
}
