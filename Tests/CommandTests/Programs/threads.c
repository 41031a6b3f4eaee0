// Threads, a lock and a condition: nothing else.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int sum, waiting, can_go;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    waiting++;
    while (!can_go) pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    for (int index = 0; index < 100; index++) {
        pthread_mutex_lock(&lock);
        sum++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    for (int index = 0; index < 4; index++) pthread_create(&threads[index], NULL, add, NULL);
    for (int all = 0; !all;) {
        pthread_mutex_lock(&lock);
        all = waiting == 4;
        if (all) can_go = 1;
        pthread_mutex_unlock(&lock);
    }
    pthread_cond_broadcast(&ready);
    for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
    printf("%d\n", sum);
    return 0;
}
