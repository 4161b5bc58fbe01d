import TerminalScreen

extension View {
    /// A point of this view in the cells of another one of the same window; `nil` means the window.
    public func convert(_ point: CellPoint, to view: View?) -> CellPoint {
        let (here, there) = (originInWindow, view?.originInWindow ?? .zero)
        return CellPoint(column: point.column + here.column - there.column, row: point.row + here.row - there.row)
    }

    /// A point of another view of the same window in the cells of this one; `nil` means the window.
    public func convert(_ point: CellPoint, from view: View?) -> CellPoint {
        let (here, there) = (originInWindow, view?.originInWindow ?? .zero)
        return CellPoint(column: point.column + there.column - here.column, row: point.row + there.row - here.row)
    }

    /// A rectangle of this view in the cells of another one of the same window; `nil` means the window.
    public func convert(_ rect: CellRect, to view: View?) -> CellRect {
        CellRect(origin: convert(rect.origin, to: view), size: rect.size)
    }

    /// What of the view lies inside of all that it is in, in its own cells: the part that is on the screen, if it is in a
    /// window and nothing is hidden. Empty if there is none.
    public var visibleBounds: CellRect {
        var rect = bounds
        var (columns, rows) = (0, 0)
        var view: View = self
        while !rect.isEmpty, let superview = view.superview {
            columns += view.frame.minColumn
            rows += view.frame.minRow
            rect = rect.offset(columns: view.frame.minColumn, rows: view.frame.minRow).intersection(superview.bounds)
            view = superview
        }
        return rect.isEmpty ? .zero : rect.offset(columns: -columns, rows: -rows)
    }

    /// The view at a point of this one's cells: the frontmost and innermost that can be seen there and takes events.
    /// `nil` if there is none.
    public func hitTest(_ point: CellPoint) -> View? {
        guard !isHidden, isUserInteractionEnabled, contains(point) else { return nil }
        for view in subviews.reversed() {
            let inner = CellPoint(column: point.column - view.frame.minColumn, row: point.row - view.frame.minRow)
            if let hit = view.hitTest(inner) { return hit }
        }
        return self
    }

    private var originInWindow: CellPoint {
        var origin = CellPoint.zero
        var view: View? = self
        while let current = view, let superview = current.superview {
            origin.column += current.frame.minColumn
            origin.row += current.frame.minRow
            view = superview
        }
        return origin
    }
}
