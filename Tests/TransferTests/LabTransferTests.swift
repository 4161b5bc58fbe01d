import ImageLab
import LabTestSupport
import TestSupport
import Testing

@testable import Transfer

/// The times that faults of the Lab take; `FaultMatrixTests` has their results.
@Suite(.endsInTime) struct LabTransferTests {
    private let body: [UInt8]
    private let lab: LabServer

    init() throws {
        let body = testBytes(50_000)
        self.body = body
        lab = LabServer(pictures: [LabPicture(name: "a", title: "A", mimeType: "image/png") { body }])
        try lab.start()
    }

    @Test(arguments: [("delay", 45), ("rate", 50)])
    func `a server's slowness is in the metrics`(fault: String, milliseconds: Int) async throws {
        var faults = LabFaults()
        if fault == "delay" { faults.delay = 50 } else { faults.rate = 500_000 }
        let end = await CurlTransport.patient().fetch(lab.url(ofPicture: "a", faults: faults))
        let metrics = try #require(end.metrics)
        #expect(metrics.total >= .milliseconds(milliseconds) && end.body == body)
        #expect(fault == "rate" || metrics.firstByte >= .milliseconds(milliseconds))
    }
}
