extension DirectColorPresenter {
    /// Marks shown cells as changed whose hyperlink number has another target than when they were sent, or whose
    /// hyperlinks are switched on or off. Returns the targets of this frame.
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

    /// Appends the bytes that turn a row with hyperlinks from `last` into `next`: the row is encoded in parts of one
    /// hyperlink each. No hyperlink stays open after the row, so that nothing else becomes part of it.
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
            if let target { buffer += TerminalSequence.link(target, number: Int(number)).bytes }
            encoder.link = target == nil ? 0 : number
            // erased cells may not belong to the hyperlink
            let erasure = target == nil && end == columns ? options.erasure : .none
            encoder.encode(next, over: last, columns: part, row: row, erasure: erasure, appendingTo: &buffer)
            if target != nil { buffer += TerminalSequence.endLink.bytes }
            encoder.link = 0
        }
    }
}
