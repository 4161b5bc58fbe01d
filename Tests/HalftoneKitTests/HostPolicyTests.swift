import HalftoneKit
import ImageLab
import LabTestSupport
import TestSupport
import Testing

/// A manager with a policy for hosts, as an image proxy has one.
@Suite(.endsInTime) struct HostPolicyTests {
    @Test func `an address inside is refused by a clear error, every time and at once`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let manager = ImageManager(directory: nil, hostPolicy: .publicInternet)
        let address = try url("\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)")
        for _ in 0..<2 {
            let error = await #expect(throws: ImageError.self) { try await manager.image(for: address) }
            #expect(error == .transfer(.hostRefused("127.0.0.1")))
            #expect(error?.description == "refused by the host policy: 127.0.0.1")
        }
        #expect(server.log.isEmpty)
        let downloader = try #require(manager.downloader)
        #expect(!downloader.shouldBlockFailedURL(for: .transfer(.hostRefused("127.0.0.1"))))
    }

    @Test func `a redirect to a refused picture is not followed`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let name = DemoPicture.firstJPEG.name
        let policy = HostPolicy(allowsURL: { $0.text.contains("redirect=") })
        let manager = ImageManager(directory: nil, hostPolicy: policy)
        let error = await #expect(throws: ImageError.self) {
            try await manager.image(for: try url("\(server.baseURL)/image/\(name)?redirect=1"))
        }
        guard case .transfer(.hostRefused)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.log.map(\.status) == [302])
    }
}
