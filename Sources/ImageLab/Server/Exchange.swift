import HalftoneCore
import CMicroHTTP

/// One request and the progress of its response. Used on the server's thread only.
final class Exchange {
    let connection: OpaquePointer
    let target: String
    /// The number of the request in the log.
    let number: Int
    unowned let loop: ServerLoop

    var reply: LabReply?
    var isHead = false
    var pacing: Pacing?
    /// Whether the delay before the response has begun; it is over when the exchange is resumed.
    var wasDelayed = false
    /// Bytes of the body that the kernel has accepted.
    var bytesSent = 0
    /// Set by the loop when the client closed the connection while nothing was being sent.
    var isClientGone = false
    /// Set when a fault ends the connection early.
    var wasBrokenOnPurpose = false

    init(connection: OpaquePointer, target: String, number: Int, loop: ServerLoop) {
        (self.connection, self.target, self.number, self.loop) = (connection, target, number, loop)
    }

    var socket: CInt { lab_socket(connection) }

    static func at(_ pointer: UnsafeMutableRawPointer?) -> Exchange? {
        pointer.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Not retained: the loop keeps every exchange until the library reports its end.
    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    // MARK: - The body

    /// What happens next in the response.
    enum Step {
        case bytes(Int)
        /// Nothing can be sent until the loop resumes this exchange.
        case pause(until: Duration?)
        case end
        case abort
        case reset
    }

    /// Fills `buffer` with the bytes that may be sent from `position` on. The library calls this only after all earlier
    /// bytes were sent.
    func step(at position: Int, into buffer: UnsafeMutableRawBufferPointer, now: Duration) -> Step {
        guard let reply, !isClientGone else { return .abort }
        var wanted = min(buffer.count, reply.body.count - position)
        if let first = reply.firstBreak {
            if position >= first.offset { return step(for: first.kind, now: now) }
            wanted = min(wanted, first.offset - position)
        }
        guard wanted > 0 else { return reply.declaredLength == nil ? .end : .abort }
        if var pacing {
            let granted = pacing.take(upTo: wanted, at: now)
            self.pacing = pacing
            guard granted > 0 else { return .pause(until: pacing.nextTime(for: wanted)) }
            wanted = granted
        }
        reply.body.withUnsafeBytes { body in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: body[position..<position + wanted]))
        }
        return .bytes(wanted)
    }

    private func step(for kind: LabReply.Break.Kind, now: Duration) -> Step {
        switch kind {
        case .stall: return .pause(until: nil)
        case .truncate: return .abort
        case .reset:
            // a reset discards unacknowledged bytes: wait until the client's side has received all
            return lab_unacknowledged_bytes(socket) > 0 ? .pause(until: now + .milliseconds(1)) : .reset
        }
    }
}
