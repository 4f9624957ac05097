package dev.spine.extension.panic.host.language;

import dev.spine.extension.panic.host.language.PdlProgram.Variable;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at the rules of statements: names, indexes and lengths that are known. One thread. */
final class StatementCheck {
    private static final int WORD_BYTES = 4;
    private static final int ADDRESS_BYTES = 8;

    private final Map<String, Variable> names;
    private final boolean knowsNames;
    private final Set<Integer> triggers;
    private final boolean hasMessage;
    private final Set<String> used;
    private final Findings findings;
    /** Each is told once. */
    private final Set<String> unknown;

    /**
     * For statements of the start-up block.
     *
     * @param names all that are declared
     * @param knowsNames whether those are all that the text has
     * @param triggers those that AWAIT may name
     */
    StatementCheck(Map<String, Variable> names, boolean knowsNames, Set<Integer> triggers, Findings findings) {
        this(names, knowsNames, triggers, false, new HashSet<>(), findings, new HashSet<>());
    }

    private StatementCheck(Map<String, Variable> names, boolean knowsNames, Set<Integer> triggers, boolean hasMessage, Set<String> used,
        Findings findings, Set<String> unknown) {
        this.names = names;
        this.knowsNames = knowsNames;
        this.triggers = triggers;
        this.hasMessage = hasMessage;
        this.used = used;
        this.findings = findings;
        this.unknown = unknown;
    }

    /** For statements of messages of the same program. */
    StatementCheck ofMessages() {
        return new StatementCheck(names, knowsNames, triggers, true, used, findings, unknown);
    }

    /** {@return whether nothing that was looked at uses a variable; a name that is not declared may have been meant as any} */
    boolean isUnused(Variable variable) {
        return unknown.isEmpty() && !used.contains(PdlProgram.key(variable.name()));
    }

    void check(Statement statement) {
        switch (statement) {
            case Statement.Block block -> block.statements().forEach(this::check);
            case Statement.Assignment set -> {
                check(set.value());
                place(set.to());
            }
            case Statement.If choice -> {
                check(choice.condition());
                check(choice.then());
                choice.otherwise().ifPresent(this::check);
            }
            case Statement.While loop -> {
                check(loop.condition());
                check(loop.body());
            }
            case Statement.Send send -> {
                region(send.from(), send.bytes());
                check(send.trigger());
                check(send.program());
                number(send.trigger(), "the trigger of a message");
                number(send.program(), "the program of a message");
                address(send.to(), send.at());
            }
            case Statement.Deliver deliver -> {
                region(deliver.from(), deliver.bytes());
                check(deliver.offset());
                check(deliver.segment());
            }
            case Statement.Get get -> {
                region(get.to(), get.bytes());
                check(get.offset());
                check(get.segment());
            }
            case Statement.Copy copy -> {
                message(copy.at(), "COPY");
                region(copy.to(), copy.bytes());
                check(copy.offset());
            }
            case Statement.Display display -> check(display.value());
            case Statement.SetFlag flag -> check(flag.number());
            case Statement.ClearLock lock -> check(lock.number());
            case Statement.Await await -> await.triggers().stream().filter(trigger -> !triggers.contains(trigger))
                .forEach(trigger -> findings.wrong(await.at(), "AWAIT names trigger " + Integer.toUnsignedString(trigger)
                    + ", which is not among the TRIGGERS"));
            case Statement.Stop _ -> {
                // It has no rules.
            }
        }
    }

    private void check(Expression expression) {
        switch (expression) {
            case Expression.Place place -> place(place);
            case Expression.PacketWord word -> {
                message(word.at(), "PACKET");
                check(word.index());
            }
            case Expression.Pair pair -> {
                check(pair.left());
                check(pair.right());
            }
            case Expression.Negative negative -> check(negative.value());
            case Expression.Not not -> check(not.value());
            case Expression.FlagTest flag -> check(flag.number());
            case Expression.LockTest lock -> check(lock.number());
            case Expression.Constant _, Expression.Clock _, Expression.Length _ -> {
                // They have no rules.
            }
        }
    }

    private void message(Position at, String what) {
        if (!hasMessage) {
            findings.wrong(at, "the start-up block has no message: " + what + " belongs into the block of one");
        }
    }

    private void number(Expression expression, String what) {
        OptionalInt value = ConstantValue.of(expression);
        if (value.isPresent()) {
            Limits.check(findings, expression.at(), value.getAsInt(), 0, Limits.MAX_ID, what);
        }
    }

    private void address(Statement.Address address, Position at) {
        if (address instanceof Statement.Address.Words words) {
            bytes(words.first(), ADDRESS_BYTES, "the address", words.first().at());
        } else if (address instanceof Statement.Address.Sender) {
            message(at, "SENDER");
        }
    }

    private void region(Expression.Region region, Expression length) {
        check(length);
        OptionalInt bytes = ConstantValue.of(length);
        if (bytes.isPresent() && bytes.getAsInt() < 0) {
            findings.wrong(length.at(), "LEN is a number of bytes, at least 0");
            check(region);
        } else if (region instanceof Expression.Place place) {
            bytes(place, bytes.orElse(0), "LEN " + bytes.orElse(0), length.at());
        } else {
            check(region);
        }
    }

    /** Bytes from a place on that are to be within its variable. */
    private void bytes(Expression.Place place, int bytes, String what, Position at) {
        Variable variable = place(place);
        OptionalInt index = place.index() == null ? OptionalInt.of(0) : ConstantValue.of(place.index());
        if (variable == null || variable.words() == Variable.UNKNOWN || isOutside(index, variable)) {
            return;
        }
        long room = (long) (variable.words() - index.orElse(0)) * WORD_BYTES;
        if (bytes > room) {
            findings.wrong(at, what + " goes beyond '" + variable.name() + "', which has " + room + " bytes"
                + (index.orElse(0) == 0 ? "" : " from word " + index.getAsInt() + " on"));
        }
    }

    private static boolean isOutside(OptionalInt index, Variable variable) {
        return index.isPresent() && (index.getAsInt() < 0 || index.getAsInt() >= variable.words());
    }

    /** The variable of a place; null when something is wrong with it. */
    private @Nullable Variable place(Expression.Place place) {
        String key = PdlProgram.key(place.name());
        Variable variable = names.get(key);
        Expression index = place.index();
        if (index != null) {
            check(index);
        }
        if (variable == null) {
            if (unknown.add(key) && knowsNames) {
                findings.wrong(place.at(), "'" + place.name() + "' is not declared" + findings.meant(key, names.keySet()));
            }
            return null;
        }
        used.add(key);
        if ((index != null) != variable.isArray()) {
            String name = place.name();
            findings.wrong(place.at(), variable.isArray() ? "'" + name + "' is an array: expected an index, as " + name + "[0]"
                : "'" + name + "' is no array, and has no index");
            return null;
        }
        OptionalInt value = index == null ? OptionalInt.empty() : ConstantValue.of(index);
        if (variable.words() != Variable.UNKNOWN && isOutside(value, variable)) {
            findings.wrong(place.at(), "'" + place.name() + "' has the words 0 to " + (variable.words() - 1) + ", not " + value.getAsInt());
        }
        return variable;
    }
}
