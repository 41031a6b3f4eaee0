func calculate(_ rounds: Int = 1) {}
