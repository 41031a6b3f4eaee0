/// The origin of a trace: a real run; steps of the explorer's model; or a run of the model on a processor with simulated
/// time, in nanoseconds.
public enum TraceOrigin: Sendable { case recorder, explorer, simulation }
