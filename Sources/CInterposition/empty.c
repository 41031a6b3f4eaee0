#include "CInterposition.h"
