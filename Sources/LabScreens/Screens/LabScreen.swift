import ImageLab
import ImageLoading
import ScreenKit
import TraceAnalysis
import TerminalScreen
import TerminalViews

/// The Lab's screen: the live table, the switchboard beside it, the waterfall below, and the counters.
///
/// Keys for movements and changes go to the focused panel; all others are global.
@MainActor
package final class LabScreen: View {
    enum Panel {
        case table, switchboard, waterfall
    }

    let lab: LabEnvironment
    let table: LabTable
    let switchboard: SwitchboardView
    let waterfall: WaterfallView
    let microscope: Microscope
    let details: LoadDetails
    let help = HelpPanel()
    let scenarios = ChoicePanel()
    private let tourView = TourView()
    let footer = Footer<LabAction>()
    private lazy var header = LabHeader(self)
    private lazy var countersView = CountersView { [weak self] in self?.counters ?? [:] }
    private let closeName: String
    private(set) lazy var allCounters = CountersPanel(closing: closeName) { [weak self] in self?.counters ?? [:] }

    /// Called to advance the time of the views by a frame.
    var didStepFrame: @MainActor () -> Void = {}
    /// Requests to the main loop.
    package var didAsk: @MainActor (TerminalApplication.Request) -> Void = { _ in }
    private(set) var focus = Panel.table
    var focusBeforeSearch = Panel.table
    /// The requested visibility of panels; otherwise it depends on the room.
    private var visibility: [Panel: Bool] = [:]

    init(lab: LabEnvironment, environment: ScreenEnvironment) {
        self.lab = lab
        table = LabTable(lab: lab, environment: environment)
        switchboard = SwitchboardView(lab: lab)
        waterfall = WaterfallView(lab: lab)
        microscope = Microscope()
        closeName = environment[KeyBindings<LabAction>.self].name(of: .close)
        details = LoadDetails(lab: lab, keys: environment[KeyBindings<LabAction>.self]) { [table] view in
            table.visibleCells.lazy.flatMap(\.pictures).first { $0.imageView.id == view }
        }
        super.init()
        let views: [View] = [table, microscope, switchboard, waterfall, header, tourView, countersView, footer]
        for view in views + panels + [help] { addSubview(view) }
        table.didSelect = { [weak self] in
            self?.player?.didDisturb("a click")
            self?.focus(.table)
        }
        table.didShowRow = { [weak self] in self?.player?.didDisturb("scrolling or another size") }
        waterfall.didChoose = { [weak self] in self?.updateLink() }
        switchboard.wasPressed = { [weak self] in self?.focus(.switchboard) }
        waterfall.wasPressed = { [weak self] in self?.focus(.waterfall) }
        for panel in panels { panel.didPress = { [weak self] in self?.closePanels() } }
        scenarios.didRefuse = { [weak self] in self?.say($0) }
        footer.didChoose = { [weak self] in self?.choose($0) }
        table.showFeed()
        updateFocus()
    }

    // MARK: - Tours

    weak var player: ScenarioPlayer?
    /// The present run of a scenario on the screen; `nil` if there is none.
    var tour: ScenarioRun? {
        didSet {
            let isSame = tour.map { $0.looks(like: oldValue) } ?? (oldValue == nil)
            guard !isSame else { return }
            tourView.tour = tour
            for panel in [table, switchboard, waterfall] as [View] { panel.isUserInteractionEnabled = !isTourPlaying }
            guard (tour == nil) != (oldValue == nil) else { return }
            header.setNeedsDisplay()
            setNeedsLayout()
        }
    }

    // MARK: - Content

    /// The present counters by name.
    var counters: [String: Int] { LabCounters.values(of: self) }

    /// Resets the counters to 0; the events so far are no longer counted.
    func resetCounters() {
        lab.takeEvents()
        for (name, value) in counters { lab.model.baseline[name, default: 0] += value }
    }

    /// The selected row of all, as `1/62`.
    var position: String { table.selectedRow.map { "\($0 + 1)/\(lab.items.count)" } ?? "" }

    /// Whether nothing is in progress that could change the screen or the counters, including stores after loads.
    var isIdle: Bool {
        lab.isQuiet && !table.hasWaitingRows && table.prefetchCount == 0 && !lab.settings.replay
    }

    /// Applies changed settings to the panels.
    func follow(_ change: SwitchEffect) {
        switch change {
        case .feed: table.showFeed()
        case .reload: table.renewLoads()
        case .redraw: table.restyle()
        case .panels: break
        }
        setNeedsDisplay()
    }

    /// Updates the panels, twenty times a second while something is in progress.
    package override func advance(to now: Duration) -> Duration? {
        lab.takeEvents()
        if lab.model.recording.events != shownEvents {
            shownEvents = lab.model.recording.events
            updateLink()
            for cell in table.visibleCells { cell.setNeedsDisplay() }
            for view in [header, countersView, waterfall] as [View] { view.setNeedsDisplay() }
        }
        if lab.manager.isRunning || lab.gate.count > 0 { waterfall.setNeedsDisplay() }  // bars grow without events
        return nextUpdate(at: now)
    }

    /// The number of events at the last update.
    private var shownEvents = 0

    /// Highlights the loads of the selected cell, or the cell of the load selected in the waterfall.
    func updateLink() {
        let load = focus == .waterfall ? waterfall.chosen : nil
        table.linkedView = load?.view
        waterfall.linkedViews = load == nil ? table.selectedCell?.viewIDs ?? [] : [load?.view].compactMap(\.self)
    }

    /// Returns when to update again; `nil` if nothing is in progress.
    func nextUpdate(at now: Duration) -> Duration? {
        lab.manager.isRunning || lab.gate.isHeld ? now + .milliseconds(50) : nil
    }

    // MARK: - Panels

    /// Focuses a panel, and shows it.
    func focus(_ panel: Panel) {
        focus = panel
        visibility[panel] = true
        updateFocus()
    }

    /// Hides a panel, and focuses the table.
    func hide(_ panel: Panel) {
        visibility[panel] = false
        focus(.table)
    }

    private var showsSwitchboard: Bool { visibility[.switchboard] ?? (bounds.size.columns >= 100) }
    private var showsWaterfall: Bool { visibility[.waterfall] ?? (bounds.size.rows >= 30) }

    func updateFocus() {
        switchboard.isFocused = focus == .switchboard
        waterfall.isFocused = focus == .waterfall
        updateLink()
        footer.show(hints: hints)
        setNeedsLayout()
        setNeedsDisplay()
    }

    /// Shows the details of a load, over all panels.
    func openDetails(of load: TracedLoad) {
        details.show(load)
        details.isHidden = false
        updateFocus()
    }

    func openCounters() {
        allCounters.show()
        updateFocus()
    }

    /// The panels over all others, of which one at most is open.
    private var panels: [ScrollingPanel] { [details, allCounters, scenarios] }
    var openPanel: ScrollingPanel? { panels.first { !$0.isHidden } }

    func closePanels() {
        for panel in panels { panel.isHidden = true }
        updateFocus()
    }

    /// Applies a changed theme.
    func restyle() {
        for panel in panels + [help] { panel.setNeedsLayout() }
        setNeedsDisplay()
    }

    /// Shows a status message for some time by the wall clock.
    func say(_ text: String) { footer.flash(text, speed: lab.settings.speed) }

    // MARK: - Keys

    /// The context of keys.
    var context: LabAction.Contexts { openPanel == nil && focus == .switchboard ? .switchboard : .others }

    private var hints: [(action: LabAction, word: String)] {
        guard openPanel == nil else {
            return (scenarios.isHidden ? [] : [(.act, "play")])
                + [.close, .down, .pageDown, .first, .last, .help, .quit].map { ($0, $0.hint) }
        }
        let actions: [LabAction] =
            switch focus {
            case .table:
                [
                    .down, .tour, .nextFeed, .switchboard, .waterfall, .hold, .deliver, .slowMotion, .reloadAll,
                    .replay, .beside, .counters, .help, .quit,
                ]
            case .switchboard:
                [.down, .more, .less] + (lab.settings.beside == nil ? [] : [.moreBeside])
                    + [.search, .standard, .standardAll, .close, .help]
            case .waterfall: [.down, .act, .last, .close, .help]
            }
        return actions.map { ($0, $0 == .act && focus == .waterfall ? "details" : $0.hint) }
    }

    // MARK: - View

    package override func handle(_ event: InputEvent) -> Bool { handleKey(event) }

    package override func layoutSubviews() {
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        let counterRows = rows >= 12 ? 1 : 0
        tourView.isHidden = tour == nil
        let tourRows = tour == nil || rows < 8 ? 0 : rows < 20 ? 2 : 3
        let top = 1 + tourRows
        tourView.frame = CellRect(column: 0, row: 1, columns: columns, rows: tourRows)
        let body = CellRect(column: 0, row: top, columns: columns, rows: max(0, rows - 1 - top - counterRows))
        let isWide = columns >= 100
        let switchboardColumns = showsSwitchboard ? (isWide ? min(46, columns / 3) : columns) : 0
        let waterfallRows = showsWaterfall ? max(min(6, body.size.rows), body.size.rows / 3) : 0
        let upperRows = body.size.rows - waterfallRows
        let tableColumns = isWide ? columns - switchboardColumns - (switchboardColumns > 0 ? 1 : 0) : columns
        switchboard.isHidden = !showsSwitchboard
        waterfall.isHidden = !showsWaterfall
        // On a narrow screen the switchboard is below the table.
        let switchboardRows = isWide ? upperRows : max(upperRows / 2, min(upperRows, 8))
        let tableRows = isWide || !showsSwitchboard ? upperRows : upperRows - switchboardRows
        header.frame = CellRect(column: 0, row: 0, columns: columns, rows: min(1, rows))
        let microscopeColumns = tableColumns - Self.tableColumnsBesideMicroscope
        microscope.isHidden = microscopeColumns < Microscope.minColumns || tableRows < 12
        let usedColumns = microscope.isHidden ? 0 : microscopeColumns
        microscope.frame = CellRect(column: tableColumns - usedColumns, row: top, columns: usedColumns, rows: tableRows)
        table.frame = CellRect(column: 0, row: top, columns: tableColumns - usedColumns, rows: tableRows)
        switchboard.frame = CellRect(
            column: columns - switchboardColumns, row: isWide ? top : top + tableRows, columns: switchboardColumns,
            rows: switchboardRows)
        waterfall.frame = CellRect(column: 0, row: top + upperRows, columns: columns, rows: waterfallRows)
        countersView.frame = CellRect(column: 0, row: body.maxRow, columns: columns, rows: counterRows)
        footer.frame = CellRect(column: 0, row: rows - 1, columns: columns, rows: rows > 1 ? 1 : 0)
        // The hints stay visible, if a panel fits above them.
        let above = rows < 5 ? bounds : CellRect(column: 0, row: 0, columns: columns, rows: rows - 1)
        for panel in panels + [help] { panel.frame = above }
    }
}

extension LabScreen: LoopRoot {}
