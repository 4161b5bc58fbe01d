#include "DemoAssets.h"
