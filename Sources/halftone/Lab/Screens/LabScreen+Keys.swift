import ImageLab
import TerminalScreen
import TerminalViews

/// What keys and clicks do.
extension LabScreen {
    /// Keys that nothing in front of the Lab took; clicks that no panel did are nobody's.
    func take(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        let action = LabAction.of(key, in: context)
        if !help.isHidden {
            if let move = action?.move, help.scroll(move) { return true }
            help.isHidden = true  // any other key closes it
            return true
        }
        guard let action else { return false }
        choose(action)
        return true
    }

    /// Does what a key or a hint means. What is open in front takes moves, and makes way for everything else.
    func choose(_ action: LabAction) {
        guard help.isHidden else { return help.isHidden = true }  // it leaves the hints in sight, and is over them
        if !details.isHidden {
            if let move = action.move { return details.scroll(move) }
            if action != .help { closeDetails() }
            if action == .close || action == .act { return }
        }
        perform(action)
    }

    private func perform(_ action: LabAction) {
        if let move = action.move { return perform(move) }
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .last: break  // moves, done
        case .less: if focus == .switchboard { switchboard.step(by: -1) }
        case .more: if focus == .switchboard { switchboard.step(by: 1) }
        case .act: act()
        case .nextPanel: focusNext()
        case .switchboard: focus == .switchboard ? hide(.switchboard) : focus(.switchboard)
        case .waterfall: focus == .waterfall ? hide(.waterfall) : focus(.waterfall)
        case .nextFeed: turn("feed", by: 1)
        case .previousFeed: turn("feed", by: -1)
        case .slowMotion: turn("speed", by: 1)
        case .identity: turn("identity", by: 1)
        case .reload: table.selectedCell?.ask()
        case .reloadAll: table.reloadVisible()
        case .cancel: cancel()
        case .clearMemory: clear(.memory, "the memory cache is empty")
        case .clearCaches: clear(.caches, "both caches are empty")
        case .clearFaults: clearFaults()
        case .pause: bench.gate.isHeld ? resume() : pause()
        case .step: step()
        case .resetCounters: zero()
        case .help: openHelp()
        case .close: focus == .table ? say("\(LabAction.quit.keyName) quits") : focus(.table)
        case .redraw: didAsk(.redraw)
        case .quit: didAsk(.quit)
        }
        setNeedsDisplay()
    }

    private func perform(_ move: ItemMove) {
        switch focus {
        case .table: table.move(move)
        case .switchboard: switchboard.move(move)
        case .waterfall: waterfall.move(move)
        }
    }

    private func act() {
        switch focus {
        case .table: table.selectedCell?.ask()
        case .switchboard: switchboard.step(by: 1)
        case .waterfall:
            guard let load = waterfall.chosen else { return say("no load yet") }
            openDetails(of: load)
        }
    }

    private func focusNext() {
        let panels = visiblePanels
        let next = (panels.firstIndex(of: focus) ?? 0) + 1
        focus(panels[next % panels.count])
    }

    private func turn(_ name: String, by direction: Int) {
        bench.step(name, by: direction)
        say("\(name): \(bench.board[name] ?? "")")
    }

    private func clear(_ tier: LabScript.Tier, _ news: String) {
        bench.clear(tier)
        say(news)
    }

    private func cancel() {
        guard let cell = table.selectedCell, cell.isLoading else { return say("the row has no load to cancel") }
        cell.imageView.cancelCurrentImageLoad()
    }

    private func clearFaults() {
        guard bench.board.faults != LabFaults() else { return say("the server has no faults") }
        bench.clearFaults()
        say("the server has no faults any more")
    }

    private func zero() {
        resetCounters()
        say("counting from 0")
    }

    // MARK: - Deliveries

    private func step() {
        guard bench.gate.count > 0 else {
            let hint = "\(LabAction.pause.keyName) holds deliveries back"
            return say(bench.gate.isHeld ? "no delivery is waiting" : hint)
        }
        bench.gate.step()
    }

    func pause() {
        bench.gate.hold()
        setNeedsDisplay()
    }

    func resume() {
        bench.gate.release()
        setNeedsDisplay()
    }
}
