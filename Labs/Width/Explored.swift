import Foundation

// The variants with a few photos, so that every interleaving can be run. The server accepts as many connections as the queue is wide. In
// `defaultWidth` and `changed` it accepts one, and three.

func width1() { album = downloads(3, limit: 1).run(width: 1) }
func width2() { album = downloads(3, limit: 2).run(width: 2) }
func width3() { album = downloads(3, limit: 3).run(width: 3) }
func defaultWidth() { album = downloads(2, limit: 1).runAll() }
func changed() { album = downloads(3, limit: 3).runChangingTheWidth() }
func blocking() { album = Downloads.runBlocking(2, milliseconds: 1) }
func counter2() { album = countPhotos(2, width: 2) }
func counter1() { album = countPhotos(3, width: 1) }

private var album: Observations?

private func downloads(_ photos: Int, limit: Int) -> Downloads { Downloads(photos, from: PhotoServer(limit: limit)) }

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String {
    album.map { "\($0.arrived) of \($0.requested) photos arrived, \($0.refused) refused" } ?? "no album"
}

func allowed(_ outcome: String) -> Bool { outcome.hasSuffix(" 0 refused") && outcome.first == outcome.dropFirst(5).first }
