import ImageLab
import TerminalScreen
import TerminalViews

/// What keys and clicks do.
extension LabScreen {
    /// Handles a key that no view in front took; ignores clicks that no panel took.
    func take(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        let command = LabAction.command(of: key, in: context)
        if !help.isHidden {
            if let move = command?.move, help.scroll(move) { return true }
            help.isHidden = true  // any other key closes it
            return true
        }
        guard let command else { return false }
        perform(command, key)
        return true
    }

    /// Does what a hint means.
    func choose(_ action: LabAction) {
        guard help.isHidden else { return help.isHidden = true }  // it leaves the hints in sight, and is over them
        if let key = action.keys.first { perform(action.row, key) }
    }

    /// Carries out a command. Open details take moves, and close for everything else.
    private func perform(_ command: KeyCommand<LabAction>, _ key: Key) {
        if !details.isHidden {
            if let move = command.move { return _ = details.scroll(move) }
            if command.action != .help { closeDetails() }
            if command.action == .close || command.action == .act { return }
        }
        command.perform(on: self, key)
        setNeedsDisplay()
    }

    func close() { focus == .table ? say("\(LabAction.quit.keyName) quits") : focus(.table) }

    /// Gives the keys to a panel; hides it if it has them.
    func toggle(_ panel: Panel) { focus == panel ? hide(panel) : focus(panel) }

    func act() {
        switch focus {
        case .table: table.selectedCell?.ask()
        case .switchboard: switchboard.step(by: 1)
        case .waterfall:
            guard let load = waterfall.chosen else { return say("no load yet") }
            openDetails(of: load)
        }
    }

    func focusNext() {
        let panels = visiblePanels
        let next = (panels.firstIndex(of: focus) ?? 0) + 1
        focus(panels[next % panels.count])
    }

    func turn(_ row: any LabSwitchRow, by direction: Int) {
        lab.step(row, by: direction)
        say("\(row.name): \(row.text(in: lab.settings))")
    }

    func clear(_ tier: LabScript.Tier, _ news: String) {
        lab.clear(tier)
        say(news)
    }

    func cancel() {
        guard let cell = table.selectedCell, cell.isLoading else { return say("the row has no load to cancel") }
        cell.imageView.cancelCurrentImageLoad()
    }

    func clearFaults() {
        guard lab.settings.faults != LabFaults() else { return say("the server has no faults") }
        lab.clearFaults()
        say("the server has no faults any more")
    }

    func zero() {
        resetCounters()
        say("counting from 0")
    }

    // MARK: - Deliveries

    func step() {
        guard lab.gate.count > 0 else {
            let hint = "\(LabAction.pause.keyName) holds deliveries back"
            return say(lab.gate.isHeld ? "no delivery is waiting" : hint)
        }
        lab.gate.step()
    }

    func togglePause() { lab.gate.isHeld ? resume() : pause() }

    func pause() {
        lab.gate.hold()
        setNeedsDisplay()
    }

    func resume() {
        lab.gate.release()
        setNeedsDisplay()
    }
}

extension LabScreen: KeyScreen {
    func move(_ move: ItemMove) {
        switch focus {
        case .table: table.move(move)
        case .switchboard: switchboard.move(move)
        case .waterfall: waterfall.move(move)
        }
    }

    func toggleHelp() { openHelp() }
    func redraw() { didAsk(.redraw) }
    func quit() { didAsk(.quit) }
}
