/// What a replay does with a cell.
extension LabCell {
    /// Goes a way to the picture of a row: as the cell of a row that has just come into view or, where the picture before
    /// is to stay, as one that asks again.
    func go(_ way: CellReplay.Way, toRow row: Int) {
        if way != .hit { lab.forget(row: row) }
        if way == .delayed, row == self.row, hasAskedForPicture { return ask([.delayPlaceholder]) }
        let isAnother = row != self.row
        leaveRow()
        if !isAnother { forgetFormer() }  // its former row is its present one
        configure(row: row)
        if !hasAskedForPicture { ask() }
    }

    /// Whether what it asked for has come, or failed.
    var hasEnded: Bool { hasAskedForPicture && !isLoading }
}
