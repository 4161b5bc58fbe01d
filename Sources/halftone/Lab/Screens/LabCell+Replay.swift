/// The steps of a replay.
extension LabCell {
    /// Starts a load of a row: as a newly bound cell or, if the previous picture stays, as a reload.
    func go(_ way: CellReplay.Way, toRow row: Int) {
        if way != .hit { lab.forget(row: row) }
        if way == .delayed, row == self.row, hasAsked { return ask([.delayPlaceholder]) }
        let isAnother = row != self.row
        leaveRow()
        if !isAnother { forgetFormer() }  // the previous row is the same
        configure(row: row)
        if !hasAsked { ask() }
    }

    /// Whether the requested load has ended.
    var hasEnded: Bool { hasAsked && !pictureLoad.isRunning }
}
