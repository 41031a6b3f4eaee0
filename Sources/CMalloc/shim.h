// The C library's figures about its heap: `mallinfo2`. Swift's module of the C library does not have them.
#ifndef INTERLEAVE_MALLOC_SHIM_H
#define INTERLEAVE_MALLOC_SHIM_H

#include <malloc.h>

#endif
