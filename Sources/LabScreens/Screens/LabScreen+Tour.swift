import ImageLab
import ScreenKit
import TerminalViews

/// Scenarios on the screen, as tours.
extension LabScreen {
    /// Restores the initial state of the screen, before a tour.
    func startTour() {
        returnToTable()
        lab.startTour()
        table.showFeed()
        waterfall.followNewest()
        resetCounters()
    }

    /// Begins the tour, or shows its next caption.
    func continueTour() {
        guard tour?.state == .reading else { return play(tour?.scenario ?? LabScenario.all[0]) }
        returnToTable()
        player?.goOn()
    }

    /// Closes every panel over the table, and focuses the table.
    private func returnToTable() {
        help.isHidden = true
        closePanels()
        focus(.table)
    }

    /// Whether steps of a tour are performed, which the user's keys would disturb.
    var isTourPlaying: Bool { player?.isPressing != true && [.preparing, .playing].contains(tour?.state) }

    // MARK: - The list

    /// Shows the list of scenarios; the one selected last stays selected.
    func openScenarios() {
        let rows = LabScenario.all.map { scenario in
            ChoicePanel.Row(name: scenario.name, summary: scenario.summary, refusal: refusal(of: scenario))
        }
        scenarios.show("scenarios", rows, at: scenarios.selected) { [weak self] in
            self?.closePanels()
            self?.play(LabScenario.all[$0])
        }
        updateFocus()
    }

    func refusal(of scenario: LabScenario) -> String? {
        scenario.refusal(
            rows: bounds.size.rows, hasDiskCache: lab.manager.diskCache != nil,
            hasPixels: window?.environment[PictureMethods.self].pixels != nil)
    }

    private func play(_ scenario: LabScenario) {
        if let refusal = refusal(of: scenario) { say(refusal) } else { player?.play(scenario) }
    }
}
