import JailedCoding

JailedImageCoder.answerAsWorker()
