import CBaseline

extension Benchmark {
    static func printing(_ session: BenchmarkSession) throws -> [Finding] {
        try photos(session) + png(session) + webP(session) + startUp(session)
    }

    private static func photos(_ session: BenchmarkSession) throws -> [Finding] {
        let paths = try session.photos.large()
        let work = Comparison(
            work: "\(paths.count) photos, processor time", paths: paths, session: session, quantity: \.processorSeconds)
        return try work.findings(beside: Peer.viewers + [.scaledDecode]) { peer in
            peer.name == Peer.scaledDecode.name ? .scaledDecode : .photos
        }
    }

    private static func png(_ session: BenchmarkSession) throws -> [Finding] {
        let path = session.directory.path + "/photo.png"
        guard baseline_write_png(path, Photos.pixels(), 2048, 1365) else { throw Failure("libpng could not write") }
        let work = Comparison(work: "2048x1365 PNG", paths: [path], session: session)
        return try work.findings(beside: Peer.viewers) { _ in .png }
    }

    private static func webP(_ session: BenchmarkSession) throws -> [Finding] {
        let path = session.directory.path + "/photo.webp"
        guard baseline_write_webp(path, Photos.pixels(), 2048, 1365) else { throw Failure("libwebp could not write") }
        let work = Comparison(work: "2048x1365 WebP", paths: [path], session: session)
        return try work.findings(beside: Peer.viewers) { _ in .webP }
    }

    private static func startUp(_ session: BenchmarkSession) throws -> [Finding] {
        let path = session.directory.path + "/dot.png"
        guard baseline_write_png(path, [0, 0, 0], 1, 1) else { throw Failure("libpng could not write") }
        let work = Comparison(work: "1x1 PNG", paths: [path], session: session)
        return try work.findings(beside: [.chafa]) { _ in .startUp }
    }
}
