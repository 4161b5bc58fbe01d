import Testing

@testable import Transfer

/// Which transfers wait for the first connection to an origin, as a value without I/O.
@Suite(.endsInTime) final class ConnectionGateTests {
    private final class Transfer {
        var id: ObjectIdentifier { ObjectIdentifier(self) }
    }

    private let all = (0..<5).map { _ in Transfer() }
    private var connections = ConnectionGate()

    private func enter(_ index: Int, _ origin: String = "a") -> Bool {
        connections.enter(all[index].id, origin: origin)
    }
    private func leave(_ index: Int, hasFailed: Bool = false) -> [Int] {
        connections.leave(all[index].id, hasFailed: hasFailed).compactMap(self.index(of:))
    }
    private func didConnect(_ index: Int) -> [Int] { connections.didConnect(all[index].id).compactMap(index(of:)) }
    private func index(of id: ObjectIdentifier) -> Int? { all.firstIndex { $0.id == id } }

    @Test func `the first transfer begins, and the others when it is connected`() {
        #expect((0..<5).map { enter($0) } == [true, false, false, false, false])
        #expect(connections.awaited == [all[0].id])
        #expect(didConnect(1) == [])
        #expect(didConnect(0) == [1, 2, 3, 4])
        #expect(didConnect(0) == [])
        #expect(connections.awaited.isEmpty)
    }

    @Test func `a later transfer begins at once while another one is connected`() {
        #expect(enter(0))
        #expect(didConnect(0) == [])
        #expect(enter(1))
        #expect(leave(0) == [])
        #expect(enter(2))
        #expect(leave(1) == [])
        #expect(leave(2) == [])
        // the connection may have been closed
        #expect(enter(3))
        #expect(!enter(4))
    }

    @Test func `when the first is removed the next one connects`() {
        for index in 0..<5 { _ = enter(index) }
        #expect(leave(2) == [])
        #expect(leave(0) == [1])
        #expect(leave(1) == [3])
        #expect(didConnect(3) == [4])
        for index in 0..<5 { #expect(leave(index) == []) }
    }

    /// Regression: the waiting ones failed one after the other, each after the time of a connection.
    @Test func `when the first fails to connect all others begin`() {
        for index in 0..<4 { _ = enter(index) }
        #expect(leave(0, hasFailed: true) == [1, 2, 3] && connections.awaited.isEmpty)
        #expect(enter(4))
        for index in 1..<5 { #expect(leave(index, hasFailed: true) == []) }
        // and once they are gone, one connects first again
        #expect(enter(0) && !enter(1))
    }

    @Test func `origins are independent of each other`() {
        #expect(enter(0, "a"))
        #expect(enter(1, "b"))
        #expect(!enter(2, "a"))
        #expect(!enter(3, "b"))
        #expect(leave(0) == [2])
        #expect(didConnect(1) == [3])
    }
}
