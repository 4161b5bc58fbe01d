extension Task where Failure == Never {
    /// Suspends until the task has ended; a cancelled task ends in time too. Proves what the task has not done by then.
    /// Records an issue after the time limit or when the test is cancelled.
    ///
    /// - Parameter what: what ends, as the end of a sentence that begins with "waited for the end of".
    public func end(of what: String) async {
        let latch = Latch("the end of \(what)")
        Task<Void, Never> {
            _ = await value
            latch.open()
        }
        await latch.wait()
    }
}
