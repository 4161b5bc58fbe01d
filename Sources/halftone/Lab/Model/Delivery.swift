import HalftoneCore
import ImageLoading

/// A delivery from the engine to a cell: its content, and whether the cell still waits for it. A value.
struct Delivery: Sendable, Equatable {
    /// The content as text.
    let content: String
    let load: Int
    /// The number of the cell that started the load; `nil` for none.
    let cell: Int?
    /// Why the delivery will be dropped; `nil` if the cell waits for it.
    let dropReason: DropReason?

    /// Why a delivery is dropped.
    enum DropReason: Sendable, Equatable {
        /// The load was not started by a cell.
        case withoutCell
        /// The cell is out of view.
        case unused
        /// The cell shows another row, from 1.
        case reused(row: Int)
        /// The cell has a newer load for the same row.
        case replaced(load: Int)
        /// The load was cancelled, and no other load has replaced it.
        case cancelled
    }

    var isLate: Bool { dropReason != nil }

    /// The load and its receiver: `load 19 → cell 1`.
    private var way: String { "load \(load) → " + (cell.map { "cell \($0)" } ?? "no cell") }

    /// The text before the delivery.
    var announcement: String { "\(way): " + content + (isLate ? ", late, will be dropped" : "") }

    /// The text after the delivery.
    var outcome: String {
        let outcome =
            switch dropReason {
            case nil: "taken"
            case .withoutCell: "dropped, nothing waits for it"
            case .unused: "dropped, the cell is unused"
            case .reused(let row): "dropped, now row \(row)'s cell"
            case .replaced(let load): "dropped, replaced by load \(load)"
            case .cancelled: "dropped, the load was cancelled"
            }
        return "\(way): \(content), \(outcome)"
    }

    /// Returns the content of an event as text.
    static func content(of event: ImageLoadEvent) -> String {
        switch event {
        case .progress(let received, let expected):
            "\(ByteSize(received))" + (expected.map { " of \(ByteSize($0))" } ?? "")
        case .preview: "a preview"
        case .cached: "the cached picture, which is being revalidated"
        case .finished(.success): "its picture"
        case .finished(.failure(let error)): "its error: \(error)"
        case .unchanged: "not modified"
        }
    }
}
