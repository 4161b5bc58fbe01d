import ImageLab
import TerminalScreen
import TerminalViews

/// What drives the Lab: the main loop on a terminal, or one that shows its frames to nobody. Scripts cannot tell them apart.
@MainActor
protocol LabLoop: AnyObject {
    /// How fast time passes for the views.
    var pace: Pace { get set }
    /// Called at the end of every turn; returns when it wants another one at the latest.
    var didTurn: @MainActor (_ now: Duration) -> Duration? { get set }
    /// The last frame that was drawn.
    var canvas: Canvas? { get }
    /// Starts. `didEnd` is called once.
    func start(didEnd: @escaping @MainActor (MainLoop.End) -> Void)
    /// Where everything that comes in from outside goes on to the views.
    func handle(_ event: InputEvent)
    func end(_ end: MainLoop.End)
}

extension LabLoop {
    /// Lets the driver play its script, and the Lab's instruments go on by the clock on the wall: slow motion is for
    /// what they watch.
    func watch(_ screen: LabScreen, with driver: ScriptDriver?) {
        didTurn = { [unowned screen] now in
            [driver?.turn(at: now), screen.nextLook(at: now)].compactMap(\.self).min()
        }
    }
}

extension MainLoop: LabLoop {}
