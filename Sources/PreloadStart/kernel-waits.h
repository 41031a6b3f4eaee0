// Whether waits in calls into the kernel are recorded (kernel-waits.c). Changed only before a recording starts.
#pragma once

#include <stdbool.h>

extern __attribute__((visibility("hidden"))) bool il_records_kernel_waits;
