import HalftoneCore
import Glibc
import TestSupport
import Testing

@testable import ImageLoading

/// The kernel's memory limits and memory pressure events.
@Suite(.endsInTime) struct MemoryPressureTests {
    // MARK: - Control groups

    private func groups(_ files: [String: String]) -> ControlGroups { ControlGroups { files[$0] } }

    @Test func `the tightest limit of the unified hierarchy counts`() {
        let groups = groups([
            "/proc/self/cgroup": "0::/user.slice/app\n",
            "/sys/fs/cgroup/user.slice/memory.max": "500000000\n",
            "/sys/fs/cgroup/user.slice/app/memory.max": "max\n",
        ])
        #expect(groups.memoryLimit == 500_000_000)
        #expect(groups.unifiedFolder == "/sys/fs/cgroup/user.slice/app")
    }

    @Test func `version 1 of control groups has a hierarchy per controller`() {
        let groups = groups([
            "/proc/self/cgroup": "9:name=systemd:/\n4:cpu,memory:/a/b\n0::/\n",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
            "/sys/fs/cgroup/memory/a/memory.limit_in_bytes": "300000000\n",
            "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes": "400000000\n",
        ])
        #expect(groups.memoryLimit == 300_000_000 && groups.unifiedFolder == "/sys/fs/cgroup")
    }

    @Test func `in a container the limit is at the root`() {
        let groups = groups([
            "/proc/self/cgroup": "0::/docker/abc:def\n", "/sys/fs/cgroup/memory.max": "250000000\n",
        ])
        #expect(groups.memoryLimit == 250_000_000)
        #expect(groups.unifiedFolder == "/sys/fs/cgroup/docker/abc:def")
    }

    @Test(arguments: ["", "nonsense", "0:", "::::", "0::/a\n", "4:memory\n"])
    func `a file without a limit sets none`(text: String) {
        #expect(groups(["/proc/self/cgroup": text]).memoryLimit == nil)
        #expect(groups([:]).memoryLimit == nil && groups([:]).unifiedFolder == nil)
    }

    // MARK: - Events

    @Test func `a monitor reports events of its descriptor and ends when it is released`() async throws {
        let (reading, writing) = try #require(makePipe())
        let heard = Counter()
        var watch = FileDescriptorMonitor(reading, events: Int16(POLLIN)) {
            var byte: UInt8 = 0
            if Glibc.read(reading, &byte, 1) == 1 { heard.add() }
        }
        #expect(watch != nil)
        for count in 1...3 {
            var byte: UInt8 = 1
            #expect(write(writing, &byte, 1) == 1)
            await until { heard.value == count }
        }
        // released, it closes its descriptor: the pipe has no reader any more
        watch = nil
        await until {
            var polled = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
            return poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLERR) != 0
        }
        #expect(heard.value == 3)
        close(writing)
    }

    /// Whether the kernel reports pressure depends on the machine. Without a source the handler is released at once.
    @Test func `the kernel's listener holds its handler until it is released`() async {
        // given a handler that only the listener holds
        weak var handler: Counter?
        var listener: (any Sendable & AnyObject)?
        do {
            let events = Counter()
            handler = events
            listener = KernelMemoryPressure().listen { _ in events.add() }
        }
        // then it exists while the listener does
        withExtendedLifetime(listener) { #expect((handler != nil) == (listener != nil)) }
        listener = nil
        await until { handler == nil }
        #expect(handler == nil)
    }
}
