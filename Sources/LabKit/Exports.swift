// A lab's `main.swift` imports LabKit and its scenario; options and the trace's vocabulary come with it.
@_exported import ArgumentParser
@_exported import Trace
