// Finds the functions of Foundation that access an object that the program can change, and how they
// access it, from their mangled names.
//
// A class counts if it has a property that the program can set, if its name contains "Mutable", or
// if such a class inherits from it. Each of its methods and accessors is a function that its
// library exports. A setter, or an accessor that lends a property for a change, writes the object.
// A getter reads it. A method reads it if its first word says so ("string", "contains", "copy" …);
// any other method writes it ("scanInt", "removeAll" …).
//
// There are two further short lists: classes that protect themselves, and classes whose every call
// changes their state.
#define _GNU_SOURCE
#include "explorer/foundation/library-classes.h"

#include "program/library-symbols.h"
#include "program/overriding-methods.h"
#include "program/private-functions.h"

#include <ctype.h>
#include <string.h>

// The libraries, each identified by a symbol that it exports; and the prefix of its mangled names.
static const struct {
    const char *known, *prefix;
} libraries[] = {
    {"$s10Foundation6NSLockC4lockyyF", "$s10Foundation"},
    {"$s20FoundationEssentials11JSONEncoderCMa", "$s20FoundationEssentials"},
    {"$s20FoundationNetworking8URLCacheCMa", "$s20FoundationNetworking"},
    {"$s13FoundationXML7XMLNodeCMa", "$s13FoundationXML"},
};
enum { LIBRARIES = sizeof libraries / sizeof libraries[0] };

// Documented as safe for several threads, or declared `Sendable` and protected by their own locks
// in Foundation's source. Each call is a step that comes before or after each other one, and no two
// of them race.
static const char *const guarded[] = {
    "NotificationCenter", "UserDefaults", "ProcessInfo",
    "JSONEncoder", "JSONDecoder", "PropertyListEncoder", "PropertyListDecoder",
    "DateFormatter", "NumberFormatter", "DateIntervalFormatter",
};
// Modelled separately by the explorer (locks, threads, operations), or leading to files, other
// processes and the network, which are handled or refused elsewhere. Network caches protect
// themselves except for their settings, which two threads do not usually share; cookies and
// credentials have locks.
static const char *const others[] = {
    "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "NSCache", "Operation", "BlockOperation", "OperationQueue", "Thread",
    "FileManager", "FileHandle", "Pipe", "Process", "Bundle", "Host", "NSObject",
    "RunLoop", "Timer", "Port", "MessagePort", "NSMachPort", "SocketPort", "NotificationQueue",
    "URLSession", "URLSessionTask", "URLSessionDataTask", "URLSessionDownloadTask", "URLSessionStreamTask", "URLSessionUploadTask",
    "URLSessionWebSocketTask", "URLProtocol", "HTTPCookieStorage", "URLCredentialStorage",
};
// Every call changes the state of these.
static const char *const moving[] = {
    "NSCoder", "NSKeyedArchiver", "NSKeyedUnarchiver", "Scanner", "NSEnumerator", "Stream", "InputStream", "OutputStream", "XMLParser",
};
// Without a settable property, but changed by their methods, or base classes of ones that are.
static const char *const besides[] = {
    "NSArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSData", "NSString", "NSAttributedString", "NSCharacterSet", "NSIndexSet",
    "NSURLRequest", "NSCountedSet", "NSEnumerator", "InputStream", "OutputStream", "XMLElement", "XMLDTDNode",
};

// The first words of methods that only read.
static const char *const reading[] = {
    "adding", "all", "annotated", "any", "appending", "applying", "attribute", "attributed", "attributes", "base", "base64", "c", "cached", "can", "canonical",
    "capitalized", "case", "character", "characters", "child", "class", "common", "compare", "complete", "component", "components", "contains", "converting",
    "cookies", "copy", "count", "data", "date", "decode", "description", "dictionary", "difference", "distance", "element", "elements", "encode", "entity", "enumerate",
    "evaluate", "filtered", "first", "folding", "get", "has", "hash", "index", "indexes", "indexs", "intersects", "is", "key", "keys", "last", "length",
    "line", "localized", "long", "lowercased", "make", "maximum", "member", "minimum", "mutable", "name", "namespace", "next", "nodes", "notation", "number",
    "object", "objects", "ordinality", "padding", "paragraph", "paths", "person", "personal", "range", "replacing", "resolve", "reverse", "reversed", "root", "sorted", "start",
    "string", "strings", "sub", "subarray", "subdata", "substring", "subtracting", "transform", "trimming", "unit", "uppercased", "url", "validate", "value", "version", "with",
    "write", "xml",
};
// For services: further methods that only read.
static const char *const looking[] = {"post", "array", "integer", "float", "double", "bool"};

