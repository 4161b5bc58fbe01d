#pragma once
#include <stdbool.h>
#include <stddef.h>

// libxml2's SAX2 parsers for XML and HTML, opened on first use. No type of the library shows here: its headers lie in a folder of their
// own, and Debian's contradict the ICU inside Foundation as soon as one program imports both.

/// Opens libxml2 (Debian's libxml2), once for the process and from any thread. False if it is missing or too old.
/// Nothing else here may be called before this has returned true.
bool cxml_open(void);

/// Copies why the library could not be opened, in the loader's words.
void cxml_open_failure(char *text, size_t capacity);

typedef const unsigned char *cxml_text;

/// Who is told what a document holds. Text is UTF-8 and valid during the call only.
struct cxml_receiver {
    /// Fills `buffer` with the next bytes of the document and returns their number; 0 at its end.
    int (*read)(void *session, char *buffer, int capacity);
    /// Of each attribute five pointers: local name, prefix, namespace, value, end of the value.
    void (*start)(
        void *session, cxml_text local, cxml_text prefix, cxml_text namespace, int count, cxml_text *attributes);
    void (*end)(void *session);
    void (*characters)(void *session, cxml_text text, int count);
    /// The document is no longer well-formed. `line` counts from 1; `message` may be NULL.
    void (*damage)(void *session, int line, const char *message);
};

struct cxml_parser;

/// A parser for one document; NULL when there is no memory. `session` is handed to every function of `receiver`.
/// HTML has neither prefixes nor namespaces, and implied elements start and end like written ones.
struct cxml_parser *cxml_make_parser(struct cxml_receiver receiver, void *session, bool is_html);

/// Parses the whole document, passing damage over. `encoding`, if it is not NULL, overrules the document's own.
/// No entity is declared or resolved, no attribute has a value that is not written, and nothing outside of the document
/// is opened.
void cxml_parse(struct cxml_parser *parser, const char *encoding);

/// The line that is being parsed.
int cxml_line(struct cxml_parser *parser);

/// Whether the element that is being read has many more attributes than these, or more namespaces than these are in
/// force. Each is compared with all others. From inside `read` too: an element is told of only when it was read whole.
bool cxml_is_swollen(struct cxml_parser *parser, int attributes);

/// Whether the document type is being read.
bool cxml_is_in_doctype(struct cxml_parser *parser);

/// From inside a function of the receiver but not of `read`: no more is parsed.
void cxml_stop(struct cxml_parser *parser);

void cxml_free_parser(struct cxml_parser *parser);

/// The scalar that HTML means by a name such as `nbsp`; 0 for an unknown one.
unsigned int cxml_html_entity(const char *name);
