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
        focus(.table)
    }

    /// Shows the list of scenarios.
    func openScenarios() {
        let disk = lab.manager.diskCache != nil
        scenarios.show(LabScenario.all.map { ($0, $0.refusal(rows: bounds.size.rows, hasDiskCache: disk)) })
        updateFocus()
    }

    func closeScenarios() {
        scenarios.isHidden = true
        updateFocus()
    }

    // MARK: - Keys

    func showScenarios() {
        guard driver?.isPlayingFast != true else { return say("a script is being played") }
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
        story?.togglePause()
    }

    func tellNextStep() {
        guard canTurnStory else { return }
        story?.skip()
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
        if story.isOver { say("it is over; \(LabAction.storyAgain.keyName) tells it again") }
        return !story.isOver
    }

    private func sayThatThereIsNoStory() {
        say("no scenario is being told; \(LabAction.scenarios.keyName) lists them")
    }
}
