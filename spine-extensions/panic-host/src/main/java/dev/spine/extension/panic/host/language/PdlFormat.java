package dev.spine.extension.panic.host.language;

import dev.spine.extension.panic.host.language.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes programs as all of them are written: words of the language in capitals, one statement a line, two spaces for each block. A block
 * that its author has on one line stays there, an empty line stays one, and comments stay where they are. Lines end as the first one does.
 * A byte order mark is left out. What is written so is not changed by writing it again. One thread.
 */
public final class PdlFormat {
    private static final int INDENT = 2;
    /** What goes on in the next line, because a comment comes between. */
    private static final int GOES_ON = 4;
    private static final Set<String> UNSPACED_BEHIND = Set.of("(", "[");
    private static final Set<String> UNSPACED_BEFORE = Set.of(",", ";", ":", ")", "]", "[");

    private final List<Token> tokens;
    /** Blocks of one line: the places of their words. */
    private final Set<Integer> within;
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder line = new StringBuilder();
    private int depth;
    private boolean goesOn;
    private int at;

    private PdlFormat(List<Token> tokens) {
        this.tokens = tokens;
        this.within = blocksOfOneLine(tokens);
    }

    /**
     * {@return a program as all are written}
     *
     * @param text that {@link PdlText#read} takes for a program
     */
    public static String format(String text) {
        PdlFormat format = new PdlFormat(Tokens.of(text));
        while (format.tokens.get(format.at).kind() != Kind.END) {
            format.next();
            format.at++;
        }
        format.endLine();
        int end = text.indexOf('\n');
        boolean hasReturns = end > 0 && text.charAt(end - 1) == '\r';
        return hasReturns ? format.out.toString().replace("\n", "\r\n") : format.out.toString();
    }

    /** Places from a BEGIN to its END, when all of that is on one line and no comment in it. */
    private static Set<Integer> blocksOfOneLine(List<Token> tokens) {
        Set<Integer> places = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is("BEGIN")) {
                open.push(i);
            } else if (tokens.get(i).is("END") && !open.isEmpty()) {
                int begin = open.pop();
                if (tokens.get(begin).at().line() == tokens.get(i).at().line()) {
                    for (int j = begin; j <= i; j++) {
                        places.add(j);
                    }
                }
            }
        }
        return places;
    }

    private Token token(int place) {
        return tokens.get(Math.clamp(place, 0, tokens.size() - 1));
    }

    private void next() {
        Token token = token(at);
        boolean isOneLine = within.contains(at);
        if (token.kind() == Kind.COMMENT) {
            comment(token);
            return;
        }
        if (token.is("END") && !isOneLine) {
            endLine();
            depth--;
            goesOn = false;
        }
        beginLine(token);
        if (line.isEmpty()) {
            line.append(" ".repeat(INDENT * depth + (goesOn && !token.is("BEGIN") ? GOES_ON : 0)));
        } else if (isSpaced()) {
            line.append(' ');
        }
        line.append(token.kind() == Kind.KEYWORD ? token.word() : token.text());
        goesOn = true;
        if (isOneLine && !token.is("END")) {
            return;
        }
        if (token.is("BEGIN")) {
            depth++;
            endStatement();
        } else if (token.is(";") && !isOneLine) {
            endStatement();
        } else if (token.is(":") && isEndOfHeader()) {
            depth++;
            endStatement();
        }
    }

    private void endStatement() {
        goesOn = false;
        if (token(at + 1).kind() != Kind.COMMENT || token(at + 1).at().line() != token(at).at().line()) {
            endLine();
        }
    }

    /** An empty line before a piece that begins one stays. */
    private void beginLine(Token token) {
        if (line.isEmpty() && at > 0 && token.at().line() - token(at - 1).at().line() > 1 && !out.isEmpty()) {
            out.append('\n');
        }
    }

    private void comment(Token token) {
        boolean isBehind = at > 0 && token(at - 1).at().line() == token.at().line();
        if (!isBehind) {
            endLine();
            beginLine(token);
        }
        line.append(isBehind ? "  " : " ".repeat(INDENT * depth)).append(token.text().stripTrailing());
        endLine();
    }

    private void endLine() {
        if (!line.isEmpty()) {
            out.append(line.toString().stripTrailing()).append('\n');
            line.setLength(0);
        }
    }

    /** Behind the name or number of a program. */
    private boolean isEndOfHeader() {
        int place = at - 1;
        while (place > 0 && !token(place).is("PROGRAM") && token(place).kind() != Kind.SIGN) {
            place--;
        }
        return token(place).is("PROGRAM");
    }

    private boolean isSpaced() {
        Token before = token(at - 1);
        Token token = token(at);
        if (UNSPACED_BEHIND.contains(before.text()) || UNSPACED_BEFORE.contains(token.text())) {
            return false;
        }
        if (token.is("(")) {
            return !before.is("FLAG") && !before.is("LOCK") && (!before.is("-") || isOfTwo(at - 1));
        }
        if (before.is(":")) {
            // Of an address, or behind a trigger.
            return token.kind() != Kind.NUMBER;
        }
        return !before.is("-") || isOfTwo(at - 1);
    }

    /** Whether a minus stands between two values. */
    private boolean isOfTwo(int place) {
        int last = place - 1;
        while (last > 0 && token(last).kind() == Kind.COMMENT) {
            last--;
        }
        Token before = token(last);
        return before.kind() == Kind.NUMBER || before.kind() == Kind.NAME || before.is(")") || before.is("]") || before.is("CLOCK")
            || before.is("LENGTH");
    }
}
