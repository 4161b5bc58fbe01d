/// The running loads of one slot. Main actor only.
///
/// A load may be canceled before its operation is known, by a completion within the call that starts it.
@MainActor
struct SlotLoads {
    /// The operations, oldest first; more than one only after ``ImageOptions/avoidAutoCancelImage``. Some may have
    /// ended.
    private var operations: [ImageLoadOperation] = []
    /// The loads whose starting calls have not returned, innermost last; `true` if the load was canceled meanwhile.
    private var starts: [Bool] = []

    /// The latest load that has not ended; `nil` if there is none.
    var latest: ImageLoadOperation? { operations.last { !$0.isFinished } }

    mutating func begin() { starts.append(false) }

    /// Adds the operation of the load that was started last. Returns `true` if the load was canceled meanwhile: the
    /// operation is not added, and the caller must cancel it.
    mutating func end(with operation: ImageLoadOperation) -> Bool {
        let isUnwanted = starts.popLast() ?? false
        operations.removeAll { $0.isFinished }
        if !isUnwanted, !operation.isFinished { operations.append(operation) }
        return isUnwanted
    }

    /// Removes and returns all loads for the caller to cancel, oldest first. Loads that are being started are canceled
    /// once they have started.
    mutating func takeAll() -> [ImageLoadOperation] {
        for index in starts.indices { starts[index] = true }
        defer { operations = [] }
        return operations
    }

    /// All known operations, including ended ones, oldest first.
    var all: [ImageLoadOperation] { operations }
}
