import Pixels
import TerminalScreen
import TestSupport

@testable import TerminalViews

/// A window of random views with random changes; every frame is compared with a complete redraw.
@MainActor
final class DamageSession {
    /// Lines of text, with wide characters among them, of which single characters change.
    final class TextProbe: View {
        private var lines: [[Character]] = []
        private static let alphabet: [Character] = ["a", "b", "日", "本", "e\u{301}", " ", "x", "写"]

        func fill(using random: inout SeededGenerator) {
            lines = (0..<max(0, bounds.size.rows)).map { _ in
                (0..<max(0, bounds.size.columns)).map { _ in Self.alphabet.randomElement(using: &random) ?? "?" }
            }
            setNeedsDisplay()
        }

        /// Replaces one character by another of the same width and marks only that as damaged.
        func changeOne(using random: inout SeededGenerator) {
            guard let row = lines.indices.randomElement(using: &random),
                let index = lines[row].indices.randomElement(using: &random)
            else { return }
            let columns = Canvas.columns(of: String(lines[row][index]))
            let others = Self.alphabet.filter { Canvas.columns(of: String($0)) == columns }
            lines[row][index] = others.randomElement(using: &random) ?? "?"
            let start = Canvas.columns(of: String(lines[row][..<index]))
            setNeedsDisplay(CellRect(column: start, row: row, columns: columns, rows: 1))
        }

        override func draw(in context: inout DrawingContext) {
            for (row, line) in lines.enumerated() {
                context.draw(AttributedText(String(line)), column: 0, row: row)
            }
        }
    }

    /// Views that share its height.
    final class LabelColumn: View {
        override func layoutSubviews() {
            let rows = bounds.size.rows / max(1, subviews.count)
            for (index, view) in subviews.enumerated() {
                view.frame = CellRect(column: 0, row: index * rows, columns: bounds.size.columns, rows: rows)
            }
        }
    }

    let stage: Stage
    private(set) var fault: String?
    private(set) var random: SeededGenerator
    private(set) var log: [String] = []
    private var views: [View] = []
    private var parked: [View] = []

    init(seed: UInt64, size: CellSize? = nil) {
        random = SeededGenerator(seed: seed)
        let size =
            size
            ?? CellSize(
                columns: Int.random(in: 1...60, using: &random), rows: Int.random(in: 1...20, using: &random))
        stage = Stage(columns: size.columns, rows: size.rows)
        stage.window.didFindWrongDamage = { [unowned self] in fault = fault ?? $0 }
        for _ in 0..<Int.random(in: 2...14, using: &random) {
            let parent = views.randomElement(using: &random) ?? stage.host
            let view = makeView()
            view.frame = randomFrame()
            (view as? TextProbe)?.fill(using: &random)
            parent.addSubview(view)
            if !(view is LabelColumn) { views.append(view) }
        }
        stage.frame()
    }

    func run(steps: Int) {
        for _ in 0..<steps where fault == nil {
            for _ in 0..<Int.random(in: 1...3, using: &random) { step() }
            stage.frame(after: .milliseconds(Int.random(in: 0...120, using: &random)))
        }
    }

    private func makeView() -> View {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: return TextProbe()
        case 4: return Label()
        case 5:
            let panel = Panel()
            panel.title = "Panel 日本"
            return panel
        case 6: return ProgressBar()
        case 7: return Spinner()
        case 8: return TextField()
        default:
            let column = LabelColumn()
            for _ in 0..<3 {
                let label = Label()
                label.text = "stacked 日本語"
                column.addSubview(label)
                views.append(label)
            }
            return column
        }
    }

    private func randomFrame() -> CellRect {
        let size = stage.window.frame.size
        return CellRect(
            column: Int.random(in: -3...size.columns, using: &random),
            row: Int.random(in: -2...size.rows, using: &random),
            columns: Int.random(in: 0...max(1, size.columns), using: &random),
            rows: Int.random(in: 0...max(1, size.rows / 2), using: &random))
    }

    private func step() {
        guard let view = views.randomElement(using: &random) else { return }
        let action = Int.random(in: 0..<13, using: &random)
        log.append("\(action) on \(type(of: view)) at \(view.frame)")
        switch action {
        case 0: view.frame = randomFrame()
        case 1: view.frame.origin.column += Int.random(in: -2...2, using: &random)
        case 2: view.isHidden.toggle()
        case 3: view.superview?.addSubview(view)
        case 4: view.superview?.insertSubview(view, at: 0)
        case 5:
            if view.superview != nil {
                view.removeFromSuperview()
                parked.append(view)
            } else if let back = parked.popLast(), back.superview == nil {
                stage.host.insertSubview(back, at: Int.random(in: 0...5, using: &random))
            }
        case 6:
            stage.window.resize(
                to: CellSize(columns: stage.window.frame.size.columns, rows: stage.window.frame.size.rows))
        default: change(view)
        }
    }

    private func change(_ view: View) {
        switch view {
        case let view as TextProbe: view.changeOne(using: &random)
        case let view as Label: view.text = ["日本語", "text", "a longer text 写真", ""].randomElement(using: &random) ?? ""
        case let view as any ImageIndicatorView: view.fraction = Double.random(in: 0...1, using: &random)
        case let view as Panel: view.title = view.title.isEmpty ? "Panel 日本" : ""
        case let view as TextField:
            view.becomeFirstResponder()
            let keys: [Key] = [.character("写"), .character("a"), .left, .backspace, .home, .end, .control("w")]
            stage.window.sendEvent(.key(keys.randomElement(using: &random) ?? .left))
        default: view.setNeedsDisplay()
        }
    }
}
