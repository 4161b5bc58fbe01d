import TerminalScreen

/// Lays views out in a row or a column.
///
/// Hidden ones take no room. When the wish of a view changes (a label got other text), call ``View/setNeedsLayout()``.
@MainActor
public final class StackView: View {
    public enum Axis: Hashable, Sendable { case horizontal, vertical }

    /// How room along the axis is shared out.
    public enum Distribution: Hashable, Sendable, CaseIterable {
        /// Flexible views share what the others leave; if none is flexible, the last takes it.
        case fill
        /// All get the same.
        case fillEqually
        /// Each keeps its length, from the start; flexible ones get none.
        case fixed
        /// Each keeps its length, and what is left over stands between them.
        case equalSpacing
    }

    /// Where views stand across the axis.
    public enum Alignment: Hashable, Sendable, CaseIterable {
        case fill, leading, center, trailing
    }

    /// How long a view is along the axis.
    public enum Length: Hashable, Sendable {
        /// What ``View/sizeThatFits(_:)`` says.
        case content
        case cells(Int)
        /// A share of what is left, in proportion to the weights.
        case flexible(weight: Int)

        /// An equal share of what is left.
        public static let flexible = Length.flexible(weight: 1)
    }

    public var axis: Axis { didSet { setNeedsLayout() } }
    public var distribution = Distribution.fill { didSet { setNeedsLayout() } }
    public var alignment = Alignment.fill { didSet { setNeedsLayout() } }
    /// Cells between two views.
    public var spacing = 0 { didSet { setNeedsLayout() } }
    /// Room around all of them.
    public var insets = CellInsets.zero { didSet { setNeedsLayout() } }

    /// The views in their order, hidden ones included.
    public private(set) var arrangedSubviews: [View] = []
    private var lengths: [ObjectIdentifier: Length] = [:]

    public init(axis: Axis = .horizontal) {
        self.axis = axis
        super.init()
    }

    /// Adds a view at the end.
    public func addArrangedSubview(_ view: View, length: Length = .content) {
        insertArrangedSubview(view, at: arrangedSubviews.count, length: length)
    }

    /// Adds a view among the others, or moves it there. An index that is too large means the end.
    public func insertArrangedSubview(_ view: View, at index: Int, length: Length = .content) {
        removeArrangedSubview(view)
        arrangedSubviews.insert(view, at: min(max(0, index), arrangedSubviews.count))
        lengths[ObjectIdentifier(view)] = length
        addSubview(view)
        setNeedsLayout()
    }

    /// Takes a view out. Does nothing if it is not here.
    public func removeArrangedSubview(_ view: View) {
        guard let index = arrangedSubviews.firstIndex(where: { $0 === view }) else { return }
        arrangedSubviews.remove(at: index)
        lengths[ObjectIdentifier(view)] = nil
        view.removeFromSuperview()
        setNeedsLayout()
    }

    /// Gives a view that is here another length.
    public func setLength(_ length: Length, for view: View) {
        guard lengths[ObjectIdentifier(view)] != nil else { return }
        lengths[ObjectIdentifier(view)] = length
        setNeedsLayout()
    }

    // MARK: - Layout

    private var shown: [View] { arrangedSubviews.filter { !$0.isHidden } }

    public override func layoutSubviews() {
        let area = bounds.inset(by: insets)
        let views = shown
        let wishes = views.map { $0.sizeThatFits(area.size) }
        let layout = StackLayout(distribution: distribution, spacing: spacing)
        let spans = layout.spans(of: zip(views, wishes).map(length), in: along(area.size))
        for (index, view) in views.enumerated() {
            let side = across(area.size)
            let breadth = alignment == .fill ? side : min(side, max(0, across(wishes[index])))
            let offset =
                switch alignment {
                case .fill, .leading: 0
                case .center: (side - breadth) / 2
                case .trailing: side - breadth
                }
            let (span, place) = (spans[index], offset..<offset + breadth)
            view.frame = rect(span, place).offset(columns: area.minColumn, rows: area.minRow)
        }
    }

    /// As long as its views want to be, and as broad as the broadest.
    public override func sizeThatFits(_ size: CellSize) -> CellSize {
        let room = CellRect(size).inset(by: insets).size
        let wishes = shown.map { ($0, $0.sizeThatFits(room)) }
        let length = wishes.reduce(spacing * max(0, wishes.count - 1)) { sum, wish in
            if case .fixed(let cells) = self.length(wish.0, wish.1) { sum + cells } else { sum }
        }
        let breadth = wishes.map { across($0.1) }.max() ?? 0
        let content = rect(0..<max(0, length), 0..<max(0, breadth)).size
        return CellSize(
            columns: min(size.columns, content.columns + insets.left + insets.right),
            rows: min(size.rows, content.rows + insets.top + insets.bottom))
    }

    private func length(_ view: View, _ wish: CellSize) -> StackLayout.Length {
        switch lengths[ObjectIdentifier(view)] ?? .content {
        case .content: .fixed(along(wish))
        case .cells(let cells): .fixed(cells)
        case .flexible(let weight): .flexible(weight: weight)
        }
    }

    private func along(_ size: CellSize) -> Int { axis == .horizontal ? size.columns : size.rows }
    private func across(_ size: CellSize) -> Int { axis == .horizontal ? size.rows : size.columns }

    private func rect(_ along: Range<Int>, _ across: Range<Int>) -> CellRect {
        let (columns, rows) = axis == .horizontal ? (along, across) : (across, along)
        return CellRect(column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
    }
}
