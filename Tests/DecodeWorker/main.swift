import JailedCoding

// `decode-worker --decode-worker FORMAT` is a worker; with a word before, one that is broken in that way.
JailedImageCoder.answerAsWorker()
let words = CommandLine.arguments
if words.count == 4, words[2] == DecodeWorker.argument, let stub = BrokenWorker(rawValue: words[1]) {
    stub.run(words[3])
}
