package dev.spine.extension.panic.host.language;

import dev.spine.extension.panic.host.language.PdlProgram.Handler;
import dev.spine.extension.panic.host.language.PdlProgram.Trigger;
import dev.spine.extension.panic.host.language.PdlProgram.Variable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks at the rules of a whole program: names, triggers, and how its blocks end. One thread. */
final class ProgramCheck {
    private final PdlProgram program;
    private final Findings findings;
    private final boolean isRead;
    private final boolean knowsNames;
    private final boolean knowsTriggers;

    /**
     * For a program that was read.
     *
     * @param knowsNames whether it has all variables that the text declares
     * @param knowsTriggers whether it has all triggers and blocks that the text has
     * @param findings of reading it; where there are some, something may be missing that is there
     */
    ProgramCheck(PdlProgram program, boolean knowsNames, boolean knowsTriggers, Findings findings) {
        this.program = program;
        this.knowsNames = knowsNames;
        this.knowsTriggers = knowsTriggers;
        this.findings = findings;
        this.isRead = findings.isEmpty();
    }

    void run() {
        StatementCheck start = new StatementCheck(names(), knowsNames, triggers(), findings);
        start.check(program.start());
        checkEnd(List.of(program.start()), "the start-up block");
        for (Handler handler : program.handlers()) {
            StatementCheck check = start.ofMessages();
            handler.blocks().forEach(check::check);
            checkEnd(handler.blocks(), "the block of message " + handler.trigger().number());
        }
        for (Variable variable : program.variables()) {
            if (isRead && start.isUnused(variable)) {
                findings.warning(variable.at(), "'" + variable.name() + "' is never used");
            }
        }
    }

    private Map<String, Variable> names() {
        Map<String, Variable> names = new HashMap<>();
        long words = 0;
        for (Variable variable : program.variables()) {
            Variable before = names.putIfAbsent(PdlProgram.key(variable.name()), variable);
            if (before != null) {
                findings.wrong(variable.at(), "'" + variable.name() + "' is declared at " + before.at() + " already");
            }
            if (names.size() == Limits.MAX_VARIABLES + 1 && before == null) {
                findings.wrong(variable.at(), "a program has at most " + Limits.MAX_VARIABLES + " variables: make an array of some");
            }
            words += variable.words();
            if (words > Limits.MAX_WORDS && words - variable.words() <= Limits.MAX_WORDS) {
                findings.wrong(variable.at(), "the variables up to '" + variable.name() + "' have " + words + " words, more than "
                    + Limits.MAX_WORDS);
            }
        }
        return names;
    }

    private Set<Integer> triggers() {
        Map<Integer, Position> named = new HashMap<>();
        Set<Integer> handled = new HashSet<>();
        for (Handler handler : program.handlers()) {
            Trigger trigger = handler.trigger();
            if (!handled.add(trigger.number())) {
                findings.wrong(trigger.at(), "there is a block of message " + trigger.number() + " already");
            }
        }
        for (Trigger trigger : program.triggers()) {
            Position before = named.putIfAbsent(trigger.number(), trigger.at());
            if (before != null) {
                findings.wrong(trigger.at(), "trigger " + trigger.number() + " is named at " + before + " already");
            } else if (knowsTriggers && !handled.contains(trigger.number())) {
                findings.wrong(trigger.at(), "trigger " + trigger.number() + " has no block: expected 'MESSAGE " + trigger.number() + ":'");
            }
        }
        for (Handler handler : program.handlers()) {
            if (named.putIfAbsent(handler.trigger().number(), handler.trigger().at()) == null && knowsTriggers) {
                findings.wrong(handler.trigger().at(), "message " + handler.trigger().number() + " is not among the TRIGGERS");
            }
        }
        if (program.triggers().size() > Limits.MAX_TRIGGERS) {
            findings.wrong(program.triggers().get(Limits.MAX_TRIGGERS).at(), "a program has at most " + Limits.MAX_TRIGGERS + " triggers");
        }
        return named.keySet();
    }

    private void checkEnd(List<Statement.Block> blocks, String what) {
        if (isRead && blocks.stream().noneMatch(PdlProgram::ends)) {
            findings.warning(blocks.getLast().at(), what + " can reach its end without AWAIT or STOP; it ends there as by AWAIT");
        }
    }
}
