"""Prints which tests take longest, from the events that `swift test --event-stream-output-path` writes."""

import collections
import json
import sys

started, seconds = {}, {}
for line in open(sys.argv[1]):
    record = json.loads(line)
    if record["kind"] != "event":
        continue
    event = record["payload"]
    test, time = event.get("testID"), event["instant"]["absolute"]
    if event["kind"] == "testStarted":
        started[test] = time
    elif event["kind"] == "testEnded" and ".swift:" in test:
        seconds[test] = time - started[test]

targets = collections.Counter()
for test, time in seconds.items():
    targets[test.split(".")[0]] += time
print(f"{len(seconds)} tests, {sum(seconds.values()):.0f} s one after another")
for target, time in targets.most_common():
    print(f"{time:8.1f} s  {target}")
print()
for test, time in sorted(seconds.items(), key=lambda item: -item[1])[:30]:
    print(f"{time:8.2f} s  {test.rsplit('/', 1)[0]}")
