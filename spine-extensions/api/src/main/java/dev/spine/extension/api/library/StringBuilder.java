package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.lang.StringBuilder}: text in an array of chars, 2 bytes each. It begins with room for 16, and grows
 * to the double and two more. What is appended costs by its length, what is inserted or deleted also by the length of what is behind. It
 * has no {@code capacity}, {@code chars} and {@code repeat}.
 */
@NullUnmarked
@SuppressWarnings("JavaLangClash") // programs name it so
public final class StringBuilder implements CharSequence, Comparable<StringBuilder> {
    private static final int ROOM = 16;
    /** What the upper five bits of all surrogates are. */
    private static final int SURROGATES = 0xD800 >> 11;

    private char[] text;
    private int length;

    public StringBuilder() {
        text = new char[ROOM];
    }

    public StringBuilder(int capacity) {
        text = new char[capacity];
    }

    public StringBuilder(String string) {
        length = string.length();
        text = new char[length + ROOM];
        string.getChars(0, length, text, 0);
    }

    // --- at the end

    public StringBuilder append(char letter) {
        int at = length;
        if (at == text.length) {
            grow(1);
        }
        text[at] = letter;
        length = at + 1;
        return this;
    }

    public StringBuilder append(String string) {
        String added = string == null ? "null" : string;
        int count = added.length();
        if (count > text.length - length) {
            grow(count);
        }
        added.getChars(0, count, text, length);
        length += count;
        return this;
    }

    public StringBuilder append(Object object) {
        return append(String.valueOf(object));
    }

    public StringBuilder append(boolean value) {
        return append(value ? "true" : "false");
    }

    public StringBuilder append(int value) {
        return append(Integer.toString(value));
    }

    public StringBuilder append(long value) {
        return append(Long.toString(value));
    }

    public StringBuilder append(float value) {
        return append(Float.toString(value));
    }

    public StringBuilder append(double value) {
        return append(Double.toString(value));
    }

    public StringBuilder append(char[] letters) {
        return append(letters, 0, letters.length);
    }

    public StringBuilder append(char[] letters, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, letters.length);
        if (count > text.length - length) {
            grow(count);
        }
        System.arraycopy(letters, offset, text, length, count);
        length += count;
        return this;
    }

    public StringBuilder append(CharSequence letters) {
        if (letters instanceof StringBuilder other) {
            return append(other.text, 0, other.length);
        }
        return append(letters == null ? "null" : letters.toString());
    }

    public StringBuilder append(CharSequence letters, int start, int end) {
        CharSequence some = letters == null ? "null" : letters;
        Objects.checkFromToIndex(start, end, some.length());
        if (some instanceof StringBuilder other) {
            return append(other.text, start, end - start);
        }
        if (end - start > text.length - length) {
            grow(end - start);
        }
        some.toString().getChars(start, end, text, length);
        length += end - start;
        return this;
    }

    public StringBuilder appendCodePoint(int codePoint) {
        return append(Strings.codePoint(codePoint));
    }

    private void grow(int added) {
        char[] larger = new char[Math.max(length + added, (length << 1) + 2)];
        System.arraycopy(text, 0, larger, 0, length);
        text = larger;
    }

    // --- in between

    public StringBuilder insert(int offset, char letter) {
        open(offset, 1);
        text[offset] = letter;
        return this;
    }

    public StringBuilder insert(int offset, String string) {
        String added = string == null ? "null" : string;
        int count = added.length();
        open(offset, count);
        added.getChars(0, count, text, offset);
        return this;
    }

    public StringBuilder insert(int offset, boolean value) {
        return insert(offset, value ? "true" : "false");
    }

    public StringBuilder insert(int offset, int value) {
        return insert(offset, Integer.toString(value));
    }

    public StringBuilder insert(int offset, long value) {
        return insert(offset, Long.toString(value));
    }

    /** Makes place for so many. */
    private void open(int offset, int count) {
        if (offset < 0 || offset > length) {
            throw Failures.textIndex(offset, length);
        }
        if (count > text.length - length) {
            grow(count);
        }
        System.arraycopy(text, offset, text, offset + count, length - offset);
        length += count;
    }

    public StringBuilder delete(int start, int end) {
        return replace(start, end, "");
    }

    public StringBuilder deleteCharAt(int index) {
        if (index < 0 || index >= length) {
            throw Failures.textIndex(index, length);
        }
        return replace(index, index + 1, "");
    }

    public StringBuilder replace(int start, int end, String string) {
        int before = Math.min(end, length);
        check(start, before);
        int count = string.length();
        int added = count - (before - start);
        if (added > text.length - length) {
            grow(added);
        }
        System.arraycopy(text, before, text, start + count, length - before);
        string.getChars(0, count, text, start);
        length += added;
        return this;
    }

    private void check(int start, int end) {
        if (start < 0 || start > end || end > length) {
            throw Failures.textRange(start, end, length);
        }
    }

    public StringBuilder reverse() {
        boolean pairs = false;
        int last = length - 1;
        for (int i = 0; i < length >> 1; i++) {
            char left = text[i];
            char right = text[last - i];
            pairs |= left >> 11 == SURROGATES || right >> 11 == SURROGATES;
            text[i] = right;
            text[last - i] = left;
        }
        if (pairs) {
            turnPairs();
        }
        return this;
    }

    private void turnPairs() {
        for (int i = 0; i < length - 1; i++) {
            char low = text[i];
            char high = text[i + 1];
            if (low >> 10 == 0xDC00 >> 10 && high >> 10 == 0xD800 >> 10) {
                text[i] = high;
                text[i + 1] = low;
                i++;
            }
        }
    }

    public void setCharAt(int index, char letter) {
        if (index < 0 || index >= length) {
            throw Failures.textIndex(index, length);
        }
        text[index] = letter;
    }

    public void setLength(int count) {
        if (count < 0) {
            throw Failures.textIndex(count, length);
        }
        if (count > text.length) {
            grow(count - length);
        }
        if (count > length) {
            java.util.Arrays.fill(text, length, count, '\0');
        }
        length = count;
    }

    // --- what is in it

    @Override
    public int length() {
        return length;
    }

    @Override
    public boolean isEmpty() {
        return length == 0;
    }

    @Override
    public char charAt(int index) {
        if (index < 0 || index >= length) {
            throw Failures.textIndex(index, length);
        }
        return text[index];
    }

    public int indexOf(String string) {
        return indexOf(string, 0);
    }

    public int indexOf(String string, int from) {
        return Strings.indexOf(text, length, string.toCharArray(), from);
    }

    public int lastIndexOf(String string) {
        return lastIndexOf(string, length);
    }

    public int lastIndexOf(String string, int from) {
        return Strings.lastIndexOf(text, length, string.toCharArray(), from);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public String substring(int start) {
        return substring(start, length);
    }

    public String substring(int start, int end) {
        check(start, end);
        return new String(text, start, end - start);
    }

    @Override
    public int compareTo(StringBuilder other) {
        int count = Math.min(length, other.length);
        for (int i = 0; i < count; i++) {
            if (text[i] != other.text[i]) {
                return text[i] - other.text[i];
            }
        }
        return length - other.length;
    }

    @Override
    public String toString() {
        return new String(text, 0, length);
    }
}
