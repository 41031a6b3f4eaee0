import Trace
