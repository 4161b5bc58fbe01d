import Basis
import ImageFeeds

/// The program: finds the command and runs it.
@MainActor
enum Program {
    /// Runs a command line without the program's name, byte for byte, and returns the exit status: 0 all well, 1 some failed,
    /// 2 all failed or wrong usage.
    static func run(_ arguments: [FilePath]) -> Int32 {
        do throws(UsageError) {
            return try dispatch(arguments)
        } catch {
            Output.complain("\(error); see halftone --help")
            return 2
        }
    }

    private static func dispatch(_ arguments: [FilePath]) throws(UsageError) -> Int32 {
        switch arguments.first {
        case "--version":
            return Output.print("halftone \(Help.version)\n") ? 0 : 1
        case "--completions":  // not in the help: what made the files that are installed
            guard let shell = arguments.dropFirst().first.flatMap({ Completions(rawValue: $0.text) }) else {
                throw UsageError("--completions is one of bash, zsh, fish")
            }
            return Output.print(shell.script) ? 0 : 1
        case "--manual-keys":  // the same for the manual page
            return Output.print(KeyHelp<Action>.manualWithSections + KeyHelp<LabAction>.manual) ? 0 : 1
        case "help":
            guard let name = arguments.dropFirst().first else { return help(.browse) }
            guard let command = Command(rawValue: name.text) else {
                throw UsageError("no command '\(PublicAddress(name.text))'")
            }
            return help(command)
        default:
            break
        }
        let command = arguments.first.flatMap { Command(rawValue: $0.text) }
        let rest = command == nil ? arguments : Array(arguments.dropFirst())
        switch command ?? .browse {
        case .browse:
            var options = BrowseOptions()
            let sources = try read(rest, into: &options, BrowseOptions.specs, \.common).map { FeedSource(argument: $0) }
            if options.common.showsHelp { return help(.browse) }
            try options.common.checkTrace(besides: sources)
            return refusal(.gallery) ?? BrowseCommand(options: options, sources: sources).run()
        case .print:
            var options = PrintOptions()
            let images = try read(rest, into: &options, PrintOptions.specs, \.common).map { FeedSource(argument: $0) }
            if options.common.showsHelp { return help(.print) }
            guard !images.isEmpty else { throw UsageError("print needs at least one IMAGE") }
            try options.check()
            try options.common.checkTrace(besides: images)
            let needs = PrintCommand.needs(of: images, options)
            if let status = refusal(needs) { return status }
            return try PrintCommand(options: options, images: images).run()
        case .cache:
            var options = CacheOptions()
            let verbs = try read(rest, into: &options, CacheOptions.specs, \.common)
            if options.common.showsHelp { return help(.cache) }
            try options.common.refuseTrace(of: "cache")
            return try CacheCommand(options: options).run(verbs.map(\.text))
        case .doctor:
            var options = DoctorOptions()
            let operands = try read(rest, into: &options, DoctorOptions.specs, \.common)
            if options.common.showsHelp { return help(.doctor) }
            guard operands.isEmpty else { throw UsageError("doctor takes no '\(PublicAddress(operands[0].text))'") }
            try options.common.refuseTrace(of: "doctor")
            return DoctorCommand(options: options).run()
        case .lab:
            var options = LabOptions()
            let operands = try read(rest, into: &options, LabOptions.specs, \.common, settings: LabOptions.settings)
            if options.common.showsHelp { return help(.lab) }
            guard operands.isEmpty else { throw UsageError("lab takes no '\(PublicAddress(operands[0].text))'") }
            if let status = refusal(.gallery) { return status }
            return try LabCommand(options: options).run()
        case .config:
            var options = ConfigOptions()
            // Not by way of the file: this is what helps where that is wrong.
            let operands = try OptionParser(specs: ConfigOptions.specs).parse(rest, into: &options)
            if options.common.showsHelp { return help(.config) }
            guard options.printsDefault, operands.isEmpty else { throw UsageError("config needs --print-default") }
            try options.common.refuseTrace(of: "config")
            return ConfigCommand(options: options).run()
        case .trace:
            var options = TraceOptions()
            let operands = try read(rest, into: &options, TraceOptions.specs, \.common)
            if options.common.showsHelp { return help(.trace) }
            try options.common.refuseTrace(of: "trace")
            return try TraceCommand(options: options).run(operands)
        }
    }

    /// Says what the system lacks, and returns the exit status; `nil` if it lacks nothing.
    private static func refusal(_ needs: StartingNeeds) -> Int32? {
        guard let shortage = needs.shortage() else { return nil }
        Output.complain(shortage)
        return 2
    }

    /// Reads the options of a command: first those of the config file, which those of the command line win over.
    /// `settings` are the options that the file has a say in; without it, all of them.
    private static func read<Target>(
        _ arguments: [FilePath], into target: inout Target, _ specs: [OptionSpec<Target>],
        _ common: WritableKeyPath<Target, CommonOptions>, settings: [OptionSpec<Target>]? = nil
    ) throws(UsageError) -> [FilePath] {
        let parser = OptionParser(specs: specs)
        var asked = target
        let operands = try parser.parse(arguments, into: &asked)
        // Whoever asks for help gets it, whatever the file says.
        guard !asked[keyPath: common].showsHelp, let file = try ConfigFile(asked[keyPath: common].configPath) else {
            target = asked
            return operands
        }
        try file.apply(to: &target, settings ?? specs)
        target[keyPath: common].settingsPath = file.path
        return try parser.parse(arguments, into: &target)
    }

    private static func help(_ command: Command) -> Int32 {
        Output.print(Help.text(for: command) + "\n") ? 0 : 1
    }
}
