package dev.spine.extension.services.host.filter;

/**
 * A piece of an expression.
 *
 * @param kind what it is
 * @param text as it is written; words in lower case
 * @param position its first character, from 1
 */
record Token(Kind kind, String text, int position) {
    /** What pieces there are. */
    enum Kind {
        /** A name, a keyword, or what is none and looks like it. */
        WORD,
        /** A number, decimal, octal or hexadecimal. */
        NUMBER,
        /** Numbers with dots between. */
        DOTTED,
        /** Two-digit groups with colons: a hardware address. */
        HARDWARE,
        /** Groups with colons: an IPv6 address. */
        GROUPS,
        /** A sign. */
        SIGN,
        /** Nothing more comes. */
        END
    }

    boolean is(String expected) {
        return (kind == Kind.SIGN || kind == Kind.WORD) && text.equals(expected);
    }

    /** For messages. */
    String shown() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }
}
