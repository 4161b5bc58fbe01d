import Glibc
import Pixels
import TerminalScreen
import TestSupport
import Testing

/// `halftone print` of animations.
@Suite(.endsInTime) struct AnimationTests {
    let folder = TemporaryDirectory()

    private func animation(loops: UInt8, hundredths: UInt8 = 3) -> String {
        folder.write(BlinkingGIF.bytes(loops: loops, hundredths: hundredths), to: "blink.gif")
    }

    private static func background(_ halftone: Halftone) -> RGB? { halftone.emulator[2, 1].background }

    /// Whether the terminal is restored, and the shell's next output is below the picture.
    private static func isGivenBack(_ halftone: Halftone) -> Bool {
        halftone.isTerminalGivenBack && halftone.emulator.cursor == CellPoint(column: 0, row: 4)
            && halftone.emulator[0, 4].background == nil
    }

    @Test func `an animation ends with its last loop`() async throws {
        try await Halftone.run(["print", "--animate", "--title", "%b", animation(loops: 2)]) { halftone in
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(0))
            // The last frame stays, with the title under it.
            #expect(Self.background(halftone) == RGB(0, 0, 255))
            #expect(halftone.emulator.text(row: 4).hasPrefix("blink.gif"))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    /// Regression: damage in any frame but the first was never reported.
    @Test func `damage in a later frame is reported once, when the animation has ended`() async throws {
        let path = folder.write(BlinkingGIF.withDamagedFrame(loops: 3, hundredths: 1), to: "damaged.gif")
        try await Halftone.run(["print", "--animate", path], columns: 160) { halftone in
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(0))
            let said = "halftone: \(path): frame 2: the picture is damaged: 50 % of it shown"
            #expect(halftone.screen.split(separator: said, omittingEmptySubsequences: false).count == 2)
            #expect(halftone.screen.split(separator: "halftone: ", omittingEmptySubsequences: false).count == 2)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `an interrupted animation restores the terminal`(signal: Int32) async throws {
        let path = animation(loops: 0)
        try await Halftone.run(["print", "--animate", path]) { halftone in
            // given an endless animation of which both frames have been seen, without a cursor
            for color in [RGB(255, 0, 0), RGB(0, 0, 255), RGB(255, 0, 0)] {
                try halftone.see("a frame") { Self.background($0) == color }
            }
            #expect(!halftone.emulator.isCursorVisible)
            #expect(!halftone.terminal.modes.echoes)
            // when it is ended, from the keyboard or by a signal
            if signal == SIGINT { try halftone.press("\u{3}") } else { halftone.process.signal(signal) }
            // then it ends by that signal, and the terminal is restored
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .signal(signal))
            #expect(Self.isGivenBack(halftone), "the cursor is at \(halftone.emulator.cursor)")
        }
    }

    /// Regression: signals were still caught after the animation, and not handled.
    @Test func `Ctrl-C ends the program while it waits for the picture after an animation`() async throws {
        let (path, pipe) = (animation(loops: 1), try NamedPipe(folder.path + "/pipe"))
        try await Halftone.run(["print", "--animate", path, pipe.path]) { halftone in
            // given an animation that has ended, and a picture that does not arrive
            try halftone.see("the last frame, left alone") {
                Self.background($0) == RGB(0, 0, 255) && $0.emulator.isCursorVisible
            }
            let writer = try pipe.openWriter()
            defer { close(writer) }
            // when
            try halftone.press("\u{3}")
            // then
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .signal(SIGINT))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test func `an animation is fitted to a window that changes, with its title under it`() async throws {
        let path = animation(loops: 0)
        let arguments = ["print", "--animate", "--title", "%b %wx%h", path]
        // The picture alone would fill the window except for the line of the prompt.
        try await Halftone.run(arguments, columns: 40, rows: 5) { halftone in
            // given both frames have been seen above the title
            for color in [RGB(255, 0, 0), RGB(0, 0, 255), RGB(255, 0, 0)] {
                try halftone.see("a frame above its title") {
                    $0.emulator[2, 1].background == color && $0.emulator.text(row: 3).hasPrefix("blink.gif 8x8")
                }
            }
            // when the window becomes narrower than the title
            halftone.terminal.resize(columns: 4, rows: 5)
            halftone.emulator.resize(CellSize(columns: 4, rows: 5))
            // then the title is cut, and stands under the smaller picture
            for color in [RGB(255, 0, 0), RGB(0, 0, 255)] {
                try halftone.see("a smaller frame above its title") {
                    $0.emulator[3, 1].background == color && $0.emulator.text(row: 2).hasPrefix("bli")
                }
            }
            try halftone.press("\u{3}")
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .signal(SIGINT))
            #expect(halftone.isTerminalGivenBack)
            #expect(halftone.emulator.cursor.column == 0)
        }
    }

    @Test func `an animation is suspended and continued`() async throws {
        let path = animation(loops: 0)
        let program = Halftone.program
        try await Halftone.run([], environment: ["PS1": "$ "], inShell: true) { halftone in
            // Input before the prompt is lost when the shell takes the terminal.
            try halftone.see("the prompt") { $0.emulator.cursor.column == 2 }
            try halftone.press("\(program) print --animate \(path)\n")
            let isPlaying = { (halftone: Halftone) in !halftone.emulator.isCursorVisible }
            try halftone.see("the animation", isPlaying)
            // when it is stopped, the shell has its terminal
            try halftone.press("\u{1A}")
            try halftone.see("Stopped")
            try halftone.see("the cursor") { $0.emulator.isCursorVisible }
            // and continued, it plays again below
            try halftone.press("fg\n")
            try halftone.see("the animation", isPlaying)
            try halftone.press("\u{3}")
            try halftone.see("the cursor") { $0.emulator.isCursorVisible }
        }
    }

    @Test func `a still among animations is printed`() async throws {
        let still = folder.write(FlatPicture.png(8, 8, (0, 200, 0)), to: "still.png")
        let path = animation(loops: 0)
        // An endless animation that is not the last one is played once.
        try await Halftone.run(["print", "--animate", path, still]) { halftone in
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(0))
            #expect(halftone.emulator[2, 1].background == RGB(0, 0, 255))
            #expect(halftone.emulator[2, 5].background == RGB(0, 200, 0))
        }
    }
}
