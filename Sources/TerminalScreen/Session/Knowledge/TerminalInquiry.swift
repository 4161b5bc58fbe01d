import Basis
import CSystem
import Glibc
import Pixels

/// What a terminal says of itself when it is asked without being drawn on.
///
/// While it is asked its line is raw, and signals that end or stop the process wait; both are as before when
/// ``ask(path:terminfo:isUnicode:questions:patience:time:)`` returns, and after a crash. What is typed meanwhile is lost.
public struct TerminalInquiry: Sendable {
    /// Whether it was asked, and answered.
    public enum Outcome: Hashable, Sendable {
        case answered
        /// Not all of it within the deadline.
        case silent
        case notAsked(String)
    }

    public private(set) var outcome: Outcome
    public private(set) var facts = TerminalFacts()
    /// `nil` without a terminal, or where the kernel does not know.
    public private(set) var window: TerminalWindow?
    /// The columns of a character whose width is ambiguous, such as a half block: 1, or 2 in some East Asian settings.
    public private(set) var ambiguousWidth: Int?

    /// The size of a cell in pixels, from the kernel or the terminal.
    public var cell: PixelSize? { window?.cell ?? facts.cell }

    /// A batch is answered within this, or taken as unanswered, unless more is asked for: ten times what a terminal
    /// across an ocean takes.
    public static let standardPatience = Duration.milliseconds(250)

    /// What a terminal is asked.
    public enum Questions: Sendable {
        case all
        /// The colour of its background, and nothing more: the less is asked, the less can come too late.
        case background

        fileprivate var sequences: [TerminalSequence] {
            switch self {
            case .all:
                [
                    .askForeground, .askBackground, .askMode(2026), .askMode(1006), .askCellSize, .askName, .askCursor,
                    .askDeviceAttributes,
                ]
            case .background: [.askBackground, .askDeviceAttributes]
            }
        }
    }

    /// The signals that wait while the line is raw, and end the questions.
    fileprivate static let heldSignals = ProcessSignals.ending + [SIGTSTP]

    private init(_ outcome: Outcome) { self.outcome = outcome }

    /// Asks the terminal at `path`. Returns after twice `patience` at most, for one that answers at once soon.
    ///
    /// `terminfo` says whether it may be asked (`nil`: its type is unknown), `isUnicode` whether a half block may be
    /// printed to see how wide it is: at the start of a row, and erased again. Call it before there are other threads,
    /// which signals would reach instead of waiting.
    @MainActor
    public static func ask(
        path: String = "/dev/tty", terminfo: TerminfoFacts?, isUnicode: Bool, questions: Questions = .all,
        patience: Duration = standardPatience, time: any TimeSource = SystemTime()
    ) -> TerminalInquiry {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return TerminalInquiry(.notAsked("there is no terminal")) }
        defer { close(descriptor) }
        var inquiry = TerminalInquiry(.silent)
        inquiry.window = TerminalWindow(of: descriptor)
        if let reason = inquiry.obstacle(descriptor, terminfo) {
            inquiry.outcome = .notAsked(reason)
            return inquiry
        }
        do throws(TerminalError) {
            let modes = try TerminalModes(of: descriptor)
            try withRawLine(descriptor, modes) {
                inquiry.converse(TerminalLine(descriptor: descriptor, time: time), questions, isUnicode, patience)
            }
        } catch {
            inquiry.outcome = .notAsked("\(error)")
        }
        return inquiry
    }

    private func obstacle(_ descriptor: Int32, _ terminfo: TerminfoFacts?) -> String? {
        guard isatty(descriptor) == 1 else { return "there is no terminal" }
        guard let terminfo else { return "terminfo does not know its type" }
        guard terminfo.hasMouse else { return "its type is not one that understands questions" }
        // The line's modes belong to the job in front; who touches them behind it is stopped.
        guard tcgetpgrp(descriptor) == getpgrp() else { return "this runs in the background" }
        return nil
    }

    private mutating func converse(
        _ line: TerminalLine, _ questions: Questions, _ isUnicode: Bool, _ patience: Duration
    ) {
        let first = line.answers(to: questions.sequences.bytes, within: patience)
        for reply in first.replies { facts.adopt(reply) }
        outcome = first.isComplete ? .answered : .silent
        // Who needed most of the time is not asked a second batch: its answer might come when nobody reads any more.
        guard isUnicode, first.isComplete, first.took < patience / 2, first.cursorColumn == 1 else { return }
        let trial =
            Array("▀".utf8) + TerminalSequence.askCursor.bytes + [0x0D]
            + [TerminalSequence.eraseToEndOfRow, .askDeviceAttributes].bytes
        guard let column = line.answers(to: trial, within: patience).cursorColumn else { return }
        ambiguousWidth = (2...3).contains(column) ? column - 1 : nil  // bytes shown one by one take three
    }

    /// Runs `body` while the line is raw and no signal can end or stop us.
    @MainActor
    private static func withRawLine(
        _ descriptor: Int32, _ modes: TerminalModes, _ body: () -> Void
    ) throws(TerminalError) {
        var (blocked, before) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        for signal in heldSignals { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let isArmed = modes.withOriginal { halftone_restore_install(descriptor, [], 0, $0) == 0 }
        guard isArmed, modes.setForKeys(descriptor) else {
            halftone_restore_disarm()
            throw .system(call: isArmed ? "tcsetattr" : "dup", errno: errno)
        }
        body()
        modes.restore(descriptor)
        halftone_restore_disarm()
    }
}

