package dev.spine.extension.services.host.filter;

import org.jspecify.annotations.Nullable;

/**
 * Reads an expression as tcpdump takes it (pcap-filter(7)): {@code and} and {@code or} have the same precedence and go from left to right,
 * {@code not} binds tighter, and a name or number alone has the qualifiers of the one before it. What is not known here, and why, is in
 * docs/services.md. One thread at a time.
 */
public final class ExpressionParser {
    private static final int TAG_BYTES = 4;

    private final TokenReader tokens;
    private final ArithmeticParser arithmetic;
    private final IdentifierParser identifiers;
    /** Of the last name or number; null when the last term had none. */
    private @Nullable Qualifiers last;
    /** How far the tags that were asked for so far move what comes behind them. */
    private int shift;

    private ExpressionParser(String text) throws FilterSyntaxException {
        tokens = new TokenReader(text);
        arithmetic = new ArithmeticParser(tokens);
        identifiers = new IdentifierParser(tokens);
    }

    /**
     * {@return what an expression says}
     *
     * @param text the expression; blank for every packet
     * @throws FilterSyntaxException when it is none
     */
    public static Expression parse(String text) throws FilterSyntaxException {
        if (text.isBlank()) {
            return new Expression.All();
        }
        ExpressionParser parser = new ExpressionParser(text);
        Expression whole = parser.expression();
        Token rest = parser.tokens.peek();
        if (rest.kind() != Token.Kind.END) {
            throw TokenReader.wrong(rest, "expected 'and' or 'or', found " + rest.shown());
        }
        return whole;
    }

    private Expression expression() throws FilterSyntaxException {
        Expression left = term();
        while (true) {
            if (tokens.takeIf("and") || tokens.takeIf("&&")) {
                left = new Expression.And(left, term());
            } else if (tokens.takeIf("or") || tokens.takeIf("||")) {
                left = new Expression.Or(left, term());
            } else {
                return left;
            }
        }
    }

    private Expression term() throws FilterSyntaxException {
        tokens.enter();
        Expression read = tokens.takeIf("not") || tokens.takeIf("!") ? new Expression.Not(term()) : positive();
        tokens.leave();
        return read;
    }

    private Expression positive() throws FilterSyntaxException {
        Token first = tokens.peek();
        FilterSyntaxException noRelation = null;
        if (first.kind() == Token.Kind.WORD && tokens.peekBehind().is("[")) {
            return relation();
        }
        if (mayBeginRelation(first)) {
            TokenReader.Mark mark = tokens.mark();
            try {
                return relation();
            } catch (FilterSyntaxException e) {
                noRelation = e;
                tokens.backTo(mark);
            }
        }
        try {
            return withoutRelation(first);
        } catch (FilterSyntaxException e) {
            // What got further is nearer to what was meant.
            throw noRelation != null && noRelation.position() > e.position() ? noRelation : e;
        }
    }

    private boolean mayBeginRelation(Token first) {
        boolean signFollows = tokens.peekBehind().kind() == Token.Kind.SIGN && !tokens.peekBehind().is(")");
        return first.kind() == Token.Kind.NUMBER && signFollows || first.is("(") || first.is("-") || first.is("len")
            || first.kind() == Token.Kind.WORD && FilterNames.NUMBERS.containsKey(first.text());
    }

    private Expression relation() throws FilterSyntaxException {
        Arithmetic left = arithmetic.parse(shift);
        Token sign = tokens.take();
        Comparison comparison = switch (sign.kind() == Token.Kind.SIGN ? sign.text() : "") {
            case "=", "==" -> Comparison.EQUAL;
            case "!=" -> Comparison.DIFFERENT;
            case ">" -> Comparison.GREATER;
            case "<=" -> Comparison.NOT_GREATER;
            case ">=" -> Comparison.NOT_LESS;
            case "<" -> Comparison.LESS;
            default -> throw TokenReader.wrong(sign, "expected a comparison, found " + sign.shown());
        };
        Arithmetic right = arithmetic.parse(shift);
        last = null;
        return new Expression.Relation(left, comparison, right);
    }

    private Expression withoutRelation(Token first) throws FilterSyntaxException {
        if (tokens.takeIf("(")) {
            Expression inside = expression();
            tokens.expect(")", "or 'and' or 'or'");
            return inside;
        }
        if (first.kind() == Token.Kind.WORD) {
            Expression named = keyword(first);
            if (named != null) {
                return named;
            }
        }
        if (first.kind() == Token.Kind.END || first.kind() == Token.Kind.SIGN) {
            throw TokenReader.wrong(first, "expected an expression, found " + first.shown());
        }
        return identifier(first);
    }

    /** A name or number without qualifiers of its own. */
    private Expression identifier(Token first) throws FilterSyntaxException {
        if (last != null) {
            return identifiers.parse(last, shift);
        }
        throw TokenReader.wrong(first, first.kind() == Token.Kind.WORD ? first.shown() + " is no word of expressions"
            : first.shown() + " needs a word before it that says what it is: host, net, port, proto");
    }

    private @Nullable Expression keyword(Token word) throws FilterSyntaxException {
        return switch (word.text()) {
            case "vlan" -> {
                tokens.take();
                yield vlan();
            }
            case "less", "greater" -> {
                tokens.take();
                yield length(word.is("less") ? Comparison.NOT_GREATER : Comparison.NOT_LESS);
            }
            case "broadcast", "multicast" -> cast(Layer.ETHER);
            case "src", "dst", "host", "net", "port", "portrange", "proto" -> qualified(qualifiers(null));
            default -> {
                Layer layer = Layer.of(word.text());
                if (layer == null) {
                    yield null;
                }
                tokens.take();
                yield ofLayer(layer, word);
            }
        };
    }

