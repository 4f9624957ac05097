package dev.spine.extension.ardma.host.tool;

/**
 * A piece of a line.
 *
 * @param line from 1 on
 * @param column from 1 on
 * @param kind what it is
 * @param text as it is written; of a string what is between the quotes
 */
record Word(int line, int column, Kind kind, String text) {
    private static final int MAX_SHOWN = 40;

    enum Kind {
        PLAIN, STRING, COMMA, COLON, END
    }

    boolean is(String other) {
        return kind == Kind.PLAIN && text.equals(other);
    }

    /** {@return it, for messages: of any text a line of plain characters} */
    String shown() {
        return switch (kind) {
            case END -> "the end of the line";
            case COMMA -> "','";
            case COLON -> "':'";
            case STRING -> "a string";
            case PLAIN -> "'" + plain() + "'";
        };
    }

    private String plain() {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(MAX_SHOWN).forEach(point -> shown.appendCodePoint(isShown(point) ? point : '?'));
        return shown + (text.codePointCount(0, text.length()) > MAX_SHOWN ? "..." : "");
    }

    private static boolean isShown(int point) {
        return point >= ' ' && point <= '~';
    }
}
