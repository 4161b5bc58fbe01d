import Basis
import FoundationEssentials
import ImageCoding
import ImageLab
import Testing

@testable import ImageLoading
@testable import Transfer

/// The whole engine over every fault of the Lab's server, alone and with every other: each load ends once, in a picture
/// or in the error that is meant for its faults, and nothing is left behind.
@Suite(.timeLimit(.minutes(10))) struct LabFaultMatrixTests {
    /// Those that bring bytes which are no picture, or only its beginning.
    private static let spoiling: Set = ["garbage", "empty", "length=100"]

    /// How each load ended, by its number. Which had an image, and the errors of the others.
    private func outcomes(
        _ manager: ImageManager, _ urls: [URL], ended: Lock<Set<Int>>
    ) async -> [Int: Result<LoadedImage, ImageError>] {
        await withTaskGroup(of: (Int, Result<LoadedImage, ImageError>?).self) { group in
            for (number, url) in urls.enumerated() {
                let events = manager.events(for: url, options: .fromLoaderOnly)
                group.addTask {
                    var ends: [Result<LoadedImage, ImageError>] = []
                    for await event in events { if case .finished(let end) = event { ends.append(end) } }
                    ended.withLock { _ = $0.insert(number) }
                    return (number, ends.count == 1 ? ends[0] : nil)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    @Test(arguments: [1, 3]) func everyPairOfFaultsEndsInAPictureOrItsError(attempts: Int) async throws {
        let body = LabBench.demoPicture(0)
        let lab = LabServer(pictures: [LabPicture(name: "a", title: "A", mimeType: "image/jpeg") { body }])
        try lab.start()
        var configuration = ImageDownloader.Configuration()
        configuration.queue = .init(total: 60, perHost: 60)
        configuration.retry = RetryPolicy(attempts: attempts)
        configuration.retry.firstDelay = .milliseconds(2)
        let (clock, ended) = (ManualTime(), Lock<Set<Int>>([]))
        let transport = CurlTransport(time: clock)
        let manager = ImageManager(
            downloader: ImageDownloader(transport: transport, configuration: configuration),
            memoryCache: MemoryCache(budget: 0), deliveries: DeliveryQueue { _ in })
        let pairs = MatrixFault.pairs
        let urls = try pairs.enumerated().map { number, faults in
            try #require(URL(string: MatrixFault.url(of: "a", faults, number: number, on: lab)))
        }
        // Silence is over when everybody who is not silent has ended.
        let others = Set(pairs.indices.filter { !pairs[$0].contains { $0.name == "stall" } })
        let patience = Task {
            await until { ended.withLock { $0.isSuperset(of: others) } }
            await until {
                clock.advance(by: .seconds(16))
                transport.wake()
                return ended.withLock { $0.count == pairs.count }
            }
        }
        let outcomes = await outcomes(manager, urls, ended: ended)
        await patience.value
        for (number, faults) in pairs.enumerated() {
            let (outcome, names) = (outcomes[number], faults.map(\.name))
            let story = "\(names), \(attempts) attempts: \(outcome.map { RecordedLoad.words($0) } ?? "no end, or two")"
            switch outcome {
            case nil: Issue.record("\(story)")
            case .success:
                #expect(
                    MatrixFault.mayEndWell(faults) && !names.contains("garbage") && !names.contains("empty"), "\(story)"
                )
            case .failure(.badImageData): #expect(!Self.spoiling.isDisjoint(with: names), "\(story)")
            case .failure(let error): #expect(faults.contains { $0.isMeant(error) }, "\(story)")
            }
        }
        await until { manager.state.withLock { $0.graph.isIdle && $0.routes.isEmpty && $0.transfers.isEmpty } }
        #expect(manager.liveLoads == 0)
    }
}