    private Expression length(Comparison comparison) throws FilterSyntaxException {
        last = null;
        Token bytes = tokens.take();
        if (bytes.kind() != Token.Kind.NUMBER) {
            throw TokenReader.wrong(bytes, "expected a number of bytes, found " + bytes.shown());
        }
        return new Expression.Relation(new Arithmetic.PacketBytes(), comparison, new Arithmetic.Constant(TokenReader.number(bytes)));
    }

    private Expression ofLayer(Layer layer, Token word) throws FilterSyntaxException {
        Token next = tokens.peek();
        if (next.kind() == Token.Kind.WORD) {
            switch (next.text()) {
                case "src", "dst", "host", "net", "port", "portrange", "proto" -> {
                    return qualified(qualifiers(layer));
                }
                case "broadcast", "multicast" -> {
                    return cast(layer);
                }
                default -> {
                    // Whatever comes is not said of this protocol.
                }
            }
        }
        last = null;
        if (layer == Layer.ETHER) {
            throw TokenReader.wrong(word, "'" + word.text() + "' needs more: ether host, ether src, ether dst, ether proto, ether[0]");
        }
        return new Expression.Protocol(layer, shift);
    }

    private Expression cast(Layer layer) throws FilterSyntaxException {
        Token word = tokens.take();
        last = null;
        if (word.is("broadcast")) {
            if (layer != Layer.ETHER) {
                throw TokenReader.wrong(word, "broadcasts of " + layer.word()
                    + " depend on a mask that nobody knows here: write the address");
            }
            return new Expression.HardwareAddress(Direction.DESTINATION, 0xFFFF_FFFF_FFFFL);
        }
        if (layer != Layer.ETHER && layer != Layer.IP && layer != Layer.IP6) {
            throw TokenReader.wrong(word, "'" + layer.word() + "' has no multicast: ether, ip and ip6 have");
        }
        return new Expression.Multicast(layer, shift);
    }

    private Expression vlan() throws FilterSyntaxException {
        int number = -1;
        last = null;
        Token id = tokens.peek();
        if (id.kind() == Token.Kind.NUMBER) {
            tokens.take();
            number = TokenReader.number(id);
            if (number < 0 || number > 0xFFF) {
                throw TokenReader.wrong(id, "a VLAN has a number from 0 to 4095, not " + id.text());
            }
        }
        Expression.Vlan tag = new Expression.Vlan(number, shift);
        shift += TAG_BYTES;
        return tag;
    }

    private Qualifiers qualifiers(@Nullable Layer layer) throws FilterSyntaxException {
        Direction direction = Direction.EITHER;
        Token word = tokens.peek();
        if (word.is("src") || word.is("dst")) {
            tokens.take();
            direction = word.is("src") ? Direction.SOURCE : Direction.DESTINATION;
            String other = word.is("src") ? "dst" : "src";
            if ((tokens.peek().is("or") || tokens.peek().is("and")) && tokens.peekBehind().is(other)) {
                direction = tokens.take().is("or") ? Direction.EITHER : Direction.BOTH;
                tokens.take();
            }
        }
        Qualifiers.Type type = switch (tokens.peek().text()) {
            case "host" -> Qualifiers.Type.HOST;
            case "net" -> Qualifiers.Type.NET;
            case "port" -> Qualifiers.Type.PORT;
            case "portrange" -> Qualifiers.Type.PORT_RANGE;
            case "proto" -> Qualifiers.Type.PROTOCOL;
            default -> null;
        };
        if (type == null) {
            return new Qualifiers(layer, direction, Qualifiers.Type.HOST);
        }
        Token kind = tokens.take();
        if (type == Qualifiers.Type.PROTOCOL && (word.is("src") || word.is("dst"))) {
            throw TokenReader.wrong(kind, "a protocol has no direction");
        }
        return new Qualifiers(layer, direction, type);
    }

    /** A name or number with qualifiers, or several of them in parentheses. */
    private Expression qualified(Qualifiers qualifiers) throws FilterSyntaxException {
        Expression read = tokens.takeIf("(") ? list(qualifiers) : identifiers.parse(qualifiers, shift);
        last = qualifiers;
        return read;
    }

    private Expression list(Qualifiers qualifiers) throws FilterSyntaxException {
        tokens.enter();
        Expression left = listed(qualifiers);
        while (!tokens.takeIf(")")) {
            if (tokens.takeIf("and") || tokens.takeIf("&&")) {
                left = new Expression.And(left, listed(qualifiers));
            } else if (tokens.takeIf("or") || tokens.takeIf("||")) {
                left = new Expression.Or(left, listed(qualifiers));
            } else {
                throw TokenReader.wrong(tokens.peek(), "expected ')', 'and' or 'or', found " + tokens.peek().shown());
            }
        }
        tokens.leave();
        return left;
    }

    private Expression listed(Qualifiers qualifiers) throws FilterSyntaxException {
        tokens.enter();
        Expression read;
        if (tokens.takeIf("not") || tokens.takeIf("!")) {
            read = new Expression.Not(listed(qualifiers));
        } else {
            read = tokens.takeIf("(") ? list(qualifiers) : identifiers.parse(qualifiers, shift);
        }
        tokens.leave();
        return read;
    }
}
