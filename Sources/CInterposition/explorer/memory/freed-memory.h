#pragma once

// freed-memory.c: `deallocate()` of Swift's unsafe pointers.
#define IL_DEALLOCATES __attribute__((swiftcall, visibility("hidden"))) void
IL_DEALLOCATES il_deallocate_pointer(void *memory, void *second, void *third);
IL_DEALLOCATES il_deallocate_raw_pointer(void *memory, void *second, void *third);
IL_DEALLOCATES il_deallocate_buffer(void *memory, void *second, void *third);
IL_DEALLOCATES il_deallocate_raw_buffer(void *memory, void *second, void *third);
