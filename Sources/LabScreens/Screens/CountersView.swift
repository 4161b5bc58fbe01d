import ScreenKit
import TerminalScreen
import TerminalViews

/// The four counters that show whether reuse works, in one line.
@MainActor
final class CountersView: View {
    private let counters: @MainActor () -> [String: Int]

    init(counters: @escaping @MainActor () -> [String: Int]) {
        self.counters = counters
        super.init()
        isUserInteractionEnabled = false
    }

    private static let shown = [
        ("wrong pictures", "stalePaints"), ("dropped late", "lateDropped"), ("cancelled", "cancelled"),
        ("requests", "requests"),
    ]

    override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: theme.panel)
        let counters = counters()
        var line = AttributedText()
        for (label, name) in Self.shown {
            let value = counters[name] ?? 0
            let isWrong = name == "stalePaints" && value > 0
            line.append("\(label) ", style: isWrong ? theme.alarm : theme.panel)
            line.append(
                "\(value)", style: isWrong ? theme.alarm : value == 0 ? theme.panel : theme.panelStrong)
            if name == "stalePaints", value == 0 {
                line.append(" ✓", style: theme.style(of: LabCellFacts.State.shown).on(theme.panel))
            }
            line.append("  ", style: theme.panel)
        }
        line.append("\(keyName(LabAction.counters)) all counters", style: theme.panel)
        context.draw(line, column: 1, row: 0, columns: bounds.size.columns - 1)
    }
}

/// All counters that are not 0, with their meanings.
@MainActor
final class CountersPanel: ScrollingPanel {
    private let counters: @MainActor () -> [String: Int]
    private var shown: [String: Int] = [:]

    init(closing key: String, counters: @escaping @MainActor () -> [String: Int]) {
        self.counters = counters
        super.init(title: "counters", closing: "\(key) closes")
    }

    func show() {
        shown = counters()
        reload()
        isHidden = false
    }

    override func advance(to now: Duration) -> Duration? {
        guard !isHidden else { return nil }
        let counters = counters()
        if counters != shown {
            shown = counters
            reload(fromStart: false)
        }
        return now + .milliseconds(200)  // the server counts without an event
    }

    override func lines(columns: Int) -> [PanelLine] {
        LabCounters.all.compactMap { counter in
            guard let value = shown[counter.name], value != 0 else { return nil }
            let number = "\(value)"
            var line = PanelLine(
                String(repeating: " ", count: max(0, 9 - number.count)) + number, style: theme.panelStrong)
            line.add(counter.meaning, at: 11)
            return line
        }
    }
}
