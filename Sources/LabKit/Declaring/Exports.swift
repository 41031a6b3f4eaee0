// A lab's `main.swift` imports LabKit and its scenario. LabKit exports the option parser, the types
// of a trace, and a screen for pictures.
@_exported import ArgumentParser
@_exported import Trace
@_exported import struct Terminal.ColourFrame
@_exported import class Terminal.ColourScreen
@_exported import enum Terminal.Key
