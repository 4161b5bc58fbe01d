import HalftoneCore
import Transfer

extension ImageDownloader {
    /// Adds a download to the queue. It may start before this returns.
    func enqueue(_ job: DownloadJob) {
        changeQueue { state in
            guard let priority = job.priority else { return }  // it ended meanwhile
            state.jobs[job.id] = job
            state.queue.enter(job.id, priority: priority, continuesInBackground: job.continuesInBackground)
        }
    }

    /// Removes a download from the queue, or frees its slot. Forgets the download if it has ended.
    func leave(_ job: DownloadJob) {
        changeQueue { state in
            state.queue.leave(job.id)
            if job.isEnded { state.jobs[job.id] = nil }
        }
    }

    /// Applies the present priority of a job: another thread may have changed it since the caller did.
    func applyPriority(of job: DownloadJob) {
        changeQueue { state in
            if let priority = job.priority { state.queue.setPriority(priority, of: job.id) }
        }
    }

    /// Changes the queue, then starts all downloads that may start.
    ///
    /// One thread at a time runs the loop: a download that ends at once would otherwise start the next from inside its
    /// own start, and ten thousand of them would need as deep a stack. Other callers may return, because the loop
    /// checks the queue again before it stops.
    func changeQueue(_ change: (inout State) -> Void) {
        let isAlone = state.withLock { state in
            change(&state)
            defer { state.isStarting = true }
            return !state.isStarting
        }
        guard isAlone else { return }
        while let job = takeNext() { job.begin() }
    }

    /// Returns the next download to start, or `nil`, which ends the loop of `changeQueue`. The lock under which none was
    /// found also covers the end of the loop, so that no start is missed.
    private func takeNext() -> DownloadJob? {
        state.withLock { state in
            while let id = state.queue.next() {
                if let job = state.jobs[id] { return job }
                state.queue.leave(id)  // cannot happen: jobs are stored until they leave
            }
            state.isStarting = false
            return nil
        }
    }
}
