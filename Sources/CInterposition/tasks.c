#include "record.h"
IL_HIDDEN uint64_t il_task_of_job(void *job);
uint64_t il_task_of_job(void *job) { (void)job; return 0; }
