package dev.spine.extension.services.host.filter;

import java.util.List;

/** Goes through the pieces of an expression. */
final class TokenReader {
    /** What is nested deeper is refused: trees are walked by recursion. */
    private static final int MAX_DEPTH = 128;

    private final List<Token> tokens;
    private int at;
    private int depth;

    TokenReader(String text) throws FilterSyntaxException {
        tokens = Tokens.of(text);
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peekBehind() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token take() {
        Token token = tokens.get(at);
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    boolean takeIf(String text) {
        if (!peek().is(text)) {
            return false;
        }
        take();
        return true;
    }

    void expect(String text, String what) throws FilterSyntaxException {
        if (!takeIf(text)) {
            throw wrong(peek(), "expected '" + text + "' " + what + ", found " + peek().shown());
        }
    }

    /** A place to come back to. */
    record Mark(int at, int depth) {}

    Mark mark() {
        return new Mark(at, depth);
    }

    void backTo(Mark mark) {
        at = mark.at();
        depth = mark.depth();
    }

    void enter() throws FilterSyntaxException {
        if (++depth > MAX_DEPTH) {
            throw wrong(peek(), "nested more than " + MAX_DEPTH + " deep");
        }
    }

    void leave() {
        depth--;
    }

    static FilterSyntaxException wrong(Token at, String what) {
        return new FilterSyntaxException(at.position(), what);
    }

    /** The 32 bits of a number. */
    static int number(Token token) throws FilterSyntaxException {
        String text = token.text();
        try {
            long value = text.startsWith("0x") || text.startsWith("0X") ? Long.parseLong(text.substring(2), 16)
                : Long.parseLong(text, text.length() > 1 && text.charAt(0) == '0' ? 8 : 10);
            if (value <= 0xFFFF_FFFFL) {
                return (int) value;
            }
        } catch (NumberFormatException e) {
            throw wrong(token, "'" + text + "' is no number: octal ones begin with 0, hexadecimal ones with 0x");
        }
        throw wrong(token, "numbers have at most 32 bits, '" + text + "' has more");
    }
}
