// Filled by the work on this module.
