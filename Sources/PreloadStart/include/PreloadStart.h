// Nothing to call: the preloadable library starts by itself when it is loaded.
#pragma once
