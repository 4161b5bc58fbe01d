import Testing

@testable import ImageLab

@Suite(.endsInTime) struct LabFaultsTests {
    @Test func `faults combine`() throws {
        let faults = try LabFaults(query: "delay=300&rate=20000&etag&auth=me:a:b&type=text%2Fhtml&length=none&seed=0")

        var expected = LabFaults()
        expected.delay = 300
        expected.rate = 20_000
        expected.etag = true
        expected.auth = "me:a:b"
        expected.type = "text/html"
        expected.length = LabFaults.Length.none
        expected.seed = 0
        #expect(faults == expected)
    }

    @Test func `an empty query has no fault`() throws {
        #expect(try LabFaults(query: "") == LabFaults())
        #expect(LabFaults().query == "")
    }

    @Test func `every fault survives being written and read`() throws {
        var faults = LabFaults()
        (faults.delay, faults.rate, faults.status, faults.truncate) = (1, 2, 203, 4)
        (faults.reset, faults.stall, faults.redirect, faults.maxage, faults.fail, faults.seed) = (5, 6, 7, 8, 9, 10)
        (faults.loop, faults.garbage, faults.empty, faults.etag) = (true, true, true, true)
        (faults.flip, faults.range, faults.cookie) = (true, true, true)
        faults.type = "text/plain; charset=\"&\""
        faults.location = "http://localhost:1/a?b=c&d#e"
        faults.length = .wrong
        faults.auth = "a b:&=%:ü"

        #expect(try LabFaults(query: faults.query) == faults)
        #expect(faults.query.split(separator: "&").count == LabFaults.names.count)
    }

    @Test(arguments: [LabFaults.Length.none, .wrong, .bytes(0), .bytes(77)])
    func `every kind of length survives being written and read`(length: LabFaults.Length) throws {
        var faults = LabFaults()
        faults.length = length
        #expect(try LabFaults(query: faults.query) == faults)
    }

    @Test(arguments: [
        ("dleay=3", "unknown fault 'dleay'"),
        ("delay=-1", "delay=-1: expected a whole number, from 0 to 3600000"),
        ("delay", "delay=: expected a whole number, from 0 to 3600000"),
        ("rate=0", "rate=0: expected a whole number, from 1 to 1000000000"),
        ("status=100", "status=100: expected a whole number, from 200 to 599"),
        ("truncate=1k", "truncate=1k: expected a whole number, 0 or more"),
        ("loop=yes", "loop=yes: expected no value, or 1 or 0"),
        ("length=long", "length=long: expected none, wrong or a number of bytes"),
        ("type=", "type: expected a media type in ASCII, such as text/html"),
        ("type=a%0Ab", "type: expected a media type in ASCII, such as text/html"),
        ("auth=me", "auth: expected USER:PASSWORD"),
        ("seed=1&seed=2", "'seed' is given twice"),
        ("type=%4", "'type=%4' has a broken percent escape"),
        ("type=%FF", "'type=%FF' has a broken percent escape"),
    ])
    func `a bad value is named`(query: String, message: String) {
        #expect(throws: LabError.badQuery(message)) { try LabFaults(query: query) }
    }

    @Test func `a flag may be switched off`() throws {
        #expect(try LabFaults(query: "etag=0&flip=1") == LabFaults(query: "flip"))
    }
}
