extension Group {
    func shutDown(_ running: inout TaskGroup<Int>) async {
        for index in services.indices.reversed() {
            tellShutdown(index)
            _ = await running.next()
        }
    }
}
