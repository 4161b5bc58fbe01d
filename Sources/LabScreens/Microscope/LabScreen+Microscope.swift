import TerminalScreen
import TerminalViews

/// The microscope beside the table: its room, its frames and its keys.
extension LabScreen {
    /// The columns that the texts of cells need beside the microscope.
    static let tableColumnsBesideMicroscope = 66
    static let minTableColumnsWithMicroscope = tableColumnsBesideMicroscope + Microscope.minColumns

    /// Passes the last drawn frame to the microscope, if no panel covers the picture of the selected cell.
    func record(_ canvas: Canvas, at time: Duration) {
        guard !microscope.isHidden, help.isHidden, openPanel == nil else { return }
        microscope.record(canvas, table.selectedCell, inside: table.convert(table.bounds, to: nil), at: time)
    }

    // MARK: - Keys

    /// Shows the next frame: a recorded one, or the next of all motion, in frozen time.
    func showNextFrame() {
        if !microscope.isHidden, microscope.move(forward: true) { return }
        let still = "still"
        if Switchboard.speed.text(in: lab.settings) != still {
            try? lab.set(Switchboard.speed.name, to: still)  // a valid value
        }
        didStepFrame()
        say("next frame")  // replaces an earlier message, which would not expire in frozen time
    }

    func showFrameBefore() {
        guard !microscope.isHidden else { return say(microscopeHint) }
        guard microscope.history.shown != nil else { return say("no frame yet: the selected row is out of view") }
        if !microscope.move(forward: false) { say("this is the first frame") }
    }

    private var microscopeHint: String {
        "the microscope needs \(Self.minTableColumnsWithMicroscope) columns beside the switches "
            + "(\(keyName(LabAction.switchboard))) and 12 rows"
    }
}
