import ImageLab
import TerminalViews

/// The scenarios that are told on the screen.
extension LabScreen {
    // MARK: - Beginning

    /// Takes the cells away and ends all loads, before everything begins anew.
    func leaveLoads() {
        table.removeCells()
        lab.leaveLoads()
    }

    /// Becomes as it was when the Lab was opened, over a feed.
    func startAnew(feed: LabFeed) {
        lab.startAnew(feed: feed)
        table.startAnew()
        resetCounters()
        storyFocus = .table
        focus(.table)
    }

    /// Shows the list of scenarios.
    func openScenarios() {
        let disk = lab.manager.diskCache != nil
        let choices = LabScenario.all.map { scenario in
            let refusal = scenario.refusal(rows: bounds.size.rows, hasDiskCache: disk, isOffscreen: false)
            return (scenario: scenario, refusal: refusal)
        }
        scenarios.show(choices)
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

    /// Tells a scenario from its beginning.
    func tell(_ scenario: LabScenario) {
        closeScenarios()
        do throws(LoadedScript.Failure) {
            driver?.tell(try LoadedScript(scenario, with: Switchboard(hasDiskCache: lab.manager.diskCache != nil)))
        } catch {
            say("\(error)")
        }
    }

    /// What a person opens over the Lab stops the story behind it; what the script opens is part of it.
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

    /// Gives the keys back to the panel where the script of a stopped story had them, before it presses more of them. What
    /// a person searched for in the switchboard is left.
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
        if story.isOver { say("scenario ended; \(LabAction.storyAgain.keyName) restarts it") }
        return !story.isOver
    }

    private func sayThatThereIsNoStory() {
        say("no scenario is running; \(LabAction.scenarios.keyName) lists them")
    }
}
