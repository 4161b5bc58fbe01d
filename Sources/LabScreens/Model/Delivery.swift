import HalftoneCore
import ImageLoading

/// A delivery from the engine to a cell: its content, and whether the cell still waits for it. A value.
struct Delivery: Sendable, Equatable {
    /// The content as text.
    let content: String
    let load: Int
    /// The number of the cell that started the load; `nil` for none.
    let cell: Int?
    /// Whether nothing waits for it any more, so that it will be dropped.
    let isLate: Bool

    /// The load and its receiver: `load 19 → cell 1`.
    private var route: String { "load \(load) → " + (cell.map { "cell \($0)" } ?? "no cell") }

    /// The text before the delivery.
    var announcement: String { "\(route): \(content)" + (isLate ? ", will be dropped" : "") }

    /// The text after the delivery.
    var outcome: String { "\(route): \(content), \(isLate ? "dropped" : "taken")" }

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
