import TerminalScreen

extension ReusableItemsView {
    /// Items on the way to their places after a change of content.
    struct UpdateAnimation {
        /// Where items start from, as seen from their places.
        let displacements: [ItemPath: CellPoint]
        /// What is seen of items that are no more, and where it goes.
        var departures: [(view: SnapshotView, from: CellRect, columns: Int)] = []
        /// The first turn that sees it; `nil` before.
        var start: Duration?
        /// 0: at the start.
        var fraction = 0.0
        let completion: (@MainActor (Bool) -> Void)?
    }

    private static let updateDuration = Duration.milliseconds(180)

    /// Changes what is shown to what the data source has after `collect`, which names the changes and may make them.
    ///
    /// Cells of items that stay are kept and slide to their places; items that are in view only now are asked for, and
    /// then those that are to be filled again. Selection and marks follow their items, and so do a press that is held and
    /// scrolling that is under way. `completion` gets `false` if something else ended the movement. What is being
    /// prefetched goes on being so, under its new path.
    ///
    /// - Throws: when the changes do not lead to what the data source has. Then everything is reloaded, so that the view
    ///   shows what there is, and `completion` is not called.
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
            completion?(false)  // or the data source did
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

    /// Takes cells, selection and marks over to their new paths. `false` if the content was changed from inside.
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

    /// The new path of the item that stays where it is on the screen, and on which of its lines that is.
    private func anchor(by plan: BatchPlan) -> (path: ItemPath, line: Int)? {
        let inView = displayed.keys.filter { path in
            let frame = frame(of: path)
            return frame.maxRow > 0 && frame.minRow < bounds.size.rows && plan.newPath(of: path) != nil
        }
        guard let old = lead.flatMap({ inView.contains($0) ? $0 : nil }) ?? inView.min() else { return nil }
        return plan.newPath(of: old).map { ($0, frame(of: old).minRow) }
    }

    // MARK: - Ways

    /// Where an item starts from, as seen from its place.
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

    /// Pictures of cells that leave sideways: the cells themselves are for others at once.
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

    // MARK: - On the way

    /// An item's frame in the view, on its way there if it is.
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
        window?.needsFrame = true  // a turn must follow, in which it starts
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

    /// Puts everything in its place at once.
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
