package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Builds the routine of a text whose lines could all be read, and finds the methods that break a rule of the verifier. */
final class CheckedBuild {
    private final RoutineText routine;
    private final List<AssemblyFinding> findings = new ArrayList<>();
    /** In their places are methods that break no rule, so that what comes behind is looked at, too. */
    private final Set<MethodText> wrong = new HashSet<>();

    CheckedBuild(RoutineText routine) {
        this.routine = routine;
    }

    /** {@return what breaks rules: one for a method} */
    List<AssemblyFinding> findings() {
        return findings;
    }

    /** {@return the binary form; when there are findings, of another routine} */
    byte[] build() {
        byte[] bytes = {};
        int before;
        do {
            before = wrong.size();
            try {
                bytes = attempt();
            } catch (WrongWordException e) {
                findings.add(e.finding());
            }
        } while (wrong.size() > before);
        return bytes;
    }

    private byte[] attempt() throws WrongWordException {
        RoutineBuilder builder = routine.builder();
        List<MethodText> texts = routine.methods();
        List<MethodBuilder> methods = texts.stream().map(text -> builder.method(text.name().text(), text.descriptor().toString())).toList();
        for (int i = 0; i < methods.size(); i++) {
            fill(methods.get(i), texts.get(i));
        }
        byte[] bytes = builder.form();
        try {
            RoutineVerifier.verify(RoutineReader.read(new ArrayArea(bytes, false)));
        } catch (RoutineException e) {
            if (e.method() < 0) {
                throw new WrongWordException(1, 1, RoutineText.limit("bytes of a routine", RoutineFormat.MAX_BYTES));
            }
            wrong.add(texts.get(e.method()));
            throw texts.get(e.method()).flaw(e, methods.get(e.method()));
        }
        return bytes;
    }

    private void fill(MethodBuilder method, MethodText text) throws WrongWordException {
        if (wrong.contains(text)) {
            fillWithNothing(method, text.descriptor().result());
            return;
        }
        try {
            text.addTo(method);
            method.code();
        } catch (WrongWordException e) {
            wrong.add(text);
            throw e;
        } catch (RoutineBuildException e) {
            wrong.add(text);
            throw new WrongWordException(text.name(), String.valueOf(e.getMessage()));
        }
    }

    private static void fillWithNothing(MethodBuilder method, int result) {
        switch (result) {
            case RoutineFormat.INT -> method.push(0);
            case RoutineFormat.LONG -> method.push(0L);
            default -> {
                // It returns nothing.
            }
        }
        method.returns();
    }
}
