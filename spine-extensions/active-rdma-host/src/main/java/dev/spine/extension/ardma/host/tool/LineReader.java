package dev.spine.extension.ardma.host.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Goes through the words of a line. */
final class LineReader {
    private static final int MAX_NAME = 64;
    private static final int HEX = 16;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]{0," + (MAX_NAME - 1) + "}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,19}|0x[0-9A-Fa-f]{1,16}");

    private final List<Word> words = new ArrayList<>();
    private int at;

    /**
     * Takes a line apart.
     *
     * @param line its number
     * @param text the line
     * @throws WrongWordException when a string has no end
     */
    LineReader(int line, String text) throws WrongWordException {
        int next = 0;
        while (next < text.length() && text.charAt(next) != ';') {
            char first = text.charAt(next);
            if (Character.isWhitespace(first)) {
                next++;
            } else if (first == ',' || first == ':') {
                words.add(new Word(line, ++next, first == ',' ? Word.Kind.COMMA : Word.Kind.COLON, String.valueOf(first)));
            } else {
                next = first == '"' ? string(line, text, next) : plain(line, text, next);
            }
        }
        words.add(new Word(line, next + 1, Word.Kind.END, ""));
    }

    private int plain(int line, String text, int from) {
        int end = from;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && ",:;\"".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        words.add(new Word(line, from + 1, Word.Kind.PLAIN, text.substring(from, end)));
        return end;
    }

    private int string(int line, String text, int from) throws WrongWordException {
        int end = from + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= text.length()) {
            throw new WrongWordException(line, from + 1, "expected a string, found no '\"' at its end");
        }
        words.add(new Word(line, from + 1, Word.Kind.STRING, text.substring(from + 1, end)));
        return end + 1;
    }

    Word peek() {
        return words.get(at);
    }

    boolean isAtEnd() {
        return peek().kind() == Word.Kind.END;
    }

    Word take() {
        Word word = words.get(at);
        at = Math.min(at + 1, words.size() - 1);
        return word;
    }

    boolean takeIf(Word.Kind kind) {
        boolean is = peek().kind() == kind;
        if (is) {
            take();
        }
        return is;
    }

    /** Whether a label is next, which is a word and a colon. */
    boolean isAtLabel() {
        return !isAtEnd() && words.get(at + 1).kind() == Word.Kind.COLON;
    }

    Word plain(String what) throws WrongWordException {
        if (peek().kind() != Word.Kind.PLAIN) {
            throw expected(what);
        }
        return take();
    }

    Word name(String what) throws WrongWordException {
        if (!isName()) {
            throw expected(what + " (letters, digits and _, at most " + MAX_NAME + ")");
        }
        return take();
    }

    boolean isName() {
        return peek().kind() == Word.Kind.PLAIN && NAME.matcher(peek().text()).matches();
    }

    void end() throws WrongWordException {
        if (!isAtEnd()) {
            throw expected("the end of the line");
        }
    }

    /** A number of a range. */
    int number(int low, int high, String what) throws WrongWordException {
        OptionalLong value = value(peek().text());
        if (value.isEmpty() || value.getAsLong() < low || value.getAsLong() > high) {
            throw expected(String.format(Locale.ROOT, "%s, %,d to %,d", what, low, high));
        }
        take();
        return (int) value.getAsLong();
    }

    /** An int: decimal, or up to 32 bits in hexadecimal digits. */
    int intValue(String what) throws WrongWordException {
        OptionalLong value = value(peek().text());
        boolean hasBits = peek().text().startsWith("0x") && value.isPresent() && value.getAsLong() >>> Integer.SIZE == 0;
        if (value.isEmpty() || value.getAsLong() != (int) value.getAsLong() && !hasBits) {
            throw expected(what);
        }
        take();
        return (int) value.getAsLong();
    }

    /** Whether a long is next, which is a number and an L. */
    boolean isAtLong() {
        return value(withoutLetter()).isPresent();
    }

    long longValue() {
        long value = value(withoutLetter()).orElseThrow();
        take();
        return value;
    }

    private String withoutLetter() {
        String text = peek().text();
        return text.endsWith("L") ? text.substring(0, text.length() - 1) : "";
    }

    private OptionalLong value(String text) {
        if (peek().kind() == Word.Kind.PLAIN && NUMBER.matcher(text).matches()) {
            try {
                return OptionalLong.of(text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), HEX) : Long.parseLong(text));
            } catch (NumberFormatException _) {
                // It has more than 64 bits.
            }
        }
        return OptionalLong.empty();
    }

    /** Says what should be here. */
    WrongWordException expected(String what) {
        return new WrongWordException(peek().line(), peek().column(), "expected " + what + ", found " + peek().shown());
    }
}
