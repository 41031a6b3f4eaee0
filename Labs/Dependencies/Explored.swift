// The variants without their staging, so that every interleaving can be run.

func without() -> String { filterWithoutDependency(latency: 0.001).images[0] }
func with() -> String { filterWithDependency(latency: 0.001).images[0] }
func removed() -> String { removeDependency(latency: 0.001).order }
func replaced() -> String { replaceOperation(latency: 0.001).order }
func diamond() -> String { showFramedPhoto(latency: 0.001).order }
func twoQueues() -> String { filterOnTwoQueues(latency: 0.001).images.joined(separator: ", ") }
func cancelled() -> String { cancelDownload().images[0] }
func checked() -> String { cancelDownloadAndCheck().images[0] }
func cycle() -> String { waitForEachOther().images[0] }
func tasks() async -> String { await filterWithTasks(latency: .milliseconds(1)).images.joined(separator: ", ") }

/// Only a photo that was downloaded can be filtered, and it must not be replaced afterwards.
func allowed(_ outcome: String) -> Bool { outcome != "coffee.png" && !outcome.contains("sepia placeholder") }
