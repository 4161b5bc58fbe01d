import Basis
// The only place that needs these two, as a peer; nothing but this program is linked to them.
import Foundation
import FoundationNetworking

/// Downloads by Foundation's own client, as many at a time as it may open connections.
struct URLSessionDownloads {
    let width: Int

    /// Wall seconds of all of them, with a session of their own.
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
