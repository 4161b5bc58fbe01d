import TerminalScreen

/// A view that arranges its subviews in a row or a column.
///
/// Hidden views take no room. Call ``View/setNeedsLayout()`` when a view's preferred size changes, as when a label's
/// text does.
@MainActor
public final class StackView: View {
    /// The direction in which views are arranged.
    public enum Axis: Hashable, Sendable {
        /// From left to right, or from top to bottom.
        case horizontal, vertical
    }

    /// The distribution of the room along the axis.
    public enum Distribution: Hashable, Sendable, CaseIterable {
        /// Flexible views share the room that the others leave; if none is flexible, the last view takes it.
        case fill
        /// All views get equal lengths.
        case fillEqually
        /// Each view has its own length, from the start; flexible views get none.
        case fixed
        /// Each view has its own length, and the remaining room is distributed between the views.
        case equalSpacing
    }

    /// The placement of views across the axis.
    public enum Alignment: Hashable, Sendable, CaseIterable {
        /// How a view lies across the axis: over the whole breadth, or with its own size at the left or top, in the
        /// middle, or at the right or bottom.
        case fill, leading, center, trailing
    }

    /// The length of a view along the axis.
    public enum Length: Hashable, Sendable {
        /// The length that ``View/sizeThatFits(_:)`` returns.
        case content
        /// A number of cells, whatever the view prefers.
        case cells(Int)
        /// A share of the remaining length, in proportion to the weights.
        case flexible(weight: Int)

        /// An equal share of the remaining length.
        public static let flexible = Length.flexible(weight: 1)
    }

    /// The direction. A change arranges the views anew.
    public var axis: Axis { didSet { setNeedsLayout() } }
    /// The distribution along the axis. ``Distribution/fill`` by default.
    public var distribution = Distribution.fill { didSet { setNeedsLayout() } }
    /// The placement across the axis. ``Alignment/fill`` by default.
    public var alignment = Alignment.fill { didSet { setNeedsLayout() } }
    /// Number of cells between two views.
    public var spacing = 0 { didSet { setNeedsLayout() } }
    /// Distances from the stack's edges to its views.
    public var insets = CellInsets.zero { didSet { setNeedsLayout() } }

    /// The arranged views in order, including hidden ones.
    public private(set) var arrangedSubviews: [View] = []
    private var lengths: [ObjectIdentifier: Length] = [:]

    /// Creates a stack without views, by default from left to right.
    public init(axis: Axis = .horizontal) {
        self.axis = axis
        super.init()
    }

    /// Appends a view to the arranged views.
    public func addArrangedSubview(_ view: View, length: Length = .content) {
        insertArrangedSubview(view, at: arrangedSubviews.count, length: length)
    }

    /// Inserts a view at an index of the arranged views, or moves it there. An index that is too large means the end.
    public func insertArrangedSubview(_ view: View, at index: Int, length: Length = .content) {
        removeArrangedSubview(view)
        arrangedSubviews.insert(view, at: min(max(0, index), arrangedSubviews.count))
        lengths[ObjectIdentifier(view)] = length
        addSubview(view)
        setNeedsLayout()
    }

    /// Removes an arranged view. Does nothing if `view` is not arranged here.
    public func removeArrangedSubview(_ view: View) {
        guard let index = arrangedSubviews.firstIndex(where: { $0 === view }) else { return }
        arrangedSubviews.remove(at: index)
        lengths[ObjectIdentifier(view)] = nil
        view.removeFromSuperview()
        setNeedsLayout()
    }

    /// Changes the length of an arranged view. Does nothing if `view` is not arranged here.
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

    /// Returns the sum of the views' lengths and the largest breadth, with spacing and insets, within the offered size.
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
