import ImageLab
import TerminalViews

/// Stories on the screen.
extension LabScreen {
    // MARK: - Start

    /// Removes the cells and cancels all loads, before a reset.
    func leaveLoads() {
        table.removeCells()
        lab.leaveLoads()
    }

    /// Restores the initial state, with a feed.
    func startAnew(feed: LabFeed) {
        lab.startAnew(feed: feed)
        table.startAnew()
        waterfall.followNewest()
        resetCounters()
        storyFocus = .table
        focus(.table)
    }

    /// Shows the list of scenarios; the one selected last stays selected.
    func openScenarios() {
        let disk = lab.manager.diskCache != nil
        let rows = LabScenario.all.map { scenario in
            let refusal = scenario.refusal(
                rows: bounds.size.rows, hasDiskCache: disk,
                hasPixels: window?.environment[PictureMethods.self].pixels != nil, isOffscreen: false)
            return ChoicePanel.Row(name: scenario.name, summary: scenario.summary, refusal: refusal)
        }
        scenarios.show("scenarios", rows, keepsPlace: true) { [weak self] in self?.tell(LabScenario.all[$0]) }
        updateFocus()
    }

    func closeScenarios() {
        scenarios.isHidden = true
        updateFocus()
    }

    // MARK: - Keys

    func showScenarios() {
        guard driver?.isPlayingFast != true else { return say("a script is running") }
        openScenarios()
        pauseStory()
    }

    /// Starts a scenario.
    func tell(_ scenario: LabScenario) {
        closeScenarios()
        do throws(Failure) {
            driver?.tell(try LoadedScript(scenario, with: Switchboard(hasDiskCache: lab.manager.diskCache != nil)))
        } catch {
            say("\(error)")
        }
    }

    /// Pauses the story when the user opens a panel; panels opened by the script are part of the story.
    func pauseStory() {
        guard driver?.isPressing != true, story?.state == .playing else { return }
        story?.pause()
    }

    func togglePauseOfStory() {
        guard canTurnStory else { return }
        returnToStory()
        story?.togglePause()
    }

    func tellNextStep() {
        guard canTurnStory else { return }
        returnToStory()
        story?.skip()
    }

    /// Restores the script's focus before a paused story continues. Ends the user's search in the switchboard.
    private func returnToStory() {
        guard story?.state == .paused else { return }
        focus(storyFocus)
        if !switchboard.isSearching { _ = switchboard.endSearch() }
    }

    func tellAgain() {
        guard let story else { return sayThatThereIsNoStory() }
        driver?.tell(story.script)
    }

    private var canTurnStory: Bool {
        guard let story else {
            sayThatThereIsNoStory()
            return false
        }
        if story.isOver { say("scenario ended; \(keyName(LabAction.storyAgain)) restarts it") }
        return !story.isOver
    }

    private func sayThatThereIsNoStory() {
        say("no scenario is running; \(keyName(LabAction.scenarios)) lists them")
    }
}