/// A terminal that is asked and listened to. Its line is raw.
private struct TerminalLine {
    let descriptor: Int32
    let time: any TimeSource

    struct Answers {
        var replies: [TerminalReply] = []
        /// From 1 on, as the last report of the cursor has it.
        var cursorColumn: Int?
        /// DA1 came.
        var isComplete: Bool { replies.contains(.deviceAttributes) }
        var took = Duration.zero
    }

    /// Sends questions, the last of which is DA1, and listens until that is answered or the time is over.
    func answers(to questions: [UInt8], within limit: Duration) -> Answers {
        let start = time.now
        var (answers, decoder, received) = (Answers(), KeyDecoder(), [UInt8]())
        guard halftone_write_bounded(descriptor, questions, questions.count, Int32(limit / .milliseconds(1))) else {
            return answers
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !answers.isComplete {
            let left = start + limit - time.now
            guard left > .zero, !isInterrupted else { break }
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&input, 1, Int32(min(left, Self.glance) / .milliseconds(1)) + 1)
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            let count = ready > 0 ? read(descriptor, &bytes, bytes.count) : -1
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { break }  // it went away
            received += bytes.prefix(count)
            answers.replies += decoder.decode(bytes.prefix(count)).compactMap { event in
                if case .reply(let reply) = event { reply } else { nil }
            }
        }
        answers.cursorColumn = CursorReport.lastColumn(in: received)
        answers.took = time.now - start
        return answers
    }

    /// How long it listens before it looks for a signal again.
    private static let glance = Duration.milliseconds(50)

    /// Whether a signal that would end or stop us waits until the line is as before.
    private var isInterrupted: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return TerminalInquiry.heldSignals.contains { sigismember(&pending, $0) == 1 }
    }
}

/// CPR, `ESC [ row ; column R`. Not among the decoder's replies, because there it may also be F3 with a modifier.
enum CursorReport {
    /// The column in the last report among `bytes`, counted from 1; `nil` without one.
    static func lastColumn(in bytes: [UInt8]) -> Int? {
        var column: Int?
        for part in bytes.split(separator: 0x1B) where part.first == UInt8(ascii: "[") {
            guard let end = part.firstIndex(of: UInt8(ascii: "R")) else { continue }
            let fields = part[(part.startIndex + 1)..<end].split(
                separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            guard fields.count == 2, fields[0].count <= 6, fields[1].count <= 6,
                Int(String(decoding: fields[0], as: UTF8.self)) != nil,
                let number = Int(String(decoding: fields[1], as: UTF8.self)), number > 0
            else { continue }
            column = number
        }
        return column
    }
}
