import TerminalScreen

extension ReusableItemsView {
    /// The animation of items to their positions after a batch update.
    struct UpdateAnimation {
        /// The distances from items' final positions to their starting positions.
        let displacements: [ItemPath: CellPoint]
        /// Snapshots of removed cells, and the number of columns by which each moves.
        var departures: [(view: SnapshotView, from: CellRect, columns: Int)] = []
        /// The first turn of the animation; `nil` before it.
        var start: Duration?
        /// The progress from 0 to 1.
        var fraction = 0.0
        let completion: (@MainActor (Bool) -> Void)?
    }

    private static let updateDuration = Duration.milliseconds(180)

    /// Applies a batch of changes. `collect` names them and may make them in the data source, which must match
    /// afterwards.
    ///
    /// Cells of items that stay are kept and slide to their new positions. Cells are then requested for items that came
    /// into view, and after that the reconfigured items are configured. Selection, marks, a press and animated
    /// scrolling follow their items; prefetching continues under the new paths. `completion` receives `true` at the end
    /// of the animation, `false` if something else ended it.
    ///
    /// - Throws: `BatchUpdateError` if the changes do not lead to what the data source has. Everything is reloaded
    ///   then, so that the view matches the data source, and `completion` is not called.
    public func performBatchUpdates(
        _ collect: (inout BatchUpdates) -> Void, completion: (@MainActor (Bool) -> Void)? = nil
    ) throws(BatchUpdateError) {
        finishUpdateAnimation()
        var updates = BatchUpdates()
        collect(&updates)
        let sections = loadSections()
        let plan: BatchPlan
        do throws(BatchUpdateError) {
            plan = try BatchPlan(
                updates, before: layout.sections.list.map(\.itemCount), after: sections.map(\.itemCount))
        } catch {
            reloadData()
            throw error
        }
        let (oldLayout, oldOffset) = (layout, contentOffset)
        let departures = departures(by: updates, plan)
        guard adopt(plan, sections, keeping: updates.keepsItemsInPlace ? anchor(by: plan) : nil) else {
            completion?(false)  // a delegate reloaded everything meanwhile
            return
        }
        tile()
        layoutIfNeeded()
        guard fill(plan.itemsToFill) else {
            completion?(false)  // the data source reloaded everything meanwhile
            return
        }
        let displacements = displayed.keys.map { path in
            (path, displacement(of: path, by: updates, plan, from: oldLayout, oldOffset))
        }
        animate(
            UpdateAnimation(
                displacements: Dictionary(uniqueKeysWithValues: displacements.filter { $0.1 != .zero }),
                departures: departures, completion: completion))
    }

    /// Moves cells, selection and marks to their new paths. Returns `false` if a callback changed the content.
    private func adopt(
        _ plan: BatchPlan, _ sections: [SectionLines.Section], keeping anchor: (path: ItemPath, line: Int)?
    ) -> Bool {
        contentVersion += 1
        recyclePrepared()
        let version = contentVersion
        for path in displayed.keys.sorted() where plan.reloadedItems.contains(path) || plan.newPath(of: path) == nil {
            endDisplaying(path)
            guard version == contentVersion else { return false }
        }
        endDisplayingSupplements()
        guard version == contentVersion else { return false }
        layout = layout.applying(plan, sections: sections)
        for path in plan.itemsToFill { layout.forgetHeight(of: path) }
        var kept: [ItemPath: Displayed] = [:]
        for (path, state) in displayed {
            if let new = plan.newPath(of: path) { kept[new] = state }
        }
        displayed = kept
        prefetching = prefetching.compactMap(plan.newPath).sorted()
        marked = Set(marked.compactMap(plan.newPath))
        highlighted = highlighted.flatMap(plan.newPath)
        scrolling = scrolling?.following(plan)
        selection = Set(selection.compactMap(plan.newPath))
        lead = lead.map { plan.newPath(of: $0) ?? $0 }
        restoreLead()
        contentOffset = clamped(anchor.map { layout.frame(of: $0.path).minRow - $0.line } ?? contentOffset)
        measureVisible(keepsPlace: false)
        setNeedsDisplay()
        return version == contentVersion
    }

