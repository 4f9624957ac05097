package dev.spine.extension.panic.host.language;

import java.util.Locale;

/**
 * A piece of the text of a program.
 *
 * @param kind what it is
 * @param text as it is written
 * @param at its first character
 */
record Token(Kind kind, String text, Position at) {
    /** What pieces there are. */
    enum Kind {
        /** A word of the language. */
        KEYWORD,
        /** A name. */
        NAME,
        /** A number, decimal or hexadecimal. */
        NUMBER,
        /** A sign, of one or two characters. */
        SIGN,
        /** From its sign to the end of the line; nothing of the program. */
        COMMENT,
        /** Characters that stand for nothing. */
        OTHER,
        /** Nothing more comes. */
        END
    }

    /** As it is compared: capitals or not is the same. */
    String word() {
        return text.toUpperCase(Locale.ROOT);
    }

    boolean is(String expected) {
        return (kind == Kind.KEYWORD || kind == Kind.SIGN) && word().equals(expected);
    }

    /** Where the next character is. */
    Position end() {
        return new Position(at.line(), at.column() + text.length());
    }

    /** For messages. */
    String shown() {
        return switch (kind) {
            case END -> "the end of the text";
            case OTHER -> "'" + visible() + "', which stands for nothing";
            default -> "'" + text + "'";
        };
    }

    /** Characters that nobody sees by their numbers. */
    private String visible() {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(each -> {
            int type = Character.getType(each);
            boolean isHidden = type == Character.FORMAT || type == Character.CONTROL || type == Character.SPACE_SEPARATOR;
            shown.append(isHidden ? String.format(Locale.ROOT, "U+%04X", each) : Character.toString(each));
        });
        return shown.toString();
    }
}
