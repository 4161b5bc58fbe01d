extension DirectColorPresenter {
    /// Makes cells differ whose number stands for another link now than when they were sent, also because links are sent
    /// only from now on, or no more. Returns what the numbers stand for in this frame.
    func adoptLinks(of canvas: Canvas) -> CanvasLinks {
        let links = options.links ? canvas.links : CanvasLinks()
        guard links != shownLinks else { return links }
        let others = Set((1..<CanvasLinks.unknown).filter { links[$0] != shownLinks[$0] })
        for index in shown.cells.indices where others.contains(shown.cells[index].link) {
            shown.cells[index].link = CanvasLinks.unknown
        }
        shownLinks = links
        return links
    }

    /// Appends what turns a row with links in it from `last` into `next`: between two places where the link changes, what
    /// any row takes. No link stays open behind the row, so that nothing else becomes part of it.
    func encodeLinked(
        _ next: UnsafePointer<Cell>, over last: UnsafePointer<Cell>, columns: Int, row: Int, links: CanvasLinks
    ) {
        var start = 0
        while start < columns {
            let number = next[start].link
            var end = start + 1
            while end < columns, next[end].link == number { end += 1 }
            let part = start..<end
            start = end
            guard !Cell.areIdentical(next + part.lowerBound, last + part.lowerBound, count: part.count) else {
                continue
            }
            let target = links[number]
            if let target { TerminalSequence.link(target, number: Int(number)).append(to: &buffer) }
            encoder.link = target == nil ? 0 : number
            // What is erased or repeated may not belong to the link; what ends before the row cannot be erased to its end.
            let runs: CellRuns =
                target != nil ? [] : end < columns ? options.runs.subtracting(.toEndOfRow) : options.runs
            encoder.encode(next, over: last, columns: part, row: row, runs: runs, appendingTo: &buffer)
            if target != nil { TerminalSequence.endLink.append(to: &buffer) }
            encoder.link = 0
        }
    }
}
