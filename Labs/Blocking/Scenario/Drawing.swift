/// The bug: a task that never suspends keeps its thread until it ends.
func draw(_ rows: Int, on canvas: Canvas) async {
    for row in 1...rows {
        canvas.draw(row)
    }
}

/// The fix: after each row, the task goes behind the tasks that wait for a thread.
func drawFairly(_ rows: Int, on canvas: Canvas) async {
    for row in 1...rows {
        canvas.draw(row)
        await Task.yield()
    }
}
