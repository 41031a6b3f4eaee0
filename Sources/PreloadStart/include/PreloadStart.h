// Nothing to call: the preloadable library starts automatically when it is loaded.
#pragma once
