import HalftoneCore
import Glibc
import OptionParsing

/// Runs the requested benchmarks, prints the result and returns the exit status.
@MainActor
func run(_ options: Options, _ names: [String]) throws -> Int32 {
    if options.showsHelp { return print(Options.help) }
    let known = Benchmark.all + Benchmark.onRequest
    if options.lists { return print(known.map { "\($0.name)\t\($0.summary)" }.joined(separator: "\n")) }
    let wanted = (names + (options.isAgainstPeers ? Benchmark.againstPeers.map(\.name) : [])).map {
        $0.lowercased()
    }
    if let unknown = wanted.first(where: { name in !known.contains { $0.name.lowercased() == name } }) {
        throw Failure("no benchmark '\(unknown)'; see --list")
    }
    let benchmarks = wanted.isEmpty ? Benchmark.all : known.filter { wanted.contains($0.name.lowercased()) }
    let load = Machine.load
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let session = BenchmarkSession(
        programs: Programs(), directory: directory, runs: options.runs, seconds: options.seconds)
    if !Machine.isOptimized { session.note("this is a debug build: its measurements mean nothing") }
    let findings = benchmarks.flatMap { benchmark in
        if !options.printsJSON { Output.printError("\(benchmark.name): \(benchmark.summary)") }
        return session.findings(of: benchmark)
    }
    let machine = Machine.description(loadBefore: load)
    if options.printsJSON {
        let document = FindingsDocument(
            machine: machine, peers: session.programs.peers, findings: findings, notes: session.notes)
        return print(try document.text())
    }
    let heading = ["Machine: " + machine, "Peers: " + session.programs.summary, ""]
    return print((heading + Table(findings: findings).lines + session.notes).joined(separator: "\n"))
}

@MainActor
func print(_ text: String) -> Int32 {
    Output.line(text)
    return 0
}

signal(SIGPIPE, SIG_IGN)
do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == [PictureServer.argument] { try PictureServer.serve() }
    var options = Options()
    let names = try OptionParser(Options.rows).parse(arguments.map { FilePath($0) }, into: &options)
    exit(try run(options, names.map(\.text)))
} catch {
    Output.printError("\(error)")
    exit(2)
}
