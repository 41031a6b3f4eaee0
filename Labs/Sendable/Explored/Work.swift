// Without work: every interleaving is run.

func turnstile() {}
func calculate() {}