    /// Returns the new path of the item that stays in place on the screen, and its first line in the view.
    private func anchor(by plan: BatchPlan) -> (path: ItemPath, line: Int)? {
        let inView = displayed.keys.filter { path in
            let frame = frame(of: path)
            return frame.maxRow > 0 && frame.minRow < bounds.size.rows && plan.newPath(of: path) != nil
        }
        guard let old = lead.flatMap({ inView.contains($0) ? $0 : nil }) ?? inView.min() else { return nil }
        return plan.newPath(of: old).map { ($0, frame(of: old).minRow) }
    }

    // MARK: - Displacements

    /// Returns the distance from an item's final position to its starting position.
    private func displacement(
        of path: ItemPath, by updates: BatchUpdates, _ plan: BatchPlan, from oldLayout: any ItemLayout, _ oldOffset: Int
    ) -> CellPoint {
        let frame = frame(of: path)
        guard let old = plan.oldPath(of: path) else {
            let reloaded = plan.originalSection(of: path.section).flatMap { updates.sectionDepartures[$0] }
            let animation = updates.animations[path] ?? updates.sectionAnimations[path.section] ?? reloaded
            return displacement(animation ?? .none, of: frame)
        }
        if let animation = updates.departures[old], animation != .none { return displacement(animation, of: frame) }
        let oldFrame = oldLayout.frame(of: old)
        return CellPoint(
            column: oldFrame.minColumn - frame.minColumn, row: oldFrame.minRow - oldOffset - frame.minRow)
    }

    private func displacement(_ animation: ItemAnimation, of frame: CellRect) -> CellPoint {
        switch animation {
        case .none: .zero
        case .automatic, .top: CellPoint(column: 0, row: -frame.size.rows)
        case .bottom: CellPoint(column: 0, row: frame.size.rows)
        case .left: CellPoint(column: -frame.maxColumn, row: 0)
        case .right: CellPoint(column: bounds.size.columns - frame.minColumn, row: 0)
        }
    }

    /// Returns snapshots of cells that leave sideways; the cells themselves are available for reuse at once.
    private func departures(
        by updates: BatchUpdates, _ plan: BatchPlan
    ) -> [(view: SnapshotView, from: CellRect, columns: Int)] {
        displayed.sorted { $0.key < $1.key }.compactMap { path, state in
            guard plan.newPath(of: path) == nil || plan.reloadedItems.contains(path),
                let animation = updates.departures[path] ?? updates.sectionDepartures[path.section],
                animation == .left || animation == .right
            else { return nil }
            let columns = displacement(animation, of: state.cell.frame).column
            return (SnapshotView(of: state.cell), state.cell.frame, columns)
        }
    }

    // MARK: - Animation

    /// Returns an item's frame in the view, displaced while an update is animated.
    func placed(_ path: ItemPath) -> CellRect {
        let frame = frame(of: path)
        guard let updating, let start = updating.displacements[path] else { return frame }
        let rest = 1 - updating.fraction
        return frame.offset(
            columns: Int((Double(start.column) * rest).rounded()), rows: Int((Double(start.row) * rest).rounded()))
    }

    private func animate(_ animation: UpdateAnimation) {
        guard !animation.displacements.isEmpty || !animation.departures.isEmpty, isInVisibleTree else {
            animation.completion?(true)
            return
        }
        updating = animation
        for departure in animation.departures { insertSubview(departure.view, at: 0) }
        placeCells()
        window?.needsFrame = true  // the animation starts in the next turn
    }

    func advanceUpdate(to now: Duration) -> Duration? {
        guard let animation = updating else { return nil }
        let start = animation.start ?? now
        updating?.start = start
        updating?.fraction = Easing.decelerate((now - start) / Self.updateDuration)
        guard now - start < Self.updateDuration else {
            end(animation, isComplete: true)
            return nil
        }
        placeCells()
        return now + Self.frameInterval
    }

    /// Ends the animation and moves every cell to its final position.
    func finishUpdateAnimation() {
        if let animation = updating { end(animation, isComplete: false) }
    }

    private func end(_ animation: UpdateAnimation, isComplete: Bool) {
        updating = nil
        for departure in animation.departures { departure.view.removeFromSuperview() }
        placeCells()
        animation.completion?(isComplete)
    }

    private func placeCells() {
        for (path, state) in displayed where layout.sections.contains(path) { state.cell.frame = placed(path) }
        guard let updating else { return }
        for (view, start, columns) in updating.departures {
            view.frame = start.offset(columns: Int((Double(columns) * updating.fraction).rounded()), rows: 0)
        }
    }
}
