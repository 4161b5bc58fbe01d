import Glibc
import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that mount a file system in a name space of their own.
    static var mounts: Self {
        .enabled(if: Halftone.canMount, "name spaces of users are forbidden here, as in a container without SYS_ADMIN")
    }
}

extension Halftone {
    fileprivate static let canMount = system("unshare --user --map-root-user --mount true 2>/dev/null") == 0

    private static let prompt = "ready> "

    /// Waits for the shell's prompt.
    func seePrompt() throws {
        try see("the prompt") { !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == Self.prompt.count }
    }

    /// Runs a shell command with a file system at `place`, in memory and with these options, which ends with the
    /// command. Returns the exit of the shell, which is that of the command.
    @discardableResult
    static func run(
        _ command: String, mounting options: String, at place: String, folder: TemporaryDirectory,
        _ body: @escaping @Sendable (Halftone) throws -> Void
    ) async throws -> ChildProcess.Exit {
        #expect(mkdir(place, 0o700) == 0)
        return try await run(
            [], columns: 200, rows: 40, environment: ["PS1": prompt], folder: folder, inShell: true
        ) { halftone in
            try halftone.seePrompt()
            let mount = "mount -t tmpfs -o \(options) tmpfs \(place)"
            try halftone.press("unshare --user --map-root-user --mount sh -c '\(mount) && exec \(command)'\n")
            try body(halftone)
            try halftone.seePrompt()
            try halftone.press("exit\n")
            return try halftone.process.waitForExit(on: halftone.terminal)
        }
    }
}
