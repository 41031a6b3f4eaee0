import ArgumentParser
@main struct Interleave: ParsableCommand {}
