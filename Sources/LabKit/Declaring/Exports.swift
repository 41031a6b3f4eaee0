// A lab's `main.swift` imports LabKit and its scenario. LabKit exports the option parser, the types
// of a trace, a screen for pictures, and the error that a form throws.
@_exported import ArgumentParser
@_exported import Trace
@_exported import struct Terminal.ColourFrame
@_exported import class Terminal.ColourScreen
@_exported import struct Terminal.UnusableTerminal
@_exported import enum Terminal.Key
@_exported import struct Words.ExplainedError
