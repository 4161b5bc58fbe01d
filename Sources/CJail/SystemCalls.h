#pragma once

#include <stdbool.h>

/// What happens when a jailed process opens a file.
typedef enum {
    /// It ends.
    cjail_deadly,
    /// The call fails with EACCES.
    cjail_refused,
    /// Reading is allowed, as far as Landlock does.
    cjail_readable,
} cjail_files;

/// Restricts the process to the system calls of a decoder. Returns false and errno on failure.
bool cjail_restrict_calls(cjail_files files);
