import TerminalScreen

extension View {
    /// Converts a point from this view's coordinates to those of another view in the same window; `nil` means the
    /// window.
    public func convert(_ point: CellPoint, to view: View?) -> CellPoint {
        let (here, there) = (originInWindow, view?.originInWindow ?? .zero)
        return CellPoint(column: point.column + here.column - there.column, row: point.row + here.row - there.row)
    }

    /// Converts a point from the coordinates of another view in the same window to this view's; `nil` means the window.
    public func convert(_ point: CellPoint, from view: View?) -> CellPoint {
        let (here, there) = (originInWindow, view?.originInWindow ?? .zero)
        return CellPoint(column: point.column + there.column - here.column, row: point.row + there.row - here.row)
    }

    /// Converts a rectangle from this view's coordinates to those of another view in the same window; `nil` means the
    /// window.
    package func convert(_ rect: CellRect, to view: View?) -> CellRect {
        CellRect(origin: convert(rect.origin, to: view), size: rect.size)
    }

    /// The part of the view that lies inside of all its ancestors, in the view's own coordinates; empty if there is
    /// none. It is on screen if the view is in a window and neither the view nor an ancestor is hidden.
    var visibleBounds: CellRect {
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

    /// Returns the frontmost and deepest view at a point of this view's coordinates that is visible and has user
    /// interaction enabled; `nil` if there is none.
    func hitTest(_ point: CellPoint) -> View? {
        guard !isHidden, isUserInteractionEnabled, bounds.contains(point) else { return nil }
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
