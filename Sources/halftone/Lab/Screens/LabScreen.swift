import ImageLab
import ImageLoading
import TraceAnalysis
import TerminalScreen
import TerminalViews

/// The Lab: the live table, the switchboard beside it, the waterfall below, and what has been counted.
///
/// Keys that move and turn go to the panel that has them; all others mean the same everywhere.
@MainActor
final class LabScreen: View {
    enum Panel: CaseIterable {
        case table, switchboard, waterfall, counters
    }

    let lab: LabEnvironment
    let table: LabTable
    let switchboard: SwitchboardView
    let waterfall: WaterfallView
    let details: LoadDetails
    let help = HelpPanel()
    let scenarios = ScenarioPanel()
    private let narration = NarrationView()
    let footer = Footer<LabAction>()
    private lazy var header = LabHeader(lab: lab) { [weak self] in
        self?.nextDelivery
    } place: { [weak self] in
        self?.position ?? ""
    }
    private(set) lazy var counters = CountersView { [weak self] in self?.figures ?? [:] }

    /// Called when time is to pass for the views by a frame.
    var didStepFrame: @MainActor () -> Void = {}
    /// What only the main loop can do.
    var didAsk: @MainActor (TerminalApplication.Request) -> Void = { _ in }
    private let isASCII: Bool
    /// The panel that has the keys.
    private(set) var focus = Panel.table
    /// The panel that had the keys when the switches were searched.
    var focusBeforeSearch = Panel.table
    /// The panel to which the script that is told has given the keys.
    var storyFocus = Panel.table
    /// What was asked for; `nil`: whatever there is room for.
    private var wantsSwitchboard: Bool?
    private var wantsWaterfall: Bool?

    init(lab: LabEnvironment, environment: ScreenEnvironment) {
        (self.lab, isASCII) = (lab, environment.isASCII)
        table = LabTable(lab: lab, environment: environment)
        switchboard = SwitchboardView(lab: lab)
        waterfall = WaterfallView(lab: lab, isASCII: environment.isASCII)
        details = LoadDetails(lab: lab)
        super.init()
        details.isHidden = true
        help.isHidden = true
        let panels: [View] = [details, scenarios, help]
        for view in [table, switchboard, waterfall, header, narration, counters, footer] + panels { addSubview(view) }
        table.didSelect = { [weak self] in self?.focus(.table) }
        waterfall.didChoose = { [weak self] in self?.updateLink() }
        switchboard.wasPressed = { [weak self] in self?.focus(.switchboard) }
        waterfall.wasPressed = { [weak self] in self?.focus(.waterfall) }
        counters.wasPressed = { [weak self] in self?.focus(.counters) }
        waterfall.didOpen = { [weak self] in self?.openDetails(of: $0) }
        details.didPress = { [weak self] in self?.closeDetails() }
        scenarios.didPress = { [weak self] in self?.closeScenarios() }
        scenarios.didChoose = { [weak self] in self?.tell($0) }
        footer.didChoose = { [weak self] in self?.choose($0) }
        table.showFeed()
        updateFocus()
    }

    // MARK: - Stories

    /// Plays scripts here; it tells the story.
    weak var driver: ScriptDriver?
    /// The script that is being told to a person who watches; `nil`: none.
    var story: Story? {
        didSet {
            narration.story = story
            if (story == nil) != (oldValue == nil) || story?.script.name != oldValue?.script.name { setNeedsLayout() }
        }
    }

    // MARK: - What there is to see

    /// The counters by their names, as they are now.
    var figures: [String: Int] {
        LabFigures.values(
            of: LabFigures.Source(
                model: lab.model, summary: lab.manager.trace.summary, table: table, lab: lab))
    }

    /// Counts from 0 again.
    func resetCounters() { lab.resetCounters { figures } }

    private var position: String { table.selectedRow.map { "\($0 + 1)/\(lab.items.count)" } ?? "" }

