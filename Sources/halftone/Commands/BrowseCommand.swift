import Basis
import Glibc
import ImageFeeds
import ImageLab
import ImageLoading
import TerminalScreen

/// `halftone [browse] [SOURCE...]`: the gallery.
@MainActor
struct BrowseCommand {
    let options: BrowseOptions
    let sources: [FeedSource]

    /// Runs until the user quits. Returns only when the gallery could not begin.
    func run() -> Int32 {
        if sources.contains(.standardInput), isatty(STDIN_FILENO) == 1 {
            Output.complain("-: a list on standard input is wanted, but that is the terminal; pipe one into it")
            return 2
        }
        do {
            let trace = try options.common.makeTrace()
            let lab = try sources.isEmpty ? startLab() : nil
            var sessionOptions = TerminalSession.Options()
            sessionOptions.colors = options.common.colors
            let session = try TerminalSession(options: sessionOptions)
            GalleryRun(options: options, sources: sources, session: session, trace: trace, lab: lab).run()
        } catch {
            Output.complain("\(error)")
            return 2
        }
    }

    /// The server of the demo feed.
    private func startLab() throws(LabError) -> LabServer {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        return server
    }
}
