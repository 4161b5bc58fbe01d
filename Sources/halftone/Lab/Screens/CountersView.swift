import HalftoneCore
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews

/// The counters, in two lines, beginning with errors. The footer explains the selected counter, and its line scrolls to
/// it.
@MainActor
final class CountersView: View {
    private let figures: @MainActor () -> [String: Int]
    private var chosen = 0
    /// The positions of counters in the last frame, by index.
    private var places: [Int: CellRect] = [:]
    /// Called when a click requests the focus.
    var wasPressed: @MainActor () -> Void = {}
    var isFocused = false { didSet { if isFocused != oldValue { setNeedsDisplay() } } }

    init(figures: @escaping @MainActor () -> [String: Int]) {
        self.figures = figures
        super.init()
    }

    private static let lines: [[(label: String, figure: String)]] = [
        [
            ("stale", "stalePaints"), ("late", "lateDropped"), ("cancelled", "cancelled"), ("loads", "loads"),
            ("live", "live"), ("requests", "requests"), ("memory", "memoryHits"), ("disk", "diskHits"),
            ("coalesced", "joins"), ("failed", "failed"), ("retried", "retried"),
        ],
        [
            ("cells", "cells"), ("reused", "reuse"), ("clients gone", "clientsGone"), ("served", "served"),
            ("placeholders", "placeholder"), ("transitions", "transition"), ("paints", "paint"), ("rested", "rest"),
            ("prefetched", "prefetch"), ("304", "served304"), ("uploads", "upload"),
            ("uploads cancelled", "uploadCancelled"),
        ],
    ]
    private static let all = lines.flatMap(\.self)

    /// The explanation of the selected counter.
    var explanation: String {
        let (label, figure) = Self.all[chosen]
        return "\(label) \(figures()[figure] ?? 0): " + (LabFigures.named(figure)?.meaning ?? "")
    }

    /// Selects another counter: left and right in a line, up and down between lines.
    func move(_ move: ItemMove) {
        let first = Self.lines[0].count
        let target =
            switch move {
            case .left: chosen - 1
            case .right: chosen + 1
            case .up, .pageUp: chosen < first ? chosen : chosen - first
            case .down, .pageDown: chosen < first ? chosen + first : chosen
            case .first: 0
            case .last: Self.all.count - 1
            }
        chosen = min(max(0, target), Self.all.count - 1)
        setNeedsDisplay()
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event, mouse.action == .press,
            let place = places.first(where: { $0.value.contains(mouse.position) })
        else { return false }
        chosen = place.key
        setNeedsDisplay()
        wasPressed()
        return true
    }

    override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: theme.panel)
        let figures = figures()
        places = [:]
        var index = 0
        for (row, line) in Self.lines.enumerated() {
            let widths = line.map { "\($0.label) \(figures[$0.figure] ?? 0)".count }
            let first = isFocused ? firstCounter(widths, upTo: chosen - index) : 0
            if first > 0 { context.draw("‹", column: 0, row: row, columns: 1, style: theme.panel) }
            var column = 1
            for number in first..<line.count {
                guard column + widths[number] < bounds.size.columns else {
                    context.draw("›", column: bounds.size.columns - 1, row: row, columns: 1, style: theme.panel)
                    break
                }
                let (label, name) = line[number]
                let value = figures[name] ?? 0
                draw(
                    label, value, isAlarm: name == "stalePaints" && value != 0,
                    isFocused && index + number == chosen, column, row, in: &context)
                places[index + number] = CellRect(column: column, row: row, columns: widths[number], rows: 1)
                column += widths[number] + 2
            }
            index += line.count
        }
    }

    /// Returns the first counter to draw, so that the selected one fits; 0 if it is not in the line.
    private func firstCounter(_ widths: [Int], upTo selected: Int) -> Int {
        guard widths.indices.contains(selected) else { return 0 }
        var first = 0
        var end = 1 + widths[...selected].reduce(0, +) + 2 * selected
        while first < selected, end >= bounds.size.columns {
            end -= widths[first] + 2
            first += 1
        }
        return first
    }

    private func draw(
        _ label: String, _ value: Int, isAlarm: Bool, _ isChosen: Bool, _ column: Int, _ row: Int,
        in context: inout DrawingContext
    ) {
        let text = "\(label) \(value)"
        guard !isAlarm, !isChosen else {
            let style = isAlarm ? theme.lab.alarm : theme.lab.focusedTitle
            return _ = context.draw(text, column: column, row: row, columns: text.count, style: style)
        }
        context.draw("\(label) ", column: column, row: row, columns: label.count + 1, style: theme.panel)
        context.draw(
            "\(value)", column: column + label.count + 1, row: row, columns: 12,
            style: value == 0 ? theme.panel : theme.panelStrong)
    }
}
