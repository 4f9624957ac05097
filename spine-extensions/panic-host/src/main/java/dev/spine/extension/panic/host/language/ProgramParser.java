package dev.spine.extension.panic.host.language;

import dev.spine.extension.panic.host.language.PdlProgram.Handler;
import dev.spine.extension.panic.host.language.PdlProgram.Trigger;
import dev.spine.extension.panic.host.language.PdlProgram.Variable;
import dev.spine.extension.panic.host.language.Token.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads a program. What is wrong is told, and reading goes on as far as there is a place to go on from. One thread. */
final class ProgramParser {
    private final TokenReader tokens;
    private final Findings findings;
    private final StatementParser statements;
    private final List<Variable> variables = new ArrayList<>();
    private final List<Trigger> triggers = new ArrayList<>();
    private final List<Handler> handlers = new ArrayList<>();
    private boolean knowsNames = true;
    private boolean knowsTriggers = true;

    ProgramParser(String text, Findings findings) {
        this.tokens = new TokenReader(text, findings);
        this.findings = findings;
        this.statements = new StatementParser(tokens);
    }

    /** {@return what the text says; with something wrong, what could be read} */
    PdlProgram read() {
        String name = "";
        int id = 0;
        Statement.Block start = new Statement.Block(List.of(), tokens.peek().at());
        try {
            tokens.expect("PROGRAM", "at the begin");
            name = tokens.name("the name of the program");
            if (tokens.takeIf("ID")) {
                Position at = tokens.peek().at();
                id = Limits.check(findings, at, tokens.number("the number of the program"), 1, Limits.MAX_ID, "the number of a program");
            }
            tokens.expectOrGoOn(":", "behind the name of the program");
        } catch (SyntaxException e) {
            goOnBehind(e, "VAR", "TRIGGERS", "BEGIN", "MESSAGE");
            if (tokens.isAtEnd()) {
                return new PdlProgram(name, id, variables, triggers, start, handlers);
            }
        }
        try {
            declarations();
        } catch (SyntaxException e) {
            // Words that are skipped may declare something.
            knowsNames &= tokens.isNext("MESSAGE");
            knowsTriggers &= tokens.isNext("MESSAGE");
            goOnBehind(e, "BEGIN", "MESSAGE");
        }
        try {
            if (tokens.isNext("BEGIN")) {
                start = statements.block("the start-up block");
                tokens.expectOrGoOn(";", "behind the start-up block");
                end();
            }
        } catch (SyntaxException e) {
            goOnBehind(e, "MESSAGE");
        }
        while (tokens.isNext("MESSAGE")) {
            try {
                handler();
                end();
            } catch (SyntaxException e) {
                goOnBehind(e, "MESSAGE");
            }
        }
        return new PdlProgram(name, id, variables, triggers, start, handlers);
    }

    /** {@return whether all that the text declares was read} */
    boolean knowsNames() {
        return knowsNames;
    }

    /** {@return whether all triggers and blocks of the text were read} */
    boolean knowsTriggers() {
        return knowsTriggers;
    }

    private void goOnBehind(SyntaxException wrong, String... words) {
        tokens.tell(wrong);
        skipTo(words);
    }

    private void skipTo(String... words) {
        while (!tokens.isAtEnd() && Arrays.stream(words).noneMatch(tokens::isNext)) {
            tokens.take();
        }
    }

    private void declarations() throws SyntaxException {
        boolean hasTriggers = false;
        boolean hasVariables = false;
        while (tokens.isNext("VAR") || tokens.isNext("TRIGGERS")) {
            if (tokens.isNext("VAR") ? hasVariables || hasTriggers : hasTriggers) {
                findings.wrong(tokens.peek().at(), "expected the start-up block: one VAR declares all variables, and one TRIGGERS behind it"
                    + " names all triggers");
            }
            if (tokens.take().is("VAR")) {
                hasVariables = true;
                declarations(this::variable, "variables");
            } else {
                hasTriggers = true;
                declarations(() -> triggers.add(trigger()), "triggers");
            }
        }
        if (!tokens.isNext("BEGIN")) {
            throw tokens.expected("'BEGIN' of the start-up block", List.of("VAR", "TRIGGERS", "BEGIN"));
        }
    }

    private void declarations(Declaration one, String what) {
        do {
            declaration(one);
            while (tokens.peek().kind() == Kind.NAME || tokens.peek().kind() == Kind.NUMBER) {
                tokens.expectOrGoOn(",", "between two " + what);
                declaration(one);
            }
        } while (tokens.takeIf(","));
        tokens.expectOrGoOn(";", "behind the " + what);
    }

    /** One of some with commas between. */
    private interface Declaration {
        void read() throws SyntaxException;
    }

    private void declaration(Declaration one) {
        try {
            one.read();
        } catch (SyntaxException e) {
            tokens.tell(e);
            skipTo(",", ";", "BEGIN", "TRIGGERS");
        }
    }

    private void variable() throws SyntaxException {
        Position at = tokens.peek().at();
        knowsNames &= tokens.peek().kind() == Kind.NAME;
        String name = tokens.name("the name of a variable");
        boolean isArray = tokens.takeIf("[");
        int words = isArray ? Variable.UNKNOWN : 1;
        try {
            if (isArray) {
                Position where = tokens.peek().at();
                int given = tokens.number("how many words '" + name + "' has");
                words = Limits.check(findings, where, given, 1, Limits.MAX_WORDS, "the words of an array") == given ? given
                    : Variable.UNKNOWN;
                tokens.expect("]", "behind the words of an array");
            }
        } finally {
            // Who uses it does nothing wrong.
            variables.add(new Variable(name, words, isArray, at));
        }
    }

    private Trigger trigger() throws SyntaxException {
        Position at = tokens.peek().at();
        boolean knewTriggers = knowsTriggers;
        knowsTriggers = false;
        int number = tokens.number("a trigger");
        if (number < 0 || number > Limits.MAX_ID) {
            throw new SyntaxException(at, Limits.outside(number, 0, Limits.MAX_ID, "a trigger"));
        }
        knowsTriggers = knewTriggers;
        return new Trigger(number, at);
    }

    private void handler() throws SyntaxException {
        tokens.take();
        Trigger trigger = trigger();
        String what = "the block of message " + trigger.number();
        List<Statement.Block> blocks = new ArrayList<>();
        try {
            tokens.expectOrGoOn(":", "behind the trigger");
            do {
                blocks.add(statements.block(what));
                tokens.expectOrGoOn(";", "behind " + what);
            } while (tokens.isNext("BEGIN"));
        } finally {
            handlers.add(new Handler(trigger, blocks));
        }
    }

    /** Behind a block of the program comes another one, or the end. */
    private void end() throws SyntaxException {
        if (tokens.isNext("MESSAGE")) {
            return;
        }
        if (!tokens.takeIf("END")) {
            knowsTriggers = false;
            throw tokens.expected("'MESSAGE' or the 'END' of the program", List.of("MESSAGE", "END"));
        }
        tokens.takeIf(";");
        if (!tokens.isAtEnd()) {
            knowsTriggers = false;
            findings.wrong(tokens.peek().at(), "the program has ended, and " + tokens.peek().shown() + " comes behind it");
            tokens.takeAll();
        }
    }
}
