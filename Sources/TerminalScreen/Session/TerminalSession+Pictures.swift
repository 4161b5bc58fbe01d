extension TerminalSession {
    /// The protocols for pictures. May become more when replies arrive, and fewer.
    public var pixelSupport: PixelSupport {
        PixelSupport(facts: facts, environment: environment, cell: cell, colors: colors)
    }

    /// Returns queries that the replies so far give reason for, each once; empty most of the time.
    ///
    /// Call after ``readEvents()`` and ``resized()``, and send the bytes between two frames. Nothing waits for the
    /// replies, but an end of the session soon afterwards, so that they are not typed into the shell.
    public func takeQueries() -> [UInt8] {
        guard isActive, queriesTerminal, facts.isComplete else { return [] }
        let queries = probes.next(facts, environment)
        guard !queries.isEmpty else { return [] }
        facts.expectReplies()
        queriedAt = time.now
        return queries
    }
}
