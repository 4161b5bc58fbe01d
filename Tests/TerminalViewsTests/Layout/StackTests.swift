import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct StackTests {
    private func spans(
        _ distribution: StackView.Distribution, _ lengths: [StackLayout.Length], in room: Int, spacing: Int = 0
    ) -> [Range<Int>] {
        StackLayout(distribution: distribution, spacing: spacing).spans(of: lengths, in: room)
    }

    // MARK: - The value

    @Test func `flexible views share the remaining space by their weights`() {
        let lengths: [StackLayout.Length] = [.fixed(3), .flexible(weight: 1), .flexible(weight: 2), .fixed(2)]
        #expect(spans(.fill, lengths, in: 20) == [0..<3, 3..<8, 8..<18, 18..<20])
        #expect(spans(.fill, lengths, in: 20, spacing: 1) == [0..<3, 4..<8, 9..<17, 18..<20])
    }

    @Test func `without flexible views the last one takes the rest`() {
        #expect(spans(.fill, [.fixed(3), .fixed(2)], in: 10) == [0..<3, 3..<10])
        #expect(spans(.fixed, [.fixed(3), .fixed(2)], in: 10) == [0..<3, 3..<5])
        #expect(spans(.equalSpacing, [.fixed(3), .fixed(2), .fixed(2)], in: 10) == [0..<3, 4..<6, 8..<10])
    }

    @Test func `equal shares differ by one at most`() {
        #expect(spans(.fillEqually, [.fixed(9), .fixed(1), .flexible(weight: 7)], in: 10) == [0..<3, 3..<6, 6..<10])
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `spans are in order, inside the view, and fill it`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lengths: [StackLayout.Length] = (0..<Int.random(in: 0...6, using: &random)).map { _ in
            Bool.random(using: &random)
                ? .fixed(Int.random(in: -2...30, using: &random))
                : .flexible(weight: Int.random(in: 0...4, using: &random))
        }
        let (room, spacing) = (Int.random(in: -3...100, using: &random), Int.random(in: 0...3, using: &random))
        for distribution in StackView.Distribution.allCases {
            let spans = spans(distribution, lengths, in: room, spacing: spacing)
            #expect(spans.count == lengths.count, "seed \(seed)")
            for (left, right) in zip(spans, spans.dropFirst()) {
                #expect(left.upperBound <= right.lowerBound, "seed \(seed)")
            }
            #expect(spans.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= max(0, room) }, "seed \(seed)")
            let needed = spacing * (lengths.count - 1)
            if distribution == .fill || distribution == .fillEqually, let last = spans.last, room > needed {
                #expect(last.upperBound == room, "seed \(seed), \(distribution)")
            }
        }
    }

    // MARK: - The view

    private func label(_ text: String) -> Label {
        let label = Label()
        label.text = text
        label.numberOfLines = 0
        return label
    }

    @Test func `views are in a row or a column`() {
        let stage = Stage(columns: 20, rows: 6)
        let stack = StackView(axis: .horizontal)
        stack.frame = stage.window.bounds
        stack.insets = CellInsets(top: 1, left: 2, bottom: 0, right: 3)
        stack.spacing = 1
        let views = [label("one"), label("two"), label("three")]
        stack.addArrangedSubview(views[0])
        stack.addArrangedSubview(views[1], length: .flexible)
        stack.addArrangedSubview(views[2], length: .cells(4))
        stage.host.addSubview(stack)
        stage.turn()
        #expect(views.map(\.frame.origin.column) == [2, 6, 13])
        #expect(views.map(\.frame.size) == [(3, 5), (6, 5), (4, 5)].map { CellSize(columns: $0.0, rows: $0.1) })
        stack.axis = .vertical
        stage.turn()
        #expect(views.map(\.frame.origin.row) == [1, 3, 4])
        #expect(views.map(\.frame.size.columns) == [15, 15, 15])
    }

    @Test(arguments: [
        (StackView.Alignment.fill, 0, 9), (.leading, 0, 3), (.center, 3, 3), (.trailing, 6, 3),
    ])
    func `views are aligned across`(_ alignment: StackView.Alignment, _ column: Int, _ columns: Int) {
        let stack = StackView(axis: .vertical)
        stack.frame = CellRect(column: 0, row: 0, columns: 9, rows: 4)
        stack.alignment = alignment
        let view = label("one")
        stack.addArrangedSubview(view)
        stack.layoutIfNeeded()
        #expect(view.frame.minColumn == column && view.frame.size.columns == columns)
    }

    @Test func `hidden views take no space`() {
        let stack = StackView(axis: .vertical)
        stack.frame = CellRect(column: 0, row: 0, columns: 9, rows: 9)
        stack.distribution = .fixed
        stack.spacing = 1
        let views = [label("one"), label("two"), label("three")]
        for view in views { stack.addArrangedSubview(view) }
        stack.layoutIfNeeded()
        #expect(views.map(\.frame.minRow) == [0, 2, 4])
        #expect(stack.sizeThatFits(CellSize(columns: 99, rows: 99)) == CellSize(columns: 5, rows: 5))
        views[1].isHidden = true
        stack.setNeedsLayout()
        stack.layoutIfNeeded()
        #expect(views[2].frame.minRow == 2)
        #expect(stack.sizeThatFits(CellSize(columns: 99, rows: 99)) == CellSize(columns: 5, rows: 3))
    }

    @Test func `views are moved and removed`() {
        let stack = StackView(axis: .vertical)
        let views = [label("a"), label("b"), label("c")]
        for view in views { stack.addArrangedSubview(view) }
        stack.insertArrangedSubview(views[2], at: 0)
        #expect(stack.arrangedSubviews.map { ($0 as? Label)?.text } == ["c", "a", "b"])
        stack.removeArrangedSubview(views[0])
        stack.removeArrangedSubview(views[0])
        #expect(stack.arrangedSubviews.count == 2 && views[0].superview == nil)
        stack.setLength(.cells(3), for: views[0])
        stack.setLength(.cells(3), for: views[1])
        #expect(stack.sizeThatFits(CellSize(columns: 9, rows: 9)).rows == 4)
    }
}
