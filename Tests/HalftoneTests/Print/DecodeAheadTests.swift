import Dispatch
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import halftone

/// The concurrent decodes of `halftone print`, tested with decodes that wait for each other.
@Suite(.endsInTime) struct DecodeAheadTests {
    private static func all<Value>(of ahead: DecodeAhead<Value>) -> [Value] {
        var values: [Value] = []
        while let value = ahead.next() { values.append(value) }
        return values
    }

    @Test func `two decodes run at once`() async throws {
        // given decodes of which each even one ends only when the odd one after it has begun, and vice versa
        let begun = (0..<8).map { TestSemaphore("decode \($0) to begin") }
        let met = try await blocking {
            Self.all(
                of: DecodeAhead(count: begun.count, threads: 2, window: 4) { index in
                    begun[index].signal()
                    return begun[index ^ 1].wait()
                })
        }
        #expect(met == Array(repeating: true, count: begun.count))
    }

    @Test func `a single value is produced on the thread of the consumer`() async throws {
        let areOwn = try await blocking {
            let own = pthread_self()
            return Self.all(
                of: DecodeAhead(count: 1, threads: 4, window: 24) { _ in pthread_equal(pthread_self(), own) != 0 })
        }
        #expect(areOwn == [true])
    }

    @Test(arguments: [1, 2, 5, 40])
    func `values are delivered in their order, whatever is ready first`(window: Int) async throws {
        // given a first decode that ends only when all others that may begin before it are done
        let done = TestSemaphore("the other decodes to be done")
        let values = try await blocking {
            Self.all(
                of: DecodeAhead(count: 20, threads: 3, window: window) { index in
                    if index == 0 {
                        for _ in 1..<max(1, min(window, 20)) where !done.wait() { return -1 }
                    } else {
                        done.signal()
                    }
                    return index
                })
        }
        #expect(values == Array(0..<20))
    }

    @Test func `at most a window of decodes begins before the first is delivered`() async throws {
        // given a first decode that takes until all the others of the window are done
        let window = 4
        let taken = Lock(0)
        let done = TestSemaphore("the other decodes to be done")
        let (begun, isWithinWindow) = try await blocking {
            let ahead = DecodeAhead(count: 50, threads: 2, window: window) { index in
                if index > 0 { done.signal() } else { for _ in 1..<window where !done.wait() { return false } }
                return index < taken.withLock { $0 } + window
            }
            var (begun, results): ([Int], [Bool]) = ([], [])
            while let value = ahead.next() {
                begun.append(ahead.begun)
                results.append(value)
                taken.withLock { $0 += 1 }
            }
            return (begun, results)
        }
        // each is begun, and begins, when enough decodes before it have been delivered
        #expect(begun == (0..<50).map { min(50, $0 + window) })
        #expect(isWithinWindow == Array(repeating: true, count: 50))
    }
}
