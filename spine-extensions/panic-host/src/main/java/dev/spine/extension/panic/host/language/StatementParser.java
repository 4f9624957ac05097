package dev.spine.extension.panic.host.language;

import dev.spine.extension.panic.host.language.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads statements. What is wrong in one is told, and reading goes on behind it. One thread. */
final class StatementParser {
    private static final List<String> BEGINNINGS = List.of("IF", "WHILE", "BEGIN", "SEND", "DELIVER", "GET", "COPY", "DISPLAY", "SET",
        "CLEAR", "AWAIT", "STOP");
    private static final int OCTETS = 8;
    private static final int MAX_OCTET = 255;
    private static final int FIRST_OCTET_OF_NODE = 48;

    private final TokenReader tokens;
    private final ExpressionParser expressions;

    StatementParser(TokenReader tokens) {
        this.tokens = tokens;
        this.expressions = new ExpressionParser(tokens);
    }

    /** From {@code BEGIN} to {@code END}. Whoever calls it for one within another enters it. */
    Statement.Block block(String what) throws SyntaxException {
        Position at = tokens.peek().at();
        tokens.expect("BEGIN", "of " + what);
        List<Statement> statements = new ArrayList<>();
        while (!tokens.isNext("END") && !isOutside()) {
            if (!tokens.takeIf(";")) {
                statement(statements);
            }
        }
        if (!tokens.takeIf("END")) {
            throw tokens.expected("'END' of " + what + " that begins at " + at, List.of("END"));
        }
        return new Statement.Block(statements, at);
    }

    /** What no block has. */
    private boolean isOutside() {
        return tokens.isAtEnd() || Stream.of("MESSAGE", "PROGRAM", "VAR", "TRIGGERS").anyMatch(tokens::isNext);
    }

    private void statement(List<Statement> statements) {
        try {
            statements.add(statement());
            if (!tokens.isNext(";") && !tokens.isNext("END") && !isOutside()) {
                boolean isNext = tokens.peek().kind() == Kind.NAME || BEGINNINGS.contains(tokens.peek().word());
                if (!isNext) {
                    throw tokens.expected("';' or 'END'", List.of());
                }
                tokens.expectOrGoOn(";", "between two statements");
            }
        } catch (NestingException e) {
            tokens.tell(e);
            skipUnread();
        } catch (SyntaxException e) {
            tokens.tell(e);
            skip();
        }
    }

    /** To the end of a statement, with all that is in it. */
    private void skipUnread() {
        int open = 0;
        while (!isOutside() && (open > 0 || !tokens.isNext(";") && !tokens.isNext("END"))) {
            open += tokens.isNext("BEGIN") ? 1 : tokens.isNext("END") ? -1 : 0;
            tokens.take();
        }
    }

    /** To the end of a statement that is none. Blocks within it are read. */
    private void skip() {
        while (!tokens.isNext(";") && !tokens.isNext("END") && !isOutside()) {
            if (tokens.isNext("BEGIN")) {
                skipped();
            } else {
                tokens.take();
            }
        }
    }

    /** Reads a block within a statement that is none. */
    private void skipped() {
        try {
            tokens.enter();
            try {
                block("a block");
            } finally {
                tokens.leave();
            }
        } catch (NestingException e) {
            tokens.tell(e);
            skipUnread();
        } catch (SyntaxException e) {
            tokens.tell(e);
        }
    }

