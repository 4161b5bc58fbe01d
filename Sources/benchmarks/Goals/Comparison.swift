/// A comparison of `halftone print` with peers on the same files, as whole processes that write into a pipe.
@MainActor
struct Comparison {
    let work: String
    let paths: [String]
    let session: BenchmarkSession
    /// The measured part of a process's costs.
    var quantity: KeyPath<ChildProcess.Cost, Double> = \.seconds

    /// Returns the command that prints a file with Halftone.
    static func halftone(_ path: String) throws -> Command {
        let options = ["print", "--fidelity", "fast", "--size", Peer.box, "--colors", "24bit"]
        return Command(try Programs.halftone(), options + [path])
    }

    /// Returns a row for each installed peer that can read the files. `goal` returns the goal beside a peer.
    func findings(beside peers: [Peer], goal: (Peer) -> Goal?) throws -> [Finding] {
        let ours = try paths.map { try Self.halftone($0) }
        var subjects = [Subject(name: "halftone") { try cost(of: ours) }]
        var present: [Peer] = []
        for peer in peers {
            do {
                let program = try Programs.installed(peer.name)
                let commands = paths.map { Command(program, peer.arguments($0)) }
                _ = try cost(of: commands)
                present.append(peer)
                subjects.append(Subject(name: peer.name) { try cost(of: commands) })
            } catch {
                session.note("\(work): not compared with \(peer.name): \(error)")
            }
        }
        let times = try Rounds.times(session.rounds, subjects)
        return zip(present, times.dropFirst()).map { peer, time in
            Finding(work: work, ours: times[0], other: (peer.name, time), goal: goal(peer))
        }
    }

    private func cost(of commands: [Command]) throws -> Double {
        try commands.reduce(0) { $0 + (try ChildProcess.run($1))[keyPath: quantity] }
    }
}
