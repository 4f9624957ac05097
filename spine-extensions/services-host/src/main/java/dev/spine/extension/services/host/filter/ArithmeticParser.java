package dev.spine.extension.services.host.filter;

/** Reads numbers that an expression computes. */
final class ArithmeticParser {
    private final TokenReader tokens;

    ArithmeticParser(TokenReader tokens) {
        this.tokens = tokens;
    }

    /** Reads a number; shift is how far tags move the headers of its accessors. */
    Arithmetic parse(int shift) throws FilterSyntaxException {
        return bits(shift);
    }

    private Arithmetic bits(int shift) throws FilterSyntaxException {
        Arithmetic left = shifted(shift);
        while (true) {
            Operator operator = switch (tokens.peek().text()) {
                case "&" -> Operator.AND;
                case "|" -> Operator.OR;
                case "^" -> Operator.XOR;
                default -> null;
            };
            if (operator == null || tokens.peek().kind() != Token.Kind.SIGN) {
                return left;
            }
            left = binary(operator, left, tokens.take(), () -> shifted(shift));
        }
    }

    private Arithmetic shifted(int shift) throws FilterSyntaxException {
        Arithmetic left = sum(shift);
        while (tokens.peek().is("<<") || tokens.peek().is(">>")) {
            Token sign = tokens.take();
            left = binary(sign.is("<<") ? Operator.SHIFT_LEFT : Operator.SHIFT_RIGHT, left, sign, () -> sum(shift));
        }
        return left;
    }

    private Arithmetic sum(int shift) throws FilterSyntaxException {
        Arithmetic left = product(shift);
        while (tokens.peek().is("+") || tokens.peek().is("-")) {
            Token sign = tokens.take();
            left = binary(sign.is("+") ? Operator.ADD : Operator.SUBTRACT, left, sign, () -> product(shift));
        }
        return left;
    }

    private Arithmetic product(int shift) throws FilterSyntaxException {
        Arithmetic left = unary(shift);
        while (tokens.peek().is("*") || tokens.peek().is("/") || tokens.peek().is("%")) {
            Token sign = tokens.take();
            Operator operator = sign.is("*") ? Operator.MULTIPLY : sign.is("/") ? Operator.DIVIDE : Operator.REMAINDER;
            left = binary(operator, left, sign, () -> unary(shift));
        }
        return left;
    }

    /** A part of arithmetic. */
    private interface Part {
        Arithmetic read() throws FilterSyntaxException;
    }

    private static Arithmetic binary(Operator operator, Arithmetic left, Token sign, Part right) throws FilterSyntaxException {
        Arithmetic second = right.read();
        if (second instanceof Arithmetic.Constant constant) {
            if (operator.divides() && constant.value() == 0) {
                throw TokenReader.wrong(sign, "division by zero");
            }
            if ((operator == Operator.SHIFT_LEFT || operator == Operator.SHIFT_RIGHT) && Integer.compareUnsigned(constant.value(),
                31) > 0) {
                throw TokenReader.wrong(sign, "a shift by more than 31 bits");
            }
            if (left instanceof Arithmetic.Constant first) {
                return new Arithmetic.Constant(operator.apply(first.value(), constant.value()));
            }
        }
        return new Arithmetic.Binary(operator, left, second);
    }

    private Arithmetic unary(int shift) throws FilterSyntaxException {
        tokens.enter();
        Token token = tokens.take();
        Arithmetic read = switch (token.kind()) {
            case NUMBER -> new Arithmetic.Constant(TokenReader.number(token));
            case SIGN -> signed(token, shift);
            case WORD -> named(token, shift);
            default -> throw TokenReader.wrong(token, "expected a number, found " + token.shown());
        };
        tokens.leave();
        return read;
    }

    private Arithmetic signed(Token sign, int shift) throws FilterSyntaxException {
        if (sign.is("-")) {
            return binary(Operator.SUBTRACT, new Arithmetic.Constant(0), sign, () -> unary(shift));
        }
        if (!sign.is("(")) {
            throw TokenReader.wrong(sign, "expected a number, found " + sign.shown());
        }
        Arithmetic inside = bits(shift);
        tokens.expect(")", "behind a number");
        return inside;
    }

    private Arithmetic named(Token word, int shift) throws FilterSyntaxException {
        if (word.is("len")) {
            return new Arithmetic.PacketBytes();
        }
        Integer number = FilterNames.NUMBERS.get(word.text());
        if (number != null) {
            return new Arithmetic.Constant(number);
        }
        Layer layer = Layer.of(word.text());
        if (layer == null || !tokens.peek().is("[")) {
            throw TokenReader.wrong(layer == null ? word : tokens.peek(), layer == null ? "'" + word.text() + "' is no number"
                : "'" + word.text() + "' is a number only with an index, as " + word.text() + "[0]");
        }
        tokens.take();
        Arithmetic index = bits(shift);
        int size = 1;
        if (tokens.takeIf(":")) {
            Token bytes = tokens.take();
            size = bytes.kind() == Token.Kind.NUMBER ? TokenReader.number(bytes) : 0;
            if (size != 1 && size != 2 && size != 4) {
                throw TokenReader.wrong(bytes, "an accessor takes 1, 2 or 4 bytes, not " + bytes.shown());
            }
        }
        tokens.expect("]", "behind an index");
        return new Arithmetic.Accessor(layer, index, size, shift);
    }
}
