#pragma once
#include <getopt.h>
#include "Options.h"
