#include <getopt.h>

#include "Options.h"

int halftone_next_option(int argc, char *const argv[], const char *short_options, const struct option *long_options,
                         int *long_index, const char **argument) {
    opterr = 0;
    int option = getopt_long(argc, argv, short_options, long_options, long_index);
    *argument = optarg;
    return option;
}

int halftone_option_index(void) { return optind; }

int halftone_refused_option(void) { return optopt; }

void halftone_restart_options(void) { optind = 0; }
