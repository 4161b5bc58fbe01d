/// What `halftone config` understands.
struct ConfigOptions {
    var common = CommonOptions()
    var printsDefault = false

    static var specs: [OptionSpec<ConfigOptions>] {
        [
            OptionSpec("print-default", help: "print a config file to begin with") { (target, _) throws(UsageError) in
                target.printsDefault = true
            }
        ] + CommonOptions.specs(\.common)
    }
}
