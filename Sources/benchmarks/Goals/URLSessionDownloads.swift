import HalftoneCore
// Foundation's client is only a peer of the benchmarks; no other program links these two modules.
import Foundation
import FoundationNetworking

/// Downloads by Foundation's client, as many at a time as it may open connections.
struct URLSessionDownloads {
    let width: Int

    /// Returns the wall time of all downloads in seconds, with a session of their own.
    func seconds(_ urls: [String]) throws -> Double {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = width
        configuration.urlCache = nil
        return try Clock.wall.seconds { _ in
            let session = URLSession(configuration: configuration)
            let convoy = Convoy(urls: urls) { address, end in
                guard let url = URL(string: address) else { return end(nil) }
                session.dataTask(with: url) { data, _, error in end(error == nil ? data?.count : nil) }.resume()
            }
            try PictureServer.check(bytes: convoy.run(width: width), of: urls.count)
            session.invalidateAndCancel()
        }
    }
}
