/// `halftone print` of one file beside the peers, whole processes that write into a pipe which is emptied all the time.
@MainActor
struct PrintedPicture {
    let name: String
    let work: String
    let path: String
    let session: BenchmarkSession

    /// The box that all of them fit the picture into.
    private static let box = "80x40"

    /// Each in color, half a cell a pixel where it can; jp2a cannot, and prints 80x27 characters.
    static let viewers: [(name: String, arguments: (String) -> [String])] = [
        ("chafa", { ["--format", "symbols", "--symbols", "vhalf", "--colors", "full", "--size", box, $0] }),
        ("timg", { ["-g" + box, "-ph", $0] }),
        ("jp2a", { ["--colors", "--fill", "--size=80x27", $0] }),
        ("catimg", { ["-w", "160", "-r", "2", $0] }),
    ]

    /// The command that prints it with our program.
    func ours(fidelity: String = "fast") throws -> Command {
        Command(
            try session.programs.halftone(),
            ["print", "--fidelity", fidelity, "--size", Self.box, "--colors", "24bit", path])
    }

    struct Result {
        let ours: [ChildProcess.Cost]
        var others: [(name: String, costs: [ChildProcess.Cost])]
        /// How like an exact reduction each program's output is, in dB, by its name.
        var likeness: [String: Double] = [:]
    }

    /// Costs of ours, of every viewer that is installed, and of what else is given.
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

    /// What was printed, beside an exact reduction.
    private func likeness(_ commands: some Sequence<(name: String, command: Command)>) throws -> [String: Double] {
        let judge = try ExactReduction(TemporaryDirectory.bytes(of: path))
        var result: [String: Double] = [:]
        for (name, command) in commands {
            guard let output = try? ChildProcess.output(of: command) else { continue }
            result[name] = judge.likeness(of: PrintedPixels(output))
        }
        return result
    }

    /// One row for every other program; of the viewers the fastest one has the goal. Then processor time beside it.
    ///
    /// The fastest is the one whose ratio is the worst for us: rounds disturb ratios less than they disturb times.
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
