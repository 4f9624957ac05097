package dev.spine.extension.api.library;

import dev.spine.extension.api.ServiceRights;
import org.jspecify.annotations.NullUnmarked;

/**
 * Methods of {@code java.lang.String} that take any {@code CharSequence} or search in text: the runtime puts their calls in for those of
 * extensions. They cost what they execute. Any thread.
 */
@NullUnmarked
public final class Strings {
    private static final int MAX_CODE_POINT = 0x10FFFF;
    /** The first surrogates of either half, each with ten bits of a code point. */
    private static final int HIGH = 0xD800;
    private static final int LOW = 0xDC00;

    private Strings() {}

    /**
     * {@return as {@code Character.toString}}
     *
     * @param codePoint of Unicode
     */
    public static String codePoint(int codePoint) {
        if (codePoint >>> 16 == 0) {
            return Character.toString((char) codePoint);
        }
        if (codePoint < 0 || codePoint > MAX_CODE_POINT) {
            throw Failures.illegal("Not a valid Unicode code point: 0x", capitals(Integer.toHexString(codePoint)));
        }
        int above = codePoint - (1 << 16);
        return new String(new char[] {(char) (HIGH | above >> 10), (char) (LOW | above & 0x3FF)}, 0, 2);
    }

    private static String capitals(String digits) {
        StringBuilder text = new StringBuilder(digits);
        for (int i = 0; i < digits.length(); i++) {
            text.setCharAt(i, Character.toUpperCase(digits.charAt(i)));
        }
        return text.toString();
    }

    /**
     * {@return as {@code String.join}}
     *
     * @param delimiter between two
     * @param elements null stands for the text {@code null}
     */
    public static String join(CharSequence delimiter, CharSequence... elements) {
        String between = delimiter.toString();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < elements.length; i++) {
            if (i != 0) {
                text.append(between);
            }
            text.append(elements[i]);
        }
        return text.toString();
    }

    /**
     * {@return as {@code String.join}}
     *
     * @param delimiter between two
     * @param elements null stands for the text {@code null}
     */
    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> elements) {
        String between = delimiter.toString();
        StringBuilder text = new StringBuilder();
        Iterator<? extends CharSequence> each = elements.iterator();
        boolean more = each.hasNext();
        while (more) {
            text.append(each.next());
            more = each.hasNext();
            if (more) {
                text.append(between);
            }
        }
        return text.toString();
    }

    /**
     * {@return as {@code string.contains(part)}}
     *
     * @param string in what
     * @param part what
     */
    public static boolean contains(String string, CharSequence part) {
        char[] text = string.toCharArray();
        return indexOf(text, text.length, part.toString().toCharArray(), 0) >= 0;
    }

    /**
     * {@return as {@code string.contentEquals(other)}}
     *
     * @param string one
     * @param other the other
     */
    public static boolean contentEquals(String string, CharSequence other) {
        return string.equals(other.toString());
    }

    /**
     * {@return as {@code string.replace(part, other)}}
     *
     * @param string in what
     * @param part what; when it is empty, the other comes before each letter and at the end
     * @param other what comes in its place
     */
    public static String replace(String string, CharSequence part, CharSequence other) {
        char[] text = string.toCharArray();
        char[] before = part.toString().toCharArray();
        char[] after = other.toString().toCharArray();
        int at = indexOf(text, text.length, before, 0);
        if (at < 0) {
            return string;
        }
        StringBuilder result = new StringBuilder(text.length);
        int done = 0;
        while (at >= 0) {
            result.append(text, done, at - done).append(after);
            done = at + before.length;
            at = at == text.length ? -1 : indexOf(text, text.length, before, Math.max(done, at + 1));
        }
        return result.append(text, done, text.length - done).toString();
    }

    /** Where a part first begins in the first letters of a text, at or after a place; or -1. */
    static int indexOf(char[] text, int length, char[] part, int from) {
        int last = length - part.length;
        int at = Math.max(from, 0);
        if (part.length == 0) {
            return Math.min(at, length);
        }
        for (int i = at; i <= last; i++) {
            if (text[i] == part[0] && isAt(text, i, part)) {
                return i;
            }
        }
        return -1;
    }

    /** Where a part last begins in the first letters of a text, at or before a place; or -1. */
    static int lastIndexOf(char[] text, int length, char[] part, int from) {
        for (int i = Math.min(from, length - part.length); i >= 0; i--) {
            if (isAt(text, i, part)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isAt(char[] text, int at, char[] part) {
        for (int i = 0; i < part.length; i++) {
            if (text[at + i] != part[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return the right of some extensions of the same owner, as {@code ServiceRights.named} gives it}
     *
     * @param names their names, as in their jars; at most 64
     */
    public static ServiceRights rights(List<String> names) {
        return ServiceRights.named(names.toArray(new String[names.size()]));
    }

    /**
     * {@return a part of a text}
     *
     * @param text of what
     * @param begin its first character
     * @param end the one behind its last
     * @throws StringIndexOutOfBoundsException when there is no such part
     */
    public static CharSequence subSequence(CharSequence text, int begin, int end) {
        return text.toString().substring(begin, end);
    }
}