#define COUNT(list) (sizeof list / sizeof list[0])
#define AMONG(list, text, length) among(list, COUNT(list), text, length)

static bool among(const char *const *list, size_t count, const char *text, size_t length)
{
    for (size_t index = 0; index < count; index++) {
        if (strlen(list[index]) == length && strncmp(list[index], text, length) == 0) return true;
    }
    return false;
}

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), size = strlen(end);
    return length >= size && strcmp(name + length - size, end) == 0;
}

// MARK: names

struct parts {
    const char *class, *member;
    size_t class_length, member_length;
};

// Reads a name: its length and its letters. Words that the name shares with earlier names are left
// out, each replaced by a letter. Such a name begins with a 0, and its own part before or between
// these letters stands for it (the first word of a class or a method is always its own).
static const char *identifier(const char *at, const char **text, size_t *length)
{
    bool shares_words = *at == '0';
    if (shares_words) at++;
    if (!isdigit((unsigned char)*at)) return NULL;
    *length = 0;
    do {
        size_t part = 0;
        while (shares_words && isalpha((unsigned char)*at)) shares_words = islower((unsigned char)*at++);
        if (*at == '0') return at + 1;
        while (isdigit((unsigned char)*at)) part = part * 10 + (size_t)(*at++ - '0');
        if (!part || strnlen(at, part) != part) return NULL;
        if (!*length) *text = at, *length = part;
        at += part;
    } while (shares_words);
    return at;
}

// For a member of a class that the program can call: its class and its name.
static bool take_apart(const char *name, const char *prefix, struct parts *parts)
{
    static const char *const extensions[] = {"0A10EssentialsE", "0A10NetworkingE", "0A0E", "AAE"};
    size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0) return false;
    const char *at = identifier(name + length, &parts->class, &parts->class_length);
    if (!at || *at++ != 'C') return false;
    for (size_t index = 0; index < COUNT(extensions); index++) {
        if (strncmp(at, extensions[index], strlen(extensions[index])) != 0) continue;
        at += strlen(extensions[index]);
        break;
    }
    parts->member = NULL;
    parts->member_length = 0;
    if (!isdigit((unsigned char)*at)) return true;  // a subscript has no name
    at = identifier(at, &parts->member, &parts->member_length);
    bool is_inner_type = at && (*at == 'V' || *at == 'O' || *at == 'C');
    // (A private name contains its file; one that is internal to the library begins with an
    // underscore.)
    return at && !is_inner_type && !strstr(at, "LL") && parts->member[0] != '_';
}

// The kind of a function, from the end of its name: a method, or a reader or setter of a property
// or an element; neither for initializers and deinitializers.
enum role { NEITHER, METHOD, GETTER, SETTER };
static enum role role_of(const char *name)
{
    static const char *const setters[] = {"vs", "vM", "is", "iM"}, *const getters[] = {"vg", "ig", "vr", "ir"};
    for (size_t index = 0; index < COUNT(setters); index++) {
        if (ends_with(name, setters[index])) return SETTER;
    }
    for (size_t index = 0; index < COUNT(getters); index++) {
        if (ends_with(name, getters[index])) return GETTER;
    }
    bool is_async = ends_with(name, "YaF") || ends_with(name, "YaKF");
    return ends_with(name, "F") && !is_async ? METHOD : NEITHER;
}

static bool begins_with_word(const struct parts *parts, const char *const *words, size_t count)
{
    size_t length = 0;
    for (; length < parts->member_length; length++) {
        if (!islower((unsigned char)parts->member[length]) && !(length && isdigit((unsigned char)parts->member[length]))) break;
    }
    return parts->member && among(words, count, parts->member, length);
}

// MARK: classes

