import LabKit
import BarrierScenario
