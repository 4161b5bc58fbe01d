import ImageLab
import ImageLoading
import ScreenKit
import TerminalScreen
import TerminalViews
import TraceAnalysis

/// The effects of keys and clicks.
extension LabScreen {
    /// Handles a key that no view in front handled; ignores clicks that no panel handled.
    func handleKey(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        if switchboard.isSearching, help.isHidden, context == .switchboard {
            switchboard.handleSearch(key)
            if key == .escape { focus(focusBeforeSearch) }
            return true
        }
        let command = keys(of: LabAction.self).command(of: key, in: context)
        if !help.isHidden {
            if let move = command?.move, help.scroll(move) { return true }
            help.isHidden = true  // any other key closes it
            return true
        }
        guard let command else { return false }
        perform(command)
        return true
    }

    /// Performs the action of a hint.
    func choose(_ action: LabAction) {
        guard help.isHidden else { return help.isHidden = true }  // the hints stay visible below the help
        perform(action.row)
    }

    /// Performs a command. An open panel handles movements, and closes for other commands.
    private func perform(_ command: KeyCommand<LabAction>) {
        guard !isTourPlaying || [.close, .quit, .redraw].contains(command.action) else {
            return say("the tour is playing; \(keyName(LabAction.close)) closes it")
        }
        if let panel = openPanel {
            let isList = panel === scenarios
            if let move = command.move {
                if isList { scenarios.move(move) } else { panel.scroll(move) }
                return
            }
            if isList, command.action == .act { return scenarios.choose() }
            if command.action != .help { closePanels() }
            let opening = isList ? LabAction.scenarios : panel === allCounters ? .counters : .act
            if [.close, .act, opening].contains(command.action) { return }
        }
        // The others change nothing that a tour checks.
        if ![.tour, .scenarios, .counters, .close, .help, .redraw].contains(command.action) {
            player?.didDisturb("key \(keyName(command.action))")
        }
        command.perform(on: self)
        updateLink()
        setNeedsDisplay()
    }

    /// Returns the focus to the table, or closes the tour; a key of the scenario itself does not close its tour.
    func close() {
        if focus != .table {
            focus(.table)
        } else if tour != nil, player?.isPressing != true {
            player?.closeTour()
        } else {
            say("\(keyName(LabAction.quit)) quits")
        }
    }

    /// Focuses a panel; hides it if it is focused.
    func toggle(_ panel: Panel) { focus == panel ? hide(panel) : focus(panel) }

    func act() {
        switch focus {
        case .table: table.selectedCell?.request()
        case .switchboard: switchboard.step(by: 1)
        case .waterfall:
            guard let load = waterfall.chosen else { return say("no load yet") }
            openDetails(of: load)
        }
    }

    /// Changes a switch to its next value.
    func turn(_ row: LabSwitch) {
        lab.step(row, by: 1)
        say("\(row.name): \(row.text(in: lab.settings))")
    }

    func clear(_ tiers: CacheType, _ message: String) {
        lab.clear(tiers)
        say(message)
    }

    /// Shows a second picture in each row, or only one again.
    func toggleBeside() {
        lab.toggleBeside()
        updateFocus()
        say(lab.settings.beside == nil ? "one picture in each row" : "two pictures: \(lab.switchboard.differences)")
    }

    func cancel() {
        let running = table.selectedCell?.pictures.filter(\.load.isRunning) ?? []
        guard !running.isEmpty else { return say("the row has no load to cancel") }
        for picture in running { picture.imageView.cancelCurrentImageLoad() }
    }

    func clearFaults() {
        say(lab.clearFaults() ? "the faults are cleared" : "the server has no faults")
    }

    // MARK: - Switches

    func searchSwitches() {
        if !switchboard.isSearching { focusBeforeSearch = focus }
        focus(.switchboard)
        switchboard.search("")
    }

    func resetSwitch() {
        say(switchboard.reset() ? "the switch is reset" : "nothing to reset")
    }

    func resetSwitches() {
        lab.resetSwitches()
        updateFocus()
        say("all switches are reset")
    }

    // MARK: - Deliveries

    func deliver() {
        guard lab.gate.count > 0 else {
            let hint = "\(keyName(LabAction.hold)) holds deliveries back"
            return say(lab.gate.isHeld ? "no delivery is waiting" : hint)
        }
        let next = nextDelivery
        lab.gate.deliver()
        if let next { say(next.outcome) }
    }

    var nextDelivery: Delivery? {
        guard lab.gate.isHeld, let next = lab.gate.next else { return nil }
        let load = lab.model.recording.load(next.operation.id)
        return Delivery(
            content: Delivery.content(of: next.event), load: next.operation.id,
            cell: load.flatMap { lab.cellNumber(of: $0) }, dropReason: dropReason(of: next.operation, load))
    }

    /// Returns why a delivery of a load will be dropped; `nil` if it will not.
    private func dropReason(of operation: ImageLoadOperation, _ load: TracedLoad?) -> String? {
        guard let load, let view = load.view, let cell = table.visibleCells.first(where: { $0.viewIDs.contains(view) })
        else {
            guard operation.isFinished else { return nil }
            return load.flatMap { lab.cellNumber(of: $0) } == nil ? "nothing waits for it" : "the cell is unused"
        }
        let newest = cell.load(ofView: view)
        guard operation.isFinished || newest != operation.id else { return nil }
        guard load.row == cell.row else { return "now row \(cell.row + 1)'s cell" }
        guard let newest, newest != operation.id else { return "the load was cancelled" }
        return "replaced by load \(newest)"
    }

    func toggleHold() { lab.gate.isHeld ? release() : hold() }

    func hold() {
        lab.gate.hold()
        setNeedsDisplay()
    }

    func release() {
        let (count, before) = (lab.gate.count, lab.manager.trace.summary.lateDropped)
        lab.gate.release()
        let dropped = lab.manager.trace.summary.lateDropped - before
        if count > 0 {
            say(
                "released \(count) \(count == 1 ? "delivery" : "deliveries")"
                    + (dropped > 0 ? ", \(dropped) of them late \(dropped == 1 ? "picture" : "pictures"), dropped" : "")
            )
        }
        setNeedsDisplay()
    }
}

extension LabScreen: KeyScreen {
    package func move(_ move: ItemMove) {
        switch focus {
        case .table: table.move(move)
        case .switchboard: switchboard.move(move)
        case .waterfall: waterfall.move(move)
        }
    }

    package func toggleHelp() { help.show(LabAction.self, legend: LabAction.cellTexts) }
    package func redraw() { didAsk(.redraw) }
    package func quit() { didAsk(.quit) }
}
