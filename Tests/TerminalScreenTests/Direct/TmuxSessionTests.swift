import Glibc
import Pixels
@testable import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// The random sessions, judged by tmux.
@Suite(.serialized, .endsInTime, .slow) @MainActor struct TmuxSessionTests {
    private nonisolated static let size = CellSize(columns: 60, rows: 18)

    @Test(arguments: UInt64(21)...24, [RowErasure.none, .colored])
    func `tmux keeps the canvas after a session`(_ seed: UInt64, _ erasure: RowErasure) async throws {
        var session = RandomSession(size: Self.size, seed: seed)
        session.keepsSize = true
        let presenter = DirectColorPresenter(size: Self.size)
        presenter.options.erasure = erasure
        var bytes: [UInt8] = []
        for _ in 0..<60 {
            if session.step() == .invalidate { presenter.invalidate() }
            bytes += presenter.present(session.canvas)
        }
        #expect(bytes.scrolls, "the session tried no scrolling")
        let (stream, canvas) = (bytes, session.canvas)
        try await PseudoTerminal().driven { _ in
            let folder = TemporaryDirectory()
            let file = folder.write(stream, to: "bytes")
            // Output processing is off: the stream has its own carriage returns.
            let script = "stty -opost -echo; cat \(file); tmux -S \(folder.path)/tmux wait-for -S drawn; cat"
            let tmux = try Tmux(["sh", "-c", script], size: Self.size, folder: folder.path)
            defer { tmux.end() }
            try tmux.wait(for: "drawn")
            // The signal arrives on another socket than the bytes: the last of them may not have arrived.
            try tmux.wait(for: "the canvas of seed \(seed), \(erasure)") { $0.firstDifference(from: canvas) }
        }
    }
}
