#pragma once
#include <libxml/parser.h>
// htmlEntityLookup: feeds use the names of HTML (&nbsp;), which XML does not know.
#include <libxml/HTMLparser.h>
