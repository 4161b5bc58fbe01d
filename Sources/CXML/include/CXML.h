#pragma once
#include <stdbool.h>
#include <stddef.h>

// libxml2's SAX2 parser of XML and its table of HTML's entities, opened on first use. No type of the library is exposed
// here: its headers are in a folder of their own, and Debian's conflict with the ICU inside Foundation as soon as one
// program imports both.

/// Opens libxml2 (Debian's libxml2), once for the process and from any thread. Returns false if it is missing or too
/// old. No other function here may be called before this has returned true.
bool cxml_open(void);

/// Copies the loader's reason why the library could not be opened.
void cxml_open_failure(char *text, size_t capacity);

typedef const unsigned char *cxml_text;

/// Callbacks that receive the content of a document. Text is UTF-8 and valid during the call only.
struct cxml_receiver {
    /// Fills `buffer` with the next bytes of the document and returns their number; 0 at its end.
    int (*read)(void *session, char *buffer, int capacity);
    /// An element starts. Each attribute has five pointers: local name, prefix, namespace, value, end of the value.
    void (*start)(
        void *session, cxml_text local, cxml_text prefix, cxml_text namespace, int count, cxml_text *attributes);
    void (*end)(void *session);
    void (*characters)(void *session, cxml_text text, int count);
    /// The document is no longer well-formed. `line` counts from 1; `message` may be NULL.
    void (*damage)(void *session, int line, const char *message);
};

struct cxml_parser;

/// Creates a parser for one document; NULL when there is no memory. `session` is passed to every function of
/// `receiver`.
struct cxml_parser *cxml_make_parser(struct cxml_receiver receiver, void *session);

/// Parses the whole document as UTF-8, whatever it declares, recovering from damage. No entity is declared or resolved,
/// no attribute gets a default value, and nothing outside the document is opened.
void cxml_parse(struct cxml_parser *parser);

/// Returns the number of the current line.
int cxml_line(struct cxml_parser *parser);

/// Whether the current element has far more attributes than `attributes`, or more namespaces than that are in scope,
/// because libxml2 compares each with all others. May be called from inside `read`, since an element is reported only
/// when it is complete.
bool cxml_is_swollen(struct cxml_parser *parser, int attributes);

/// Whether the document type is being parsed.
bool cxml_is_in_doctype(struct cxml_parser *parser);

/// Stops parsing. To be called from inside a function of the receiver other than `read`.
void cxml_stop(struct cxml_parser *parser);

void cxml_free_parser(struct cxml_parser *parser);

/// Returns the Unicode scalar of an HTML entity name such as `nbsp`; 0 for an unknown one.
unsigned int cxml_html_entity(const char *name);
