import Glibc
import HalftoneCore
import OptionParsing

/// Runs the requested benchmarks, and prints the result.
@MainActor
func run(_ options: Options, _ names: [String]) throws {
    if let unknown = names.first(where: { name in !Benchmark.all.contains { $0.name == name } }) {
        throw Failure("no measurement '\(unknown)'; see --help")
    }
    let heading = "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, load \(load()) before"
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let session = BenchmarkSession(options, directory: directory)
    #if DEBUG
        session.note("this is a debug build: its measurements mean nothing")
    #endif
    let benchmarks = Benchmark.all.filter { names.isEmpty || names.contains($0.name) }
    let findings = benchmarks.flatMap { benchmark in
        Output.printError("\(benchmark.name): \(benchmark.summary)")
        return session.findings(of: benchmark)
    }
    Output.line(([heading, ""] + Table(findings: findings).lines + session.notes).joined(separator: "\n"))
}

/// Returns the load average of the last minute: above half of the cores, times are noisy, ratios less so.
func load() -> String {
    var load = 0.0
    getloadavg(&load, 1)
    return Measurement.digits(load, least: 1)
}

signal(SIGPIPE, SIG_IGN)
do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == [PictureServer.argument] { try PictureServer.serve() }
    var options = Options()
    let names = try OptionParser(Options.rows).parse(arguments.map { FilePath($0) }, into: &options).operands
    if options.showsHelp { Output.line(Options.help) } else { try run(options, names.map(\.text)) }
} catch {
    Output.printError("\(error)")
    exit(2)
}
