import ImageCoding
import Testing

@testable import ImageLoading

/// Objects of finished loads are released.
@Suite(.endsInTime) @MainActor struct LifetimeTests {
    /// An object that a completion captures.
    @MainActor
    private final class Witness {
        var operation: ImageLoadOperation?
        private let onDeinit: () -> Void
        init(_ onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }
        isolated deinit { onDeinit() }
    }

    /// Runs `body` with a load whose completion captures a witness, and returns that witness and the operation, weakly.
    private func references(
        _ bench: Bench, _ body: (ImageLoadOperation) -> Void
    ) -> (witness: () -> Witness?, operation: () -> ImageLoadOperation?) {
        weak var witness: Witness?
        weak var operation: ImageLoadOperation?
        do {
            let held = Witness()
            witness = held
            let load = bench.manager.loadImage(.init(string: "http://host/a")) { _ in _ = held }
            operation = load
            body(load)
        }
        return ({ [weak witness] in witness }, { [weak operation] in operation })
    }

    enum End: CaseIterable { case success, cancellation, memoryHit }

    @Test(arguments: End.allCases) func `a load that ended is released`(end: End) {
        let bench = Bench()
        if end == .memoryHit { bench.fill() }
        let left = references(bench) { operation in
            bench.settle()
            if end == .cancellation { return operation.cancel() }
            bench.transport.running.first?.respond("picture")
            bench.settle()
        }
        #expect(left.witness() == nil && left.operation() == nil)
    }

    @Test func `a load that its own completion holds is released`() {
        let bench = Bench()
        weak var operation: ImageLoadOperation?
        do {
            let held = Witness()
            held.operation = bench.manager.loadImage(.init(string: "http://host/a")) { _ in held.operation = nil }
            operation = held.operation
        }
        bench.settle()
        #expect(operation != nil)
        bench.transport.running[0].respond(status: 404)
        bench.settle()
        #expect(operation == nil)
    }

    @Test func `a running load continues without a reference to its operation`() {
        let bench = Bench()
        var count = 0
        bench.manager.loadImage(.init(string: "http://host/a")) { _ in count += 1 }
        bench.answer("picture")
        #expect(count == 1)
    }

    @Test func `an object of a completion may call the manager when it is released`() {
        let bench = Bench()
        var others: [RecordedLoad] = []
        do {
            let held = Witness { others.append(bench.load("http://host/b")) }
            bench.manager.loadImage(.init(string: "http://host/a")) { _ in _ = held }
        }
        bench.manager.cancelAll()
        #expect(others.count == 1 && bench.manager.activeLoadCount == 1)
        bench.manager.cancelAll()
    }

    // H25
    @Test func `a manager is released when its loads have ended`() {
        weak var manager: ImageManager?
        do {
            let bench = Bench()
            manager = bench.manager
            bench.load()
            bench.fill("http://host/b")
            bench.manager.cancelAll()
            bench.settle()
        }
        #expect(manager == nil)
    }

    @Test func `an image that no cache keeps is freed`() {
        let bench = Bench()
        weak var image: Image?
        do {
            let load = bench.load("http://host/a", [], .with(store: .none))
            bench.answer("picture")
            image = load.image
            #expect(image != nil)
        }
        #expect(image == nil)
    }
}
