package dev.spine.iop;

/**
 * Text of strangers that people read: on terminals, in logs, in files. It has no characters that are not seen as themselves: controls
 * (escape sequences of terminals begin with one), format characters (they turn the direction of what follows, or are not seen at all), ends
 * of lines and paragraphs, and what Unicode has not assigned. Names that have some are refused; in texts a space stands for each. Any
 * thread.
 *
 * <p>Source: Unicode Standard 16.0, chapter 4.5 (general category) and annex 9 (bidirectional algorithm).
 */
public final class PlainText {
    /** The most characters of a name: of extensions, counters, services. */
    public static final int MAX_NAME = 64;

    private PlainText() {}

    /**
     * {@return whether a text may be a name: 1 to {@link #MAX_NAME} characters that are seen as themselves, not only spaces}
     *
     * @param text any
     */
    public static boolean isName(String text) {
        return text.length() <= MAX_NAME && isPlain(text)
            && text.codePoints().anyMatch(point -> Character.getType(point) != Character.SPACE_SEPARATOR);
    }

    /**
     * {@return whether all characters of a text are seen as themselves}
     *
     * @param text any
     */
    public static boolean isPlain(String text) {
        return text.codePoints().allMatch(PlainText::isSeen);
    }

    /**
     * {@return a text in one line, with a space for each character that is not seen as itself}
     *
     * @param text any
     * @param most characters (UTF-16 units) of it; the rest is cut off
     */
    public static String line(String text, int most) {
        String cut = text.length() <= most ? text : text.substring(0, most);
        if (isPlain(cut)) {
            return cut;
        }
        StringBuilder line = new StringBuilder(cut.length());
        cut.codePoints().forEach(point -> line.appendCodePoint(isSeen(point) ? point : ' '));
        return line.toString();
    }

    /**
     * {@return a text in one line, whatever its length}
     *
     * @param text any
     */
    public static String line(String text) {
        return line(text, Integer.MAX_VALUE);
    }

    /**
     * {@return a text whose lines are as {@link #line(String)} makes them}
     *
     * @param text any; lines end with a line feed
     */
    public static String lines(String text) {
        if (text.indexOf('\n') < 0) {
            return line(text);
        }
        StringBuilder lines = new StringBuilder(text.length());
        text.codePoints().forEach(point -> lines.appendCodePoint(point == '\n' || isSeen(point) ? point : ' '));
        return lines.toString();
    }

    private static boolean isSeen(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.PRIVATE_USE,
                Character.SURROGATE, Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
