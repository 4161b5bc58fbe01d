import LoopTestSupport
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import GalleryScreens
@testable import LabScreens
@testable import ScreenKit

/// Status messages of a footer, with a simulated clock.
@Suite(.endsInTime) @MainActor struct StatusMessageTests {
    private let stage = LoopStage()
    /// Takes 1.8 s to read.
    private static let long = "the Lab's news, in a longer sentence"

    private func put(_ footer: View, row: Int) {
        footer.frame = CellRect(column: 0, row: row, columns: 40, rows: 1)
        stage.root.addSubview(footer)
    }

    /// The last two rows of the screen: the Lab's footer and the gallery's.
    private var rows: [String] { [8, 9].map { stage.terminal.emulator.text(row: $0).trimmingSpaces } }

    @Test func `a notice is shown for 1.5 s, a long one as long as it takes to read it`() {
        let (footer, labs) = (Footer<Action>(), Footer<LabAction>())
        put(footer, row: 9)
        put(labs, row: 8)
        stage.start()
        stage.at(.seconds(1)) {
            footer.flash("the news")
            labs.flash(Self.long)
        }
        stage.run(until: .milliseconds(2499))
        #expect(rows == [Self.long, "the news"])
        stage.run(until: .milliseconds(2520))
        #expect(rows == [Self.long, ""])
        stage.run(until: .milliseconds(2799))
        #expect(rows == [Self.long, ""])
        stage.run(until: .milliseconds(2820))
        #expect(rows == ["", ""])
    }

    /// Regression: the message expired before it was visible.
    @Test func `a message that is set while the terminal does not keep up is shown when it does`() {
        let (footer, labs) = (Footer<Action>(), Footer<LabAction>())
        put(footer, row: 9)
        put(labs, row: 8)
        stage.start()
        // given a terminal that stops reading in the middle of a frame
        stage.at(.seconds(1)) { [stage] in
            stage.isReading = false
            stage.root.noise = 1
        }
        // when a message is set, and a minute later the terminal reads again
        stage.at(.seconds(2)) {
            footer.flash("the news")
            labs.flash(Self.long)
        }
        stage.at(.seconds(62)) { [stage] in stage.isReading = true }
        stage.run(until: .seconds(63))
        #expect(rows == [Self.long, "the news"])
        // then it is shown for its whole time
        stage.run(until: .seconds(70))
        #expect(rows == ["", ""])
        #expect(stage.fault == nil)
    }
}
