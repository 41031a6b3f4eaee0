extension Group {
    func shutDown(_ running: inout TaskGroup<Int>) async {
        for index in services.indices.reversed() {
            tellShutdown(index)
            while let ended = await running.next(), ended != index {}
        }
    }
}
