import ImageLoading

/// The loads of one slot that are under way. Main actor only.
///
/// A load may be cancelled before anybody knows it: by a completion that runs inside of the call that starts it.
@MainActor
struct SlotLoads {
    /// Oldest first; more than one only after ``ImageOptions/avoidAutoCancelImage``. Some may have ended.
    private var operations: [ImageLoadOperation] = []
    /// The loads that are being started in this very call, the innermost last; `true`: not wanted any more.
    private var starts: [Bool] = []

    /// The latest one that has not ended.
    var latest: ImageLoadOperation? { operations.last { !$0.isFinished } }

    mutating func begin() { starts.append(false) }

    /// Takes in the load that was begun last. `true`: it must be cancelled, and is not taken in.
    mutating func end(with operation: ImageLoadOperation) -> Bool {
        let isUnwanted = starts.popLast() ?? false
        operations.removeAll { $0.isFinished }
        if !isUnwanted, !operation.isFinished { operations.append(operation) }
        return isUnwanted
    }

    /// Takes out all loads, to be cancelled, oldest first. Those that are being started end once they have started.
    mutating func takeAll() -> [ImageLoadOperation] {
        for index in starts.indices { starts[index] = true }
        defer { operations = [] }
        return operations
    }

    /// For those who can wait no longer.
    var all: [ImageLoadOperation] { operations }
}
