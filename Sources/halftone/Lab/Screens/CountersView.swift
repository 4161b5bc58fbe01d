import Basis
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews

/// What has been counted, in two lines: what must never happen first.
@MainActor
final class CountersView: View {
    private let figures: @MainActor () -> [String: Int]

    init(figures: @escaping @MainActor () -> [String: Int]) {
        self.figures = figures
        super.init()
    }

    private static let lines: [[(label: String, figure: String)]] = [
        [
            ("stale", "stalePaints"), ("late", "lateDropped"), ("loads", "loads"), ("live", "live"),
            ("requests", "requests"), ("memory", "memoryHits"), ("disk", "diskHits"), ("joined", "joins"),
            ("cancelled", "cancelled"), ("failed", "failed"), ("retried", "retried"),
        ],
        [
            ("cells", "cells"), ("reused", "reuse"), ("rested", "rest"), ("paints", "paint"),
            ("placeholders", "placeholder"), ("transitions", "transition"), ("prefetched", "prefetch"),
            ("served", "served"), ("clients gone", "clientsGone"), ("304", "served304"),
        ],
    ]

    override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: theme.panel)
        let figures = figures()
        for (row, line) in Self.lines.enumerated() {
            var column = 1
            for (label, name) in line {
                let value = figures[name] ?? 0
                let isAlarm = name == "stalePaints" && value != 0
                let text = "\(label) \(value)"
                guard column + Canvas.columns(of: text) < bounds.size.columns else { break }
                if isAlarm {
                    context.draw(text, column: column, row: row, columns: text.count, style: theme.lab.alarm)
                } else {
                    context.draw("\(label) ", column: column, row: row, columns: label.count + 1, style: theme.panel)
                    context.draw(
                        "\(value)", column: column + label.count + 1, row: row, columns: 12,
                        style: value == 0 ? theme.panel : theme.panelStrong)
                }
                column += text.count + 2
            }
        }
    }
}
