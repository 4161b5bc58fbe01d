import HalftoneCore

/// Remote sources. Their items never name local files.
extension FeedReader {
    /// Returns the content of a URL that needs no request: the address of a picture, or why a request is impossible.
    func answer(_ url: RequestAddress) -> Result<SourceContent, FeedError>? {
        guard let address = WebAddress(url) else { return .failure(refusal(of: url)) }
        // Loaded later by its cell.
        let isPicture = PictureLink.isPicture(address) && !options.pages.contains(address.address)
        return isPicture ? .success(SourceContent(picture: TextList.remoteItem(address))) : nil
    }

    /// The bytes that a document may become in memory: one in gzip, up to the limit.
    private func weight(of document: FeedDocument) -> Int {
        GzipInflater.begins(document.body.head(2)) ? limits.feedBytes : document.body.count
    }

    /// Fetches a document. `known`: the content of an earlier load at this URL.
    func read(_ url: RequestAddress, known: SourceContent? = nil) async -> Result<SourceContent, FeedError> {
        if let answer = answer(url) { return answer }
        guard let address = WebAddress(url) else { return .failure(refusal(of: url)) }
        switch await fetch(address, known?.validators) {
        case .failure(let error): return .failure(error)
        case .success(nil):
            guard var content = known else { return .failure(.fetchFailed("the server sent nothing")) }
            content.isUnchanged = true
            return .success(content)
        case .success(let document?):
            return await BlockingThread.runUntilCancelled { isCancelled in
                LargeDocuments.inTurn(weight(of: document)) {
                    take(document, known, at: url, address, isCancelled: isCancelled)
                }
            }
        }
    }

    /// Returns the content of a received document, and caches the document.
    private func take(
        _ document: FeedDocument, _ known: SourceContent?, at url: RequestAddress, _ address: WebAddress,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> Result<SourceContent, FeedError> {
        let outcome = parse(document, asked: address, isCancelled)
        guard case .success(var content) = outcome else {
            keep(document, outcome, at: url)
            return outcome
        }
        if content.isPage, known.map({ !$0.isPage }) ?? false || hasKeptFeed(at: url, address, isCancelled) {
            content.warnings.append(.pageInPlaceOfFeed)  // shown, but not cached
        } else {
            keep(document, outcome, at: url)
        }
        content.isUnchanged = known.map(content.shows) ?? false
        return .success(content)
    }

    /// Returns whether the cached document is anything but a web page. A captive portal answers every address with a
    /// page of its own.
    private func hasKeptFeed(
        at url: RequestAddress, _ address: WebAddress, _ isCancelled: @escaping @Sendable () -> Bool
    ) -> Bool {
        guard let document = cache?.document(at: url),
            DocumentFormat.of(DocumentHead(document.body.head(DocumentHead.length))).kind != .page
        else {
            return false
        }
        return (try? parse(document, asked: address, isCancelled).get()).map { !$0.isPage } ?? false
    }

    /// Returns the content of the cached document, or `nil` if there is none or these options cannot read it.
    func kept(
        _ url: RequestAddress, isCancelled: @escaping @Sendable () -> Bool
    ) -> (content: SourceContent, byteCount: Int)? {
        guard answer(url) == nil, let address = WebAddress(url), let document = cache?.document(at: url) else {
            return nil
        }
        return LargeDocuments.inTurn(weight(of: document)) {
            guard let content = try? parse(document, asked: address, isCancelled).get() else { return nil }
            guard !content.holdsCredentials(in: document) else {  // stored by an earlier version
                cache?.keep(nil, at: url)
                return nil
            }
            return (content, document.body.count)
        }
    }

    /// Caches a document. A document that could not be read never replaces one that could; nor does a page without
    /// pictures, which may be a captive portal's.
    private func keep(_ document: FeedDocument, _ outcome: Result<SourceContent, FeedError>, at url: RequestAddress) {
        switch outcome {
        case .success(let content):
            let mayBeKept =
                document.mayBeKept && document.body.count <= limits.feedBytes
                && !content.holdsCredentials(in: document)
            cache?.keep(mayBeKept ? document : nil, at: url)
        case .failure(.noPictures(let kind)) where kind.isCertain: cache?.keep(nil, at: url)
        case .failure: break
        }
    }

    private func fetch(
        _ address: WebAddress, _ validators: FeedValidators?
    ) async -> Result<FeedDocument?, FeedError> {
        do {
            return .success(try await fetcher.fetch(address.address, unlessMatching: validators))
        } catch let error as FeedError {
            return .failure(error)
        } catch is CancellationError {
            return .failure(.cancelled)
        } catch {
            return .failure(.fetchFailed("\(error)"))
        }
    }

    private func parse(
        _ document: FeedDocument, asked: WebAddress, _ isCancelled: @escaping @Sendable () -> Bool
    ) -> Result<SourceContent, FeedError> {
        // A picture has the requested address, not the final one: redirects may lead to a signed address that expires,
        // and the loader follows them itself.
        let address = WebAddress(document.finalURL.text) ?? asked
        let reader = DocumentReader(
            limits: limits, options: options, base: .address(address),
            contentType: document.contentType?.lowercased() ?? "",
            next: LinkHeader.next(in: document.links).flatMap(DocumentAddresses(address).page),
            picture: TextList.remoteItem(asked),
            context: ReadContext(isCancelled: isCancelled), share: MemoryAllowance.Share(of: detailAllowance))
        return Result { () throws(FeedError) in
            var content = try reader.content(of: document.body)
            content.validators = document.validators
            content.isRead = true
            return content
        }
    }

    private func refusal(of url: RequestAddress) -> FeedError {
        let scheme = WebAddress.scheme(of: url.requestText) ?? ""
        return scheme == "http" || scheme == "https"
            ? .fetchFailed("the URL has no host") : .unsupportedScheme(String(scheme.prefix(20)))
    }
}
