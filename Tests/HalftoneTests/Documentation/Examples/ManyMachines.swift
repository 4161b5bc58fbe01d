// Examples of the articles “Many Machines” and “Restricting Hosts”, as they stand there.

import HalftoneKit

func makeReader(directory: String, proxy: String) -> ImageManager {
    let manager = ImageManager(directory: directory, proxy: proxy)
    return manager
}

func use(gateway: String, for downloader: ImageDownloader) {
    downloader.configuration.requestModifier = DownloadRequestModifier { request in
        guard let url = try? TransferURL(request.url) else { return nil }
        var request = request
        request.url = "\(gateway)/\(url.scheme)/\(url.text.dropFirst(url.scheme.count + 3))"
        return request
    }
}

func makeImageProxy(directory: String) -> ImageManager {
    let manager = ImageManager(directory: directory, hostPolicy: .publicInternet)
    return manager
}

func makePolicy() -> HostPolicy {
    let policy = HostPolicy(
        allowsURL: { url in url.host.hasSuffix(".example") && url.scheme == "https" },
        allowsAddress: { address in address.isPublic })
    return policy
}
