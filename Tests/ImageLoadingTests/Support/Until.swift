/// Lets others work until `condition` holds, or until the test's time is over and its task is cancelled.
func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
