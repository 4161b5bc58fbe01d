import CSystem
import Glibc
import ImageLab
import TerminalScreen

struct LabOptions {
    var common = CommonOptions()
    var serves = false
    var port: UInt16 = 0

    static var specs: [OptionSpec<LabOptions>] {
        [
            OptionSpec("serve", help: "run the server alone") { (target, _) throws(UsageError) in target.serves = true
            },
            OptionSpec("port", argument: "N", help: "listen there; any free port by default") {
                (target, value) throws(UsageError) in
                guard let port = UInt16(value) else { throw UsageError("--port is a number up to 65535") }
                target.port = port
            },
        ] + CommonOptions.specs(\.common)
    }
}

/// `halftone lab --serve`: the fault server by itself, until it is interrupted.
struct LabCommand {
    let options: LabOptions

    func run() throws(UsageError) -> Int32 {
        guard options.serves else { throw UsageError("lab needs --serve") }
        let server = LabServer(
            pictures: DemoPictures.all(), configuration: LabServer.Configuration(port: options.port))
        do throws(LabError) {
            try server.start()
        } catch {
            Output.complain("lab: \(error)")
            return 2
        }
        Output.print(server.baseURL + "\n")
        // The signals that end us are taken one by one, on this thread, instead of interrupting it.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        var received: Int32 = 0
        sigwait(&signals, &received)
        server.stop()
        return 0
    }
}