    private Statement statement() throws SyntaxException {
        tokens.enter();
        try {
            Token first = tokens.peek();
            Position at = first.at();
            if (first.kind() == Kind.NAME) {
                return assignment();
            }
            if (first.is("BEGIN")) {
                return block("a block");
            }
            if (!BEGINNINGS.contains(first.word())) {
                throw tokens.expected("a statement", List.of());
            }
            tokens.take();
            return switch (first.word()) {
                case "IF" -> choice(at);
                case "WHILE" -> {
                    Expression condition = expressions.expression();
                    tokens.expect("DO", "behind the condition of WHILE");
                    yield new Statement.While(condition, statement(), at);
                }
                case "SEND" -> send(at);
                case "DELIVER" -> {
                    Expression.Region from = expressions.region("what is delivered");
                    Expression offset = after("OFFSET", "of DELIVER");
                    Expression segment = after("INTO", "of DELIVER");
                    yield new Statement.Deliver(from, offset, segment, after("LEN", "of DELIVER"), at);
                }
                case "GET" -> {
                    Expression.Place to = expressions.place("the variable that is filled");
                    Expression offset = after("OFFSET", "of GET");
                    Expression segment = after("FROM", "of GET");
                    yield new Statement.Get(to, offset, segment, after("LEN", "of GET"), at);
                }
                case "COPY" -> {
                    Expression.Place to = expressions.place("the variable that is filled");
                    Expression offset = after("OFFSET", "of COPY");
                    yield new Statement.Copy(to, offset, after("LEN", "of COPY"), at);
                }
                case "DISPLAY" -> new Statement.Display(expressions.expression(), at);
                case "SET" -> new Statement.SetFlag(after("FLAG", "behind SET: the host sets locks, the card sets flags"), at);
                case "CLEAR" -> new Statement.ClearLock(after("LOCK", "behind CLEAR: the host clears flags, the card clears locks"), at);
                case "AWAIT" -> await(at);
                default -> new Statement.Stop(at);
            };
        } finally {
            tokens.leave();
        }
    }

    private Expression after(String word, String of) throws SyntaxException {
        tokens.expect(word, of);
        return expressions.expression();
    }

    private Statement assignment() throws SyntaxException {
        Token first = tokens.peek();
        Expression.Place to = expressions.place("a name");
        if (!tokens.isNext("=")) {
            String meant = to.index() == null ? tokens.meant(first, BEGINNINGS) : "";
            throw new SyntaxException(meant.isEmpty() ? tokens.peek().at() : first.at(), meant.isEmpty()
                ? "expected '=' behind " + first.shown() + ", found " + tokens.peek().shown()
                : first.shown() + " begins no statement" + meant);
        }
        tokens.take();
        return new Statement.Assignment(to, expressions.expression(), to.at());
    }

    private Statement choice(Position at) throws SyntaxException {
        Expression condition = expressions.expression();
        tokens.expect("THEN", "behind the condition of IF");
        Statement then = statement();
        Optional<Statement> otherwise = tokens.takeIf("ELSE") ? Optional.of(statement()) : Optional.empty();
        return new Statement.If(condition, then, otherwise, at);
    }

    private Statement send(Position at) throws SyntaxException {
        Expression.Region from = expressions.region("what is sent");
        Expression bytes = after("LEN", "of SEND");
        Expression trigger = after("AS", "of SEND, with the trigger");
        Expression program = after("TO", "of SEND, with the program");
        return new Statement.Send(from, bytes, trigger, program, tokens.takeIf("AT") ? address() : new Statement.Address.Local(), at);
    }

    private Statement.Address address() throws SyntaxException {
        if (tokens.takeIf("SENDER")) {
            return new Statement.Address.Sender();
        }
        if (tokens.peek().kind() != Kind.NUMBER) {
            return new Statement.Address.Words(expressions.place("an address: eight octets, SENDER or a variable of two words"));
        }
        Position at = tokens.peek().at();
        long octets = 0;
        int count = 0;
        do {
            Position where = tokens.peek().at();
            int octet = tokens.number("an octet");
            if (octet < 0 || octet > MAX_OCTET) {
                throw new SyntaxException(where, "octets are 0 to 255, this one is " + Integer.toUnsignedString(octet));
            }
            octets = octets << Byte.SIZE | octet;
            count++;
        } while (tokens.takeIf(":"));
        if (count != OCTETS) {
            throw new SyntaxException(at, "an address has 8 octets, this one has " + count);
        }
        if (octets >>> FIRST_OCTET_OF_NODE != 0) {
            throw new SyntaxException(at, "an address begins with two octets of 0, before the six of the node");
        }
        return new Statement.Address.Octets((int) (octets >>> Integer.SIZE), (int) octets);
    }

    private Statement await(Position at) throws SyntaxException {
        List<Integer> armed = new ArrayList<>();
        if (tokens.peek().kind() == Kind.NUMBER) {
            do {
                armed.add(tokens.number("a trigger"));
            } while (tokens.takeIf(","));
        }
        return new Statement.Await(armed, at);
    }
}
