import TestSupport
import Testing
import Transfer

@testable import ImageLoading

@Suite(.endsInTime) struct RetryPolicyTests {
    let date = 1_700_000_000.0

    func delay(
        _ error: ImageError = .transfer(.couldNotConnect(host: "a")), failures: Int = 1,
        retryAfter: String? = nil, policy: RetryPolicy = .standard, jitter: Double = 0.5
    ) -> Duration? {
        let headers: TransferHeaders = if let retryAfter { ["Retry-After": retryAfter] } else { [:] }
        let response = TransferResponse(url: "", status: 503, headers: headers)
        return policy.delay(after: error, failures: failures, response: response, date: date, jitter: jitter)
    }

    @Test func `three attempts are two pauses`() {
        #expect(delay(failures: 1) != nil && delay(failures: 2) != nil)
        #expect(delay(failures: 3) == nil)
        #expect(delay(policy: .none) == nil)
        #expect(RetryPolicy(attempts: -3).attempts == 1)
    }

    @Test(arguments: [(1, 250), (2, 500), (3, 1000), (5, 4000), (6, 8000), (7, 8000), (90, 8000)])
    func `a pause is random, up to twice the last one and the longest`(failures: Int, longest: Int) {
        let policy = RetryPolicy(attempts: 100)
        #expect(delay(failures: failures, policy: policy, jitter: 0) == .zero)
        #expect(delay(failures: failures, policy: policy, jitter: 0.5) == .milliseconds(longest) / 2)
        #expect(delay(failures: failures, policy: policy, jitter: 1) == .milliseconds(longest))
    }

    @Test func `a retry is never sooner than the server's Retry-After`() {
        #expect(delay(.invalidStatusCode(503), retryAfter: "2") == .seconds(2))
        let moment = delay(.invalidStatusCode(429), retryAfter: "Tue, 14 Nov 2023 22:13:25 GMT")
        #expect(moment == .seconds(5))
        // a date in the past requires no delay
        let past = delay(.invalidStatusCode(503), retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(past.map { $0 <= .milliseconds(250) } == true)
    }

    @Test func `a server with too long a Retry-After is not retried`() {
        #expect(delay(.invalidStatusCode(503), retryAfter: "31") == nil)
        #expect(delay(.invalidStatusCode(503), retryAfter: "30") == .seconds(30))
        #expect(delay(.invalidStatusCode(503), retryAfter: "999999999") == nil)
    }

    @Test(arguments: ["", "-1", "soon", "1.5", "99999999999999999999", "Tue, 99 Nov 2023 22:13:25 GMT"])
    func `an invalid Retry-After is ignored`(text: String) {
        #expect(RetryPolicy.retryAfter(text, date: date) == nil)
    }

    /// ``ErrorTableTests`` compares the other errors with the documentation.
    @Test func `only statuses of passing trouble are retried`() {
        let retried = (100...599).filter { RetryPolicy.isWorthRetrying(.invalidStatusCode($0)) }
        #expect(retried == [408, 425, 429, 500, 502, 503, 504])
    }
}
