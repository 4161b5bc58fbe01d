import ImageLab
import ScreenKit
import TerminalViews

/// Scenarios on the screen, as tours.
extension LabScreen {
    // MARK: - Start

    /// Removes the cells and cancels all loads, before a tour.
    func leaveLoads() {
        table.removeCells()
        lab.leaveLoads()
    }

    /// Restores the initial state.
    func startTour() {
        help.isHidden = true
        closeScenarios()
        closeDetails()
        lab.startTour()
        table.startAnew()
        waterfall.followNewest()
        resetCounters()
        tourFocus = .table
        focus(.table)
    }

    /// Shows the list of scenarios; the one selected last stays selected.
    func openScenarios() {
        let rows = LabScenario.all.map { scenario in
            ChoicePanel.Row(name: scenario.name, summary: scenario.summary, refusal: refusal(of: scenario))
        }
        scenarios.show("scenarios", rows, keepsPlace: true) { [weak self] in self?.play(LabScenario.all[$0]) }
        updateFocus()
    }

    func refusal(of scenario: LabScenario) -> String? {
        scenario.refusal(
            rows: bounds.size.rows, hasDiskCache: lab.manager.diskCache != nil,
            hasPixels: window?.environment[PictureMethods.self].pixels != nil, isOffscreen: false)
    }

    func closeScenarios() {
        scenarios.isHidden = true
        updateFocus()
    }

    private func play(_ scenario: LabScenario) {
        closeScenarios()
        player?.play(scenario)
    }

    // MARK: - Keys

    /// Begins the tour of the first scenario at once.
    func beginTour() {
        let scenario = LabScenario.all[0]
        if let refusal = refusal(of: scenario) { say(refusal) } else { play(scenario) }
    }

    func showScenarios() {
        openScenarios()
        pauseTour()
    }

    /// Pauses the tour when the user opens a panel; panels opened by the scenario are part of the tour.
    func pauseTour() {
        guard player?.isPressing != true else { return }
        player?.pause()
    }

    func togglePauseOfTour() {
        guard canContinueTour else { return }
        returnToTour()
        player?.togglePause()
    }

    func performNextStep() {
        guard canContinueTour else { return }
        returnToTour()
        player?.skip()
    }

    /// Restores the scenario's focus before a paused tour continues. Ends the user's search in the switchboard.
    private func returnToTour() {
        guard tour?.state == .paused else { return }
        focus(tourFocus)
        if !switchboard.isSearching { _ = switchboard.endSearch() }
    }

    private var canContinueTour: Bool {
        if let tour, tour.state != .over { return true }
        say("no scenario is running; \(keyName(LabAction.scenarios)) lists them")
        return false
    }
}
