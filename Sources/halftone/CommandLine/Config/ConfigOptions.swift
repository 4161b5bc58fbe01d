/// What `halftone config` understands.
struct ConfigOptions {
    var printsDefault = false
    var showsHelp = false

    static var specs: [OptionSpec<ConfigOptions>] {
        [
            OptionSpec("print-default", help: "print a config file to begin with") { (target, _) throws(UsageError) in
                target.printsDefault = true
            },
            OptionSpec("help", short: "h", help: "say how the command is used") { (target, _) throws(UsageError) in
                target.showsHelp = true
            },
        ]
    }
}
