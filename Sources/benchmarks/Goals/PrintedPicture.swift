/// A comparison of `halftone print` of one file with other viewers, as whole processes that write into a pipe.
@MainActor
struct PrintedPicture {
    let name: String
    let work: String
    let path: String
    let session: BenchmarkSession

    /// The box of cells into which every program fits the picture.
    private static let box = "80x40"

    /// All in color with half a cell per pixel, except jp2a, which has no half blocks and prints 80x27 characters.
    static let viewers: [(name: String, arguments: (String) -> [String])] = [
        ("chafa", { ["--format", "symbols", "--symbols", "vhalf", "--colors", "full", "--size", box, $0] }),
        ("timg", { ["-g" + box, "-ph", $0] }),
        ("jp2a", { ["--colors", "--fill", "--size=80x27", $0] }),
        ("catimg", { ["-w", "160", "-r", "2", $0] }),
    ]

    /// Returns the command that prints the picture with Halftone.
    func ours(fidelity: String = "fast") throws -> Command {
        Command(
            try session.programs.halftone(),
            ["print", "--fidelity", fidelity, "--size", Self.box, "--colors", "24bit", path])
    }

    struct Result {
        let ours: [ChildProcess.Cost]
        var others: [(name: String, costs: [ChildProcess.Cost])]
        /// The fidelity of each program's output in dB, by the program's name.
        var likeness: [String: Double] = [:]
    }

    /// Measures the costs of Halftone, of all installed viewers and of `extra`.
    func measure(beside extra: [(name: String, command: Command)] = []) throws -> Result {
        var commands = [(name: "halftone", command: try ours())]
        for viewer in Self.viewers {
            guard let program = session.programs.peer(viewer.name) else { continue }
            commands.append((viewer.name, Command(program, viewer.arguments(path))))
        }
        commands += extra
        var subjects: [Subject<ChildProcess.Cost>] = []
        for (name, command) in commands {
            do {
                _ = try ChildProcess.run(command)  // also warms the page cache
                subjects.append(Subject(name: name) { try ChildProcess.run(command) })
            } catch  where name != "halftone" {
                session.note("\(self.name): not compared with \(name): \(error)")
            }
        }
        let costs = try Rounds.interleave(session.runs, subjects)
        return Result(
            ours: costs[0], others: zip(subjects, costs).dropFirst().map { ($0.name, $1) },
            likeness: try likeness(commands.dropLast(extra.count)))
    }

    /// Returns the fidelity of each command's output, compared with an exact reduction.
    private func likeness(_ commands: some Sequence<(name: String, command: Command)>) throws -> [String: Double] {
        let judge = try ExactReduction(TemporaryDirectory.bytes(of: path))
        var result: [String: Double] = [:]
        for (name, command) in commands {
            guard let output = try? ChildProcess.output(of: command) else { continue }
            result[name] = judge.likeness(of: PrintedPixels(output))
        }
        return result
    }

    /// Returns one row for each other program, and one for processor time. The goal applies to the fastest viewer.
    ///
    /// The fastest is the one with the worst ratio for Halftone, because ratios are less noisy than times.
    func findings(_ result: Result, goal: Finding.Goal, except: Set<String> = []) -> [Finding] {
        let viewers = result.others.filter { !except.contains($0.name) }
        let ours = Self.wall(result.ours)
        let fastest = viewers.max {
            ours.ratio(to: Self.wall($0.costs)).median < ours.ratio(to: Self.wall($1.costs)).median
        }?.name
        var rows = viewers.map { viewer in
            var row = finding("wall", Self.wall, result.ours, viewer, viewer.name == fastest ? goal : nil)
            row.likeness = result.likeness["halftone"].map { ($0, result.likeness[viewer.name]) }
            return row
        }
        if let viewer = viewers.first(where: { $0.name == fastest }) {
            rows.append(finding("processor time", Self.processor, result.ours, viewer, nil))
        }
        return rows
    }

    func finding(
        _ clock: String, _ quantity: ([ChildProcess.Cost]) -> Measurement, _ ours: [ChildProcess.Cost],
        _ other: (name: String, costs: [ChildProcess.Cost]), _ goal: Finding.Goal?
    ) -> Finding {
        Finding(
            name: name, work: "\(work), \(clock)", ours: quantity(ours), other: (other.name, quantity(other.costs)),
            goal: goal)
    }

    static func wall(_ costs: [ChildProcess.Cost]) -> Measurement { Measurement(costs.map(\.seconds), .seconds) }

    static func processor(_ costs: [ChildProcess.Cost]) -> Measurement {
        Measurement(costs.map(\.processorSeconds), .seconds)
    }
}
