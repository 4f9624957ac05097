package dev.spine.extension.services.host.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes an expression apart. Within brackets a colon stands between an index and a size; elsewhere it is a part of an address. */
final class Tokens {
    /** The longest expression. */
    static final int MAX_CHARACTERS = 8_192;

    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern HARDWARE = Pattern.compile("[0-9A-Fa-f]{1,2}(?:[:-][0-9A-Fa-f]{1,2}){5}(?![0-9A-Za-z:.])");
    private static final Pattern GROUPS = Pattern.compile("(?=[0-9A-Fa-f]*:[0-9A-Fa-f]*:)[0-9A-Fa-f:]+(?:\\d{1,3}(?:\\.\\d{1,3}){3})?");
    private static final Pattern WORD = Pattern.compile("\\\\?[A-Za-z0-9](?:[-_.A-Za-z0-9]*[.A-Za-z0-9])?");
    private static final Pattern SIGN = Pattern.compile("&&|\\|\\||<<|>>|<=|>=|==|!=|[()\\[\\]!&|^+\\-*/%<>=:]");
    private static final Pattern NUMBER = Pattern.compile("0[xX][0-9A-Fa-f]+|\\d+");
    private static final Pattern DOTTED = Pattern.compile("\\d+(?:\\.\\d+)+");

    private Tokens() {}

    static List<Token> of(String text) throws FilterSyntaxException {
        if (text.length() > MAX_CHARACTERS) {
            throw new FilterSyntaxException(MAX_CHARACTERS, "an expression has at most " + MAX_CHARACTERS + " characters: split it");
        }
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        int brackets = 0;
        while (at < text.length()) {
            int space = end(SPACE, text, at);
            if (space > at) {
                at = space;
                continue;
            }
            Token token = next(text, at, brackets > 0);
            if (token.is("[")) {
                brackets++;
            } else if (token.is("]")) {
                brackets--;
            }
            at += token.text().length();
            tokens.add(token.kind() == Token.Kind.WORD ? new Token(Token.Kind.WORD, token.text().toLowerCase(Locale.ROOT), token.position())
                : token);
        }
        tokens.add(new Token(Token.Kind.END, "", text.length() + 1));
        return tokens;
    }

    private static Token next(String text, int at, boolean inBrackets) throws FilterSyntaxException {
        int position = at + 1;
        if (!inBrackets) {
            int hardware = end(HARDWARE, text, at);
            if (hardware > at) {
                return new Token(Token.Kind.HARDWARE, text.substring(at, hardware), position);
            }
            int groups = end(GROUPS, text, at);
            if (groups > at) {
                return new Token(Token.Kind.GROUPS, text.substring(at, groups), position);
            }
        }
        int word = end(WORD, text, at);
        if (word > at) {
            String found = text.substring(at, word);
            if (NUMBER.matcher(found).matches()) {
                return new Token(Token.Kind.NUMBER, found, position);
            }
            return new Token(DOTTED.matcher(found).matches() ? Token.Kind.DOTTED : Token.Kind.WORD, found, position);
        }
        int sign = end(SIGN, text, at);
        if (sign > at) {
            return new Token(Token.Kind.SIGN, text.substring(at, sign), position);
        }
        throw new FilterSyntaxException(position, "the character '" + text.charAt(at) + "' means nothing in an expression");
    }

    private static int end(Pattern pattern, String text, int at) {
        Matcher matcher = pattern.matcher(text).region(at, text.length()).useTransparentBounds(true);
        return matcher.lookingAt() ? matcher.end() : at;
    }
}
