import Basis
import ImageCoding
import ImageLoading
import Transfer

/// A whole engine with a real ``ImageManager`` in which nothing happens by itself: no threads, no network, no clock.
@MainActor
public final class FakeEngine {
    public let time = ManualTime()
    public let transport: FakeTransport
    public let reads = ManualExecutor()
    public let decodes = ManualExecutor()
    public let coder = FakeCoder()
    public let trace: Trace
    public let deliveries = DeliveryQueue(wake: { _ in })
    public let manager: ImageManager

    public init(
        cancelAnswer: FakeTransport.CancelAnswer = .atOnce, diskCache: DiskCache? = nil,
        memoryCache: MemoryCache = MemoryCache(), trace: Trace? = nil,
        downloads: Int = 6, configuration: ImageManager.Configuration = ImageManager.Configuration()
    ) {
        transport = FakeTransport(cancelAnswer: cancelAnswer)
        self.trace = trace ?? Trace(time: time)
        var network = ImageDownloader.Configuration()
        network.queue.total = downloads
        network.queue.perHost = downloads
        manager = ImageManager(
            downloader: ImageDownloader(transport: transport, configuration: network), memoryCache: memoryCache,
            diskCache: diskCache,
            coders: ImageCodersManager(coders: [coder]), configuration: configuration, trace: self.trace, time: time,
            deliveries: deliveries, readExecutor: reads, decodeExecutor: decodes)
        AfterTest.run { [weak manager] in manager?.cancelAll() }
    }

    /// Lets everything that waits happen, except answers of the network.
    public func runPending() {
        while reads.runAll() + decodes.runAll() > 0 {}
        deliveries.deliver()
    }

    /// Answers every open transfer with the picture that belongs to its URL, until nothing is open any more.
    public func answerAll(_ picture: (_ url: String) -> FakePicture) {
        repeat {
            for transfer in transport.running {
                transfer.acknowledgeCancel()
                transfer.finish(picture(transfer.url).bytes)
            }
            runPending()
        } while !transport.running.isEmpty || reads.count + decodes.count > 0
    }

    /// Lets every open transfer fail, until nothing is open any more.
    public func failAll(_ error: TransferError = .connectionLost(received: 0, expected: nil)) {
        repeat {
            for transfer in transport.running {
                transfer.acknowledgeCancel()
                transfer.fail(error)
            }
            runPending()
        } while !transport.running.isEmpty || reads.count + decodes.count > 0
    }
}
