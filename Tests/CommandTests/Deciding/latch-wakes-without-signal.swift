// assertion: 23
// Says: without a signal
// Advises: `while` in place of `if`
// Options: --spurious-wakeups
import Dispatch
import Glibc

nonisolated(unsafe) var mutex = pthread_mutex_t(), opened = pthread_cond_t()
nonisolated(unsafe) var isOpen = false, value = 0

func scenario() -> Int {
    pthread_mutex_init(&mutex, nil)
    pthread_cond_init(&opened, nil)
    DispatchQueue.global().async {
        pthread_mutex_lock(&mutex)
        value = 3
        isOpen = true
        pthread_cond_signal(&opened)
        pthread_mutex_unlock(&mutex)
    }
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    if !isOpen { pthread_cond_wait(&opened, &mutex) }
    return value
}
func allowed(_ value: Int) -> Bool { value == 3 }
