package dev.spine.extension.panic.host.language;

import dev.spine.extension.panic.host.language.Expression.Operator;
import dev.spine.extension.panic.host.language.Token.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads expressions, and what is made of them. One thread. */
final class ExpressionParser {
    private static final Map<String, Operator> COMPARISONS = Map.of("<", Operator.LESS, "<=", Operator.NOT_GREATER, ">", Operator.GREATER,
        ">=", Operator.NOT_LESS, "=", Operator.EQUAL, "==", Operator.EQUAL, "<>", Operator.DIFFERENT, "!=", Operator.DIFFERENT);
    private static final Map<String, Operator> SUMS = Map.of("+", Operator.PLUS, "-", Operator.MINUS);
    private static final Map<String, Operator> TERMS = Map.of("*", Operator.TIMES, "/", Operator.DIVIDED, "%", Operator.REMAINDER, "MOD",
        Operator.REMAINDER);

    private final TokenReader tokens;
    /** Where the outermost expression begins; less than 0 outside of one. */
    private int begin = -1;

    ExpressionParser(TokenReader tokens) {
        this.tokens = tokens;
    }

    Expression expression() throws SyntaxException {
        tokens.enter();
        boolean isOutermost = begin < 0;
        if (isOutermost) {
            begin = tokens.taken();
        }
        try {
            Expression left = conjunction();
            while (tokens.isNext("OR")) {
                tokens.take();
                left = new Expression.Pair(Operator.OR, left, conjunction(), left.at());
            }
            return left;
        } finally {
            tokens.leave();
            if (isOutermost) {
                begin = -1;
            }
        }
    }

    private Expression conjunction() throws SyntaxException {
        Expression left = negation();
        while (tokens.isNext("AND")) {
            tokens.take();
            left = new Expression.Pair(Operator.AND, left, negation(), left.at());
        }
        return left;
    }

    private Expression negation() throws SyntaxException {
        if (!tokens.isNext("NOT")) {
            return comparison();
        }
        Position at = tokens.take().at();
        tokens.enter();
        try {
            return new Expression.Not(negation(), at);
        } finally {
            tokens.leave();
        }
    }

    private Expression comparison() throws SyntaxException {
        Expression left = sum();
        Operator operator = taken(COMPARISONS);
        if (operator == null) {
            return left;
        }
        Expression both = new Expression.Pair(operator, left, sum(), left.at());
        if (COMPARISONS.containsKey(tokens.peek().word())) {
            throw new SyntaxException(tokens.peek().at(), "a comparison is not compared again: put one in parentheses, or 'AND' between");
        }
        return both;
    }

    private Expression sum() throws SyntaxException {
        Expression left = term();
        for (Operator operator = taken(SUMS); operator != null; operator = taken(SUMS)) {
            left = new Expression.Pair(operator, left, term(), left.at());
        }
        return left;
    }

    private Expression term() throws SyntaxException {
        Expression left = factor();
        for (Operator operator = taken(TERMS); operator != null; operator = taken(TERMS)) {
            left = new Expression.Pair(operator, left, factor(), left.at());
        }
        return left;
    }

    private @Nullable Operator taken(Map<String, Operator> operators) {
        Token next = tokens.peek();
        Operator operator = next.kind() == Kind.SIGN || next.kind() == Kind.KEYWORD ? operators.get(next.word()) : null;
        if (operator != null) {
            tokens.take();
        }
        return operator;
    }

    private Expression factor() throws SyntaxException {
        Token first = tokens.peek();
        Position at = first.at();
        if (tokens.taken() - begin > Limits.MAX_PIECES) {
            throw new SyntaxException(at, "an expression has at most " + Limits.MAX_PIECES + " pieces: store a part of it in a variable");
        }
        if (first.kind() == Kind.NUMBER) {
            return new Expression.Constant(tokens.number("a number"), at);
        }
        if (first.kind() == Kind.NAME) {
            return place("a name");
        }
        return switch (first.word()) {
            case "-" -> {
                tokens.take();
                tokens.enter();
                try {
                    yield new Expression.Negative(factor(), at);
                } finally {
                    tokens.leave();
                }
            }
            case "(" -> {
                tokens.take();
                Expression inside = expression();
                tokens.expect(")", "behind what is in parentheses");
                yield inside;
            }
            case "CLOCK" -> {
                tokens.take();
                yield new Expression.Clock(at);
            }
            case "LENGTH" -> {
                tokens.take();
                yield new Expression.Length(at);
            }
            case "PACKET" -> packetWord();
            case "FLAG" -> {
                tokens.take();
                yield new Expression.FlagTest(inParentheses("FLAG"), at);
            }
            case "LOCK" -> {
                tokens.take();
                yield new Expression.LockTest(inParentheses("LOCK"), at);
            }
            default -> throw tokens.expected("a value", List.of());
        };
    }

    private Expression inParentheses(String of) throws SyntaxException {
        tokens.expect("(", "behind " + of);
        Expression inside = expression();
        tokens.expect(")", "behind the number of a " + of.toLowerCase(Locale.ROOT));
        return inside;
    }

    private Expression.PacketWord packetWord() throws SyntaxException {
        Position at = tokens.take().at();
        tokens.expect("[", "behind PACKET");
        Expression index = expression();
        tokens.expect("]", "behind an index");
        return new Expression.PacketWord(index, at);
    }

    Expression.Place place(String what) throws SyntaxException {
        Position at = tokens.peek().at();
        String name = tokens.name(what);
        if (!tokens.takeIf("[")) {
            return new Expression.Place(name, null, at);
        }
        Expression index = expression();
        tokens.expect("]", "behind an index");
        return new Expression.Place(name, index, at);
    }

    Expression.Region region(String what) throws SyntaxException {
        return tokens.isNext("PACKET") ? packetWord() : place(what);
    }
}