    /// Whether nothing is under way that would change what is seen or counted, what is stored behind the loads included.
    var isIdle: Bool {
        !lab.manager.isRunning && !lab.manager.isStoring && lab.gate.count == 0 && !table.hasRowsThatWait
            && table.prefetchCount == 0 && lab.settings.replay == .off
    }

    /// Takes in what the engine has told, and what the switches have come to mean.
    func follow(_ change: SwitchEffect) {
        switch change {
        case .feed: table.showFeed()
        case .reload: table.renewLoads()
        case .look: table.restyle()
        case .pace: break
        }
        setNeedsDisplay()
    }

    /// Twenty times a second while something happens: what the engine tells shows soon enough.
    override func advance(to now: Duration) -> Duration? {
        lab.takeEvents()
        if lab.news != shownNews {
            shownNews = lab.news
            updateLink()
            for cell in table.visibleCells { cell.setNeedsDisplay() }
            for view in [header, counters, waterfall] as [View] { view.setNeedsDisplay() }
            if focus == .counters { updateFocus() }
        }
        return nextLook(at: now)
    }

    /// What the engine had told when that was last drawn.
    private var shownNews = 0

    /// Lets the loads of the selected cell stand out, or the cell of the load that is chosen in the waterfall.
    func updateLink() {
        let load = focus == .waterfall ? waterfall.chosen : nil
        table.linkedView = load?.view
        waterfall.linkedView = load == nil ? table.selectedCell?.imageView.id : load?.view
    }

    /// When what the engine does should be looked at again; `nil`: it does nothing.
    func nextLook(at now: Duration) -> Duration? {
        lab.manager.isRunning || lab.gate.isHeld ? now + .milliseconds(50) : nil
    }

    // MARK: - Panels

    /// Gives the keys to a panel, and shows it.
    func focus(_ panel: Panel) {
        if driver?.isPressing == true { storyFocus = panel } else if panel != storyFocus { pauseStory() }
        focus = panel
        if panel == .switchboard { wantsSwitchboard = true }
        if panel == .waterfall { wantsWaterfall = true }
        updateFocus()
    }

    /// Hides a panel; the keys go back to the table.
    func hide(_ panel: Panel) {
        if panel == .switchboard { wantsSwitchboard = false }
        if panel == .waterfall { wantsWaterfall = false }
        focus(.table)
    }

    /// The panels that can be seen, in their order.
    var visiblePanels: [Panel] {
        Panel.allCases.filter { panel in
            switch panel {
            case .table: true
            case .switchboard: showsSwitchboard
            case .waterfall: showsWaterfall
            case .counters: showsCounters
            }
        }
    }

    private var showsSwitchboard: Bool { wantsSwitchboard ?? (bounds.size.columns >= 100) }
    private var showsCounters: Bool { bounds.size.rows >= 12 }
    private var showsWaterfall: Bool { wantsWaterfall ?? (bounds.size.rows >= 30) }

    func updateFocus() {
        switchboard.isFocused = focus == .switchboard
        waterfall.isFocused = focus == .waterfall
        updateLink()
        counters.isFocused = focus == .counters
        if focus == .counters {
            // What is counted is told in full: it stands in place of the hints.
            footer.show(title: "", alert: counters.explanation, place: "", hints: [])
        } else {
            footer.show(hints: hints)
        }
        setNeedsLayout()
        setNeedsDisplay()
    }

    /// Shows what is known of a load, over all panels.
    func openDetails(of load: TracedLoad) {
        details.show(load)
        details.isHidden = false
        updateFocus()
        pauseStory()
    }

    func closeDetails() {
        details.isHidden = true
        updateFocus()
    }

    /// Shows all keys, and what the colors of the waterfall mean.
    func openHelp() {
        let bar = WaterfallBar(from: 0, to: 1, columns: 1, isASCII: isASCII)
        let signs = TracedLoad.Stage.allCases.map { stage in
            HelpPanel.Sign(
                text: bar.glyph(of: stage),
                style: CellStyle(foreground: theme.lab.color(of: stage), background: theme.panel.background),
                meaning: stage.rawValue)
        }
        help.show(LabAction.self, signs: signs, legend: LabHelp.cells)
        pauseStory()
    }

