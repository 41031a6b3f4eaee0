// The lab's loops over very small photos, so that every interleaving can be run.

func loop() -> String { brightness(Photo(pixels: 2).brightnessInALoop()) }
func eachPixel() -> String { brightness(Photo(pixels: 3).brightnessPixelByPixel()) }
func strides() -> String { brightness(Photo(pixels: 6).brightness(inStridesOf: 2)) }
func sharedAccumulator() -> String { "\(Photo(pixels: 2).brightnessInOneVariable(stridesOf: 1).strides) of 2 strides are in the sum" }
func lock() -> String { "\(Photo(pixels: 3).brightnessWithALock(stridesOf: 1).strides) of 3 strides are in the sum" }
func threeItems() -> String { brightness([Photo](repeating: Photo(pixels: 1), count: 3).brightnessAtOnce().reduce(0, +)) }

private func brightness(_ sum: Int) -> String { "a brightness of \(sum)" }
