#include "CXML.h"

#if !__has_include(<libxml/HTMLparser.h>)
#error "libxml2 is missing: apt-get install libxml2-dev"
#endif
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <string.h>

// MARK: - The library

// Only feeds need libxml2: it and its dependency ICU are loaded by the first feed.
#define FUNCTIONS(use)                                                                                                 \
    use(xmlInitParser) use(xmlNewParserCtxt) use(xmlFreeParserCtxt) use(xmlSetStructuredErrorFunc) use(xmlCtxtReadIO)  \
    use(xmlFreeDoc) use(xmlSAX2GetLineNumber) use(xmlStopParser) use(htmlEntityLookup) use(xmlHashFree)                 \
    use(xmlHashDefaultDeallocator)

#define LIBRARY "libxml2.so.2"
#define FULL(name) name
#define PREPARE (lib.xmlInitParser(), true)
#include "../CSystem/OpenedLibrary.h"

bool cxml_open(void) { return open_library(); }
void cxml_open_failure(char *text, size_t capacity) { copy_open_failure(text, capacity); }

// MARK: - Parser

struct cxml_parser {
    struct cxml_receiver receiver;
    void *session;
    xmlParserCtxtPtr context;
};

static void did_start(
    void *pointer, const xmlChar *local, const xmlChar *prefix, const xmlChar *namespace, int namespaces,
    const xmlChar **declared, int count, int defaulted, const xmlChar **attributes) {
    (void)namespaces, (void)declared, (void)defaulted;
    struct cxml_parser *parser = pointer;
    parser->receiver.start(parser->session, local, prefix, namespace, count, attributes);
}

static void did_end(void *pointer, const xmlChar *local, const xmlChar *prefix, const xmlChar *namespace) {
    (void)local, (void)prefix, (void)namespace;
    struct cxml_parser *parser = pointer;
    parser->receiver.end(parser->session);
}

// Removes attribute defaults of the document type: the defaults of one element may be larger than the document, and
// would be added to every element of that name.
static void did_read_doctype(
    void *pointer, const xmlChar *name, const xmlChar *identifier, const xmlChar *address) {
    (void)name, (void)identifier, (void)address;
    xmlParserCtxtPtr context = ((struct cxml_parser *)pointer)->context;
    if (context->attsDefault != NULL) lib.xmlHashFree(context->attsDefault, lib.xmlHashDefaultDeallocator);
    context->attsDefault = NULL;
}

static void did_receive(void *pointer, const xmlChar *text, int count) {
    struct cxml_parser *parser = pointer;
    parser->receiver.characters(parser->session, text, count);
}

// Errors about namespaces and the like are not fatal and not damage: prefixes stand for themselves.
static void did_fail(void *pointer, xmlErrorPtr error) {
    struct cxml_parser *parser = pointer;
    if (parser == NULL || error == NULL || error->level != XML_ERR_FATAL) return;
    int line = error->line > 0 ? error->line : cxml_line(parser);
    parser->receiver.damage(parser->session, line, error->message);
}

static int read_document(void *pointer, char *buffer, int capacity) {
    struct cxml_parser *parser = pointer;
    return parser->receiver.read(parser->session, buffer, capacity);
}

struct cxml_parser *cxml_make_parser(struct cxml_receiver receiver, void *session) {
    struct cxml_parser *parser = calloc(1, sizeof *parser);
    if (parser == NULL) return NULL;
    parser->receiver = receiver;
    parser->session = session;
    parser->context = lib.xmlNewParserCtxt();
    if (parser->context == NULL || parser->context->sax == NULL) {
        cxml_free_parser(parser);
        return NULL;
    }
    // No handler declares or resolves entities: external ones, and exponentially expanding ones, remain unresolved
    // names.
    xmlSAXHandler *sax = parser->context->sax;
    memset(sax, 0, sizeof *sax);
    sax->initialized = XML_SAX2_MAGIC;
    sax->startElementNs = did_start;
    sax->endElementNs = did_end;
    sax->externalSubset = did_read_doctype;
    sax->characters = did_receive;
    sax->ignorableWhitespace = did_receive;
    sax->cdataBlock = did_receive;
    sax->serror = did_fail;
    parser->context->userData = parser;
    return parser;
}

void cxml_parse(struct cxml_parser *parser) {
    // Errors of the character decoder have no parser and would go to stderr; this handler is thread-local.
    lib.xmlSetStructuredErrorFunc(parser, did_fail);
    // Otherwise the document's own encoding declaration would override this one in the middle of the document.
    int options =
        XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC;
    xmlDocPtr document = lib.xmlCtxtReadIO(parser->context, read_document, NULL, parser, NULL, "UTF-8", options);
    lib.xmlSetStructuredErrorFunc(NULL, NULL);
    // Created for the parser's own bookkeeping even without a tree.
    lib.xmlFreeDoc(document);
}

int cxml_line(struct cxml_parser *parser) { return lib.xmlSAX2GetLineNumber(parser->context); }

bool cxml_is_swollen(struct cxml_parser *parser, int attributes) {
    // The list is doubled when it is full. An attribute takes five entries, a namespace two.
    xmlParserCtxtPtr context = parser->context;
    return context->maxatts > 10 * attributes + 110 || context->nsNr > 2 * attributes;
}

bool cxml_is_in_doctype(struct cxml_parser *parser) { return parser->context->inSubset != 0; }

void cxml_stop(struct cxml_parser *parser) { lib.xmlStopParser(parser->context); }

void cxml_free_parser(struct cxml_parser *parser) {
    if (parser->context != NULL) lib.xmlFreeParserCtxt(parser->context);
    free(parser);
}

unsigned int cxml_html_entity(const char *name) {
    const htmlEntityDesc *entity = lib.htmlEntityLookup((const xmlChar *)name);
    return entity == NULL ? 0 : entity->value;
}
