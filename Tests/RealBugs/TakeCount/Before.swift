extension Take {
    func receive(_ value: Int) { pass(value) }
}
