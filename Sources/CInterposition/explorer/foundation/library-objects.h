#pragma once

// Foundation's objects whose contents several threads can change: library-objects.c.
void il_watch_library_objects(void);
