import ImageFeeds

extension SourceReader {
    /// Updates the reports after no source could be read: failed sources, and others unchanged.
    func reports(after error: FeedError) -> [SourceReport] {
        let failed = failedReports(error)
        let states = Dictionary(
            failed.map { ($0.source.publicAddress, $0.state) }, uniquingKeysWith: { first, _ in first })
        let read = result?.reports ?? []
        let known = Set(read.map(\.source.publicAddress))
        return failed.filter { !known.contains($0.source.publicAddress) }
            + read.map { report in
                SourceReport(
                    source: report.source, title: report.title,
                    state: states[report.source.publicAddress] ?? (report.state == .pending ? .read : report.state))
            }
    }

    private func failedReports(_ error: FeedError) -> [SourceReport] {
        guard case .everySourceFailed(let failures) = error else {
            return sources.map { SourceReport(source: $0, title: "\($0)", state: .failed(error)) }
        }
        return failures.map { failure in
            let address = failure.source
            // with the password, which the address of a failure lacks
            let source = sources.first { $0.publicAddress == address } ?? FeedSource(argument: address.text)
            return SourceReport(source: source, title: "\(address)", state: .failed(failure.error))
        }
    }
}
