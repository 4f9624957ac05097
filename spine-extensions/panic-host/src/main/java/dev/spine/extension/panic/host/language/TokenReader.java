package dev.spine.extension.panic.host.language;

import dev.spine.extension.panic.host.language.Token.Kind;
import java.util.List;

/** Goes through the pieces of a text. One thread. */
final class TokenReader {
    /** What is nested deeper is refused: trees are walked by recursion. */
    private static final int MAX_DEPTH = 200;

    private final List<Token> tokens;
    private final Findings findings;
    private int at;
    private int depth;
    /** Whether it was told that the outermost statement here is nested too deep. */
    private boolean isTooDeep;

    TokenReader(String text, Findings findings) {
        this.tokens = Tokens.of(text).stream().filter(token -> token.kind() != Kind.COMMENT).toList();
        this.findings = findings;
    }

    Token peek() {
        return tokens.get(at);
    }

    /** How many pieces were taken. */
    int taken() {
        return at;
    }

    /** The piece before the next one, at the begin the next one. */
    Token last() {
        return tokens.get(Math.max(at - 1, 0));
    }

    Token take() {
        Token token = tokens.get(at);
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    void takeAll() {
        at = tokens.size() - 1;
    }

    boolean isNext(String text) {
        return peek().is(text);
    }

    boolean isAtEnd() {
        return peek().kind() == Kind.END;
    }

    boolean takeIf(String text) {
        if (!isNext(text)) {
            return false;
        }
        take();
        return true;
    }

    /** Takes a word or sign that has to come. */
    void expect(String text, String where) throws SyntaxException {
        if (!takeIf(text)) {
            throw expected("'" + text + "' " + where, List.of(text));
        }
    }

    /** Takes a sign that has to come; when it does not, that is told, and reading goes on as if it had. */
    void expectOrGoOn(String sign, String where) {
        if (!takeIf(sign)) {
            findings.wrong(last().end(), "expected '" + sign + "' " + where + ", found " + peek().shown());
        }
    }

    String name(String what) throws SyntaxException {
        if (peek().kind() == Kind.KEYWORD) {
            throw new SyntaxException(peek().at(), "expected " + what + ", found " + peek().shown() + ", which is a word of the language");
        }
        if (peek().kind() != Kind.NAME) {
            throw expected(what, List.of());
        }
        if (peek().text().length() > Limits.MAX_NAME) {
            findings.wrong(peek().at(), "names have at most " + Limits.MAX_NAME + " characters, this one has " + peek().text().length());
        }
        return take().text();
    }

    /** A number of 32 bits. */
    int number(String what) throws SyntaxException {
        if (peek().kind() != Kind.NUMBER) {
            throw expected(what, List.of());
        }
        Token token = take();
        boolean isHexadecimal = token.word().startsWith("0X");
        try {
            return isHexadecimal ? Integer.parseUnsignedInt(token.text().substring(2), 16) : Integer.parseUnsignedInt(token.text());
        } catch (NumberFormatException e) {
            boolean isNumber = isHexadecimal ? token.word().matches("0X[0-9A-F]+") : token.word().matches("[0-9]+");
            throw new SyntaxException(token.at(), isNumber ? "numbers have at most 32 bits, " + token.shown() + " has more"
                : token.shown() + " is no number: they are decimal, or hexadecimal with 0x before");
        }
    }

    SyntaxException expected(String what, List<String> words) {
        Token found = peek();
        String meant = found.kind() == Kind.NAME ? meant(found, words) : "";
        return new SyntaxException(found.at(), "expected " + what + ", found " + found.shown() + meant);
    }

    String meant(Token written, List<String> words) {
        return findings.meant(written.word(), words);
    }

    void tell(SyntaxException wrong) {
        findings.wrong(wrong.at(), wrong.text());
    }

    /** Once for an outermost statement: where it is too deep, it mostly is so at several places. */
    void tell(NestingException wrong) {
        if (!isTooDeep) {
            tell((SyntaxException) wrong);
        }
        isTooDeep = true;
    }

    void enter() throws NestingException {
        if (++depth > MAX_DEPTH) {
            depth--;
            throw new NestingException(peek().at(), MAX_DEPTH);
        }
    }

    void leave() {
        depth--;
        isTooDeep &= depth > 0;
    }
}
