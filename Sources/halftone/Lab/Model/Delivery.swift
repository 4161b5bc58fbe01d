import HalftoneCore
import ImageLoading

/// A delivery from the engine to a cell: what it brings, and whether the cell still waits for it. A value.
struct Delivery: Sendable, Equatable {
    /// What is delivered, in words.
    let content: String
    let load: Int
    /// The number of the cell that the load was begun for; `nil` if it was for none.
    let cell: Int?
    /// The row that the cell shows by now, from 1; `nil` while it is out of view.
    let row: Int?
    /// Whether the cell has gone on to something else, so that the delivery will be dropped.
    let isLate: Bool

    /// Where it goes: `load 19 → cell 1`.
    private var way: String { "load \(load) → " + (cell.map { "cell \($0)" } ?? "no cell") }

    /// What is about to be delivered.
    var announcement: String { "\(way): " + content + (isLate ? ", late, will be dropped" : "") }

    /// What became of it.
    var outcome: String {
        guard isLate else { return "\(way): \(content), taken" }
        let reason = row.map { "now row \($0)'s cell" } ?? "the cell is unused"
        return "\(way): \(content), dropped, " + (cell == nil ? "nothing waits for it" : reason)
    }

    /// What an event brings, in words.
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
