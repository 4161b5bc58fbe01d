/// The main loop's interface to the view that fills the window.
@MainActor
package protocol LoopRoot: AnyObject {
    /// Called for requests that only the main loop can fulfill.
    var didAsk: @MainActor (TerminalApplication.Request) -> Void { get set }
}