    /// The theme changed.
    func restyle() {
        for panel in [help, details, scenarios] { panel.setNeedsLayout() }
        setNeedsDisplay()
    }

    /// Says something for a moment, which slow motion does not make longer.
    func say(_ text: String) { footer.flash(text, for: .seconds(2) * lab.settings.speed) }

    // MARK: - Keys

    /// Where keys mean something.
    var context: LabAction.Contexts {
        guard details.isHidden, scenarios.isHidden else { return .details }
        switch focus {
        case .table: return .table
        case .switchboard: return .switchboard
        case .waterfall: return .waterfall
        case .counters: return .counters
        }
    }

    private var hints: [(action: LabAction, word: String)] {
        guard scenarios.isHidden else {
            return [(.act, "play")] + [.close, .down, .first, .last, .help, .quit].map { ($0, $0.hint) }
        }
        guard details.isHidden else {
            return [.close, .down, .pageDown, .first, .last, .help, .quit].map { ($0, $0.hint) }
        }
        let actions: [LabAction] =
            switch focus {
            case .table:
                [
                    .down, .scenarios, .nextFeed, .switchboard, .waterfall, .pause, .step, .slowMotion, .reloadAll,
                    .replay, .beside, .counters, .help, .quit,
                ]
            case .switchboard:
                [.down, .more, .less, .search, .fold, .standard, .standardAll, .nextPanel, .close, .help]
            case .counters: []
            case .waterfall: [.down, .act, .last, .nextPanel, .close, .help]
            }
        return actions.map { ($0, $0 == .act && focus == .waterfall ? "details" : $0.hint) }
    }

    // MARK: - View

    override func handle(_ event: InputEvent) -> Bool { take(event) }

    override func layoutSubviews() {
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        let counterRows = showsCounters ? 2 : 0
        narration.isHidden = story == nil
        let storyRows = story == nil || rows < 8 ? 0 : narration.wantedRows(columns: columns, isLow: rows < 20)
        let top = 1 + storyRows
        narration.frame = CellRect(column: 0, row: 1, columns: columns, rows: storyRows)
        let body = CellRect(column: 0, row: top, columns: columns, rows: max(0, rows - 1 - top - counterRows))
        let isWide = columns >= 100
        let boardColumns = showsSwitchboard ? (isWide ? min(46, columns / 3) : columns) : 0
        let fallRows = showsWaterfall ? max(min(6, body.size.rows), body.size.rows / 3) : 0
        let upperRows = body.size.rows - fallRows
        let tableColumns = isWide ? columns - boardColumns - (boardColumns > 0 ? 1 : 0) : columns
        switchboard.isHidden = !showsSwitchboard
        waterfall.isHidden = !showsWaterfall
        // On a narrow screen the switchboard stands below the table.
        let boardRows = isWide ? upperRows : max(upperRows / 2, min(upperRows, 8))
        let tableRows = isWide || !showsSwitchboard ? upperRows : upperRows - boardRows
        header.frame = CellRect(column: 0, row: 0, columns: columns, rows: min(1, rows))
        table.frame = CellRect(column: 0, row: top, columns: tableColumns, rows: tableRows)
        switchboard.frame = CellRect(
            column: columns - boardColumns, row: isWide ? top : top + tableRows, columns: boardColumns, rows: boardRows)
        waterfall.frame = CellRect(column: 0, row: top + upperRows, columns: columns, rows: fallRows)
        counters.frame = CellRect(column: 0, row: body.maxRow, columns: columns, rows: counterRows)
        footer.frame = CellRect(column: 0, row: rows - 1, columns: columns, rows: rows > 1 ? 1 : 0)
        // The hints are left in sight, where there is room for a panel above them.
        let above = rows < 5 ? bounds : CellRect(column: 0, row: 0, columns: columns, rows: rows - 1)
        (details.frame, scenarios.frame, help.frame) = (above, above, above)
    }
}

extension LabScreen: LoopRoot {}
