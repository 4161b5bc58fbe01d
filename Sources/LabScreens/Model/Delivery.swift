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
    let dropReason: String?

    /// The load and its receiver: `load 19 → cell 1`.
    private var route: String { "load \(load) → " + (cell.map { "cell \($0)" } ?? "no cell") }

    /// The text before the delivery. The reason comes first, so that it fits a narrow screen.
    var announcement: String { (dropReason.map { "will be dropped: \($0); " } ?? "") + "\(route): \(content)" }

    /// The text after the delivery.
    var outcome: String { "\(route): \(content), " + (dropReason.map { "dropped: \($0)" } ?? "taken") }

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
