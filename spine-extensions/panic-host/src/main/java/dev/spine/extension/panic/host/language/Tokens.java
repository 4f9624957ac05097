package dev.spine.extension.panic.host.language;

import com.google.common.base.CharMatcher;
import dev.spine.extension.panic.host.language.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Takes the text of a program apart. One thread. */
final class Tokens {
    static final Set<String> KEYWORDS = Set.of("PROGRAM", "ID", "VAR", "TRIGGERS", "BEGIN", "END", "MESSAGE", "IF", "THEN", "ELSE", "WHILE",
        "DO", "SEND", "LEN", "AS", "TO", "AT", "SENDER", "DELIVER", "OFFSET", "INTO", "GET", "FROM", "COPY", "DISPLAY", "AWAIT", "STOP",
        "SET", "CLEAR", "FLAG", "LOCK", "CLOCK", "PACKET", "LENGTH", "AND", "OR", "NOT", "MOD");

    /** Editors put it before a text; it belongs to none of its lines. */
    private static final String BYTE_ORDER_MARK = "\ufeff";
    private static final Set<String> LONG_SIGNS = Set.of("<=", ">=", "==", "<>", "!=");
    private static final String SIGNS = "+-*/%<>=()[],;:";
    private static final CharMatcher LETTERS = CharMatcher.inRange('a', 'z').or(CharMatcher.inRange('A', 'Z')).or(CharMatcher.is('_'));
    private static final CharMatcher DIGITS = CharMatcher.inRange('0', '9');
    private static final CharMatcher IN_WORDS = LETTERS.or(DIGITS);

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineBegin;

    private Tokens(String text) {
        this.text = text;
    }

    /** {@return the pieces, of which the last one is the end} */
    static List<Token> of(String text) {
        Tokens read = new Tokens(text);
        if (text.startsWith(BYTE_ORDER_MARK)) {
            read.at = BYTE_ORDER_MARK.length();
            read.lineBegin = read.at;
        }
        while (read.at < text.length()) {
            read.next();
        }
        read.add(Kind.END, 0);
        return read.tokens;
    }

    private Position here() {
        return new Position(line, at - lineBegin + 1);
    }

    private void add(Kind kind, int length) {
        tokens.add(new Token(kind, text.substring(at, at + length), here()));
        at += length;
    }

    private void next() {
        char first = text.charAt(at);
        if (first == '\n') {
            at++;
            line++;
            lineBegin = at;
        } else if (Character.isWhitespace(first)) {
            at++;
        } else if (first == '#') {
            int end = text.indexOf('\n', at);
            add(Kind.COMMENT, (end < 0 ? text.length() : end) - at);
        } else if (LETTERS.matches(first)) {
            int length = lengthOfWord();
            boolean isKeyword = KEYWORDS.contains(text.substring(at, at + length).toUpperCase(Locale.ROOT));
            add(isKeyword ? Kind.KEYWORD : Kind.NAME, length);
        } else if (DIGITS.matches(first)) {
            add(Kind.NUMBER, lengthOfWord());
        } else if (at + 2 <= text.length() && LONG_SIGNS.contains(text.substring(at, at + 2))) {
            add(Kind.SIGN, 2);
        } else if (SIGNS.indexOf(first) >= 0) {
            add(Kind.SIGN, 1);
        } else {
            add(Kind.OTHER, lengthOfOther());
        }
    }

    private int lengthOfWord() {
        int end = at;
        while (end < text.length() && IN_WORDS.matches(text.charAt(end))) {
            end++;
        }
        return end - at;
    }

    private int lengthOfOther() {
        int end = at;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && !IN_WORDS.matches(text.charAt(end))
            && SIGNS.indexOf(text.charAt(end)) < 0 && text.charAt(end) != '#') {
            end++;
        }
        return end - at;
    }
}