struct known_class {
    const char *text;
    size_t length;
};
enum { CLASSES = 256 };
static struct known_class changeable[CLASSES];
static size_t changeable_count;
static const char *searched;

static bool is_changeable(const struct parts *parts)
{
    for (size_t index = 0; index < changeable_count; index++) {
        if (changeable[index].length == parts->class_length && strncmp(changeable[index].text, parts->class, parts->class_length) == 0) return true;
    }
    return false;
}

static void note_class(const char *name, uintptr_t address, size_t size)
{
    (void)address, (void)size;
    struct parts parts;
    if (!take_apart(name, searched, &parts) || is_changeable(&parts) || changeable_count == CLASSES) return;
    if (AMONG(guarded, parts.class, parts.class_length) || AMONG(others, parts.class, parts.class_length)) return;
    bool counts = (parts.member && role_of(name) == SETTER) || memmem(parts.class, parts.class_length, "Mutable", 7)
        || AMONG(besides, parts.class, parts.class_length) || AMONG(moving, parts.class, parts.class_length);
    if (counts) changeable[changeable_count++] = (struct known_class){parts.class, parts.class_length};
}

static void (*told)(const char *name, uintptr_t address, enum il_how how, bool is_shared);

// Classes that are private to the library but replace one of its public classes.
static void note_enumerator(const char *name, uintptr_t address, size_t size)
{
    (void)size;
    if (ends_with(name, "EnumeratorC10nextObjectypSgyF") || ends_with(name, "EnumeratorC10allObjectsSayypGvg")) told(name, address, IL_WRITES, false);
}

// (The shortest functions do nothing, and several names can share the same code.)
static void note_function(const char *name, uintptr_t address, size_t size)
{
    enum { SHORTEST = 4 };
    struct parts parts;
    enum role role = role_of(name);
    if (size < SHORTEST || role == NEITHER || !take_apart(name, searched, &parts)) return;
    bool reads = role == GETTER || (role == METHOD && begins_with_word(&parts, reading, COUNT(reading)));
    if (AMONG(guarded, parts.class, parts.class_length)) {
        bool looks = reads || (role == METHOD && begins_with_word(&parts, looking, COUNT(looking)));
        // Several objects of UserDefaults may lead to the same settings.
        told(name, address, looks ? IL_LOOKS : IL_CHANGES, strncmp(parts.class, "UserDefaults", 12) == 0);
    } else if (is_changeable(&parts)) {
        bool moves = role == METHOD && AMONG(moving, parts.class, parts.class_length);
        bool is_enumerator = parts.class_length == 12 && strncmp(parts.class, "NSEnumerator", 12) == 0;
        if (!is_enumerator) told(name, address, reads && !moves ? IL_READS : IL_WRITES, false);
    }
}

static void note_override(uintptr_t address) { told("", address, IL_WRITES, false); }

// The same in a library without a symbol table: its exports, and what overrides them.
static void note_enumerators(void)
{
    static const char class[] = "$s10Foundation12NSEnumeratorCMn";
    il_each_function("$s10Foundation6NSLockC4lockyyF", note_enumerator);
    il_each_override("libFoundation.", class, "$s10Foundation12NSEnumeratorC10nextObjectypSgyFTq", note_override);
    il_each_override("libFoundation.", class, "$s10Foundation12NSEnumeratorC10allObjectsSayypGvgTq", note_override);
}

void il_each_function_of_objects(void (*tell)(const char *name, uintptr_t address, enum il_how how, bool is_shared))
{
    told = tell;
    for (size_t which = 0; which < LIBRARIES; which++) {
        searched = libraries[which].prefix;
        if (il_program_names(searched)) il_each_function(libraries[which].known, note_class);
    }
    bool uses_foundation = false;
    for (size_t which = 0; which < LIBRARIES; which++) {
        searched = libraries[which].prefix;
        if (!il_program_names(searched)) continue;
        uses_foundation = true;
        il_each_function(libraries[which].known, note_function);
        // Extensions that one library adds to another's classes are in the first library, under the
        // other's name.
        if (which != 0) il_each_function(libraries[0].known, note_function);
    }
    if (uses_foundation && !il_each_private_function("libFoundation.", note_enumerator)) note_enumerators();
}
