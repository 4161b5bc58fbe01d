import ImageLab
import TerminalScreen
import TerminalViews

/// The line at the top: the feed, the faults, the speed, held deliveries, and what to do.
@MainActor
final class LabHeader: View {
    private let lab: LabEnvironment
    private unowned let screen: LabScreen

    init(_ screen: LabScreen) {
        self.screen = screen
        lab = screen.lab
        super.init()
    }

    private var advice: String {
        let keys = [LabAction.tour, .switchboard, .help].map { "\(keyName($0)) \($0.hint)" }
        return "\(keyName(LabAction.last)): cells that leave cancel their loads.  \(keys.joined(separator: ", "))"
    }

    override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: theme.bar)
        let columns = bounds.size.columns
        let position = screen.position
        let positionColumns = Canvas.columns(of: position)
        context.draw(
            position, column: columns - positionColumns - 1, row: 0, columns: positionColumns, style: theme.barStrong)
        var line = AttributedText()
        func add(_ text: String, _ style: CellStyle) {
            if !line.isEmpty { line.append("  ", style: theme.bar) }
            line.append(text, style: style)
        }
        // Held deliveries are more important than the name, if there is no room for both.
        if !lab.gate.isHeld || columns >= 100 { add("Halftone Lab", theme.barStrong) }
        if lab.gate.isHeld {
            add(" \(lab.gate.count) held ", theme.alarm)
            if let next = screen.nextDelivery { add("next: \(next.announcement)", theme.barStrong) }
        }
        if lab.settings.speed != 1 { add("speed \(Switchboard.speed.text(in: lab.settings))", theme.barStrong) }
        let faults = lab.settings.faults.query
        add("feed \(lab.settings.feed.rawValue)" + (faults.isEmpty ? "" : " + \(faults)"), theme.barStrong)
        if screen.tour == nil { add(advice, theme.bar) }  // the caption of a tour says what to watch
        context.draw(line, column: 1, row: 0, columns: columns - positionColumns - 4)
    }
}
