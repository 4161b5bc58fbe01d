#pragma once
// Debian's libxml2 declares its ICU converters in terms of the system's ICU, which contradicts the ICU inside Foundation
// as soon as one program imports both. We use no converter of its own, so that part of the headers is left out.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
// htmlEntityLookup: feeds use the names of HTML (&nbsp;), which XML does not know.
#include <libxml/HTMLparser.h>
