package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFlaw;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A method of a text: its instructions, and its labels. */
final class MethodText {
    private final Word name;
    private final Descriptor descriptor;
    private final List<Step> steps = new ArrayList<>();
    private final Map<String, Label> labels = new HashMap<>();
    /** By label: before which step it is. */
    private final Map<String, Integer> put = new HashMap<>();
    private final Map<String, Word> wanted = new HashMap<>();

    MethodText(Word name, Descriptor descriptor) {
        this.name = name;
        this.descriptor = descriptor;
    }

    Word name() {
        return name;
    }

    Descriptor descriptor() {
        return descriptor;
    }

    /** Adds an instruction. More than a method's code has bytes are too many. */
    void add(Step step) throws WrongWordException {
        if (steps.size() == RoutineFormat.MAX_CODE_BYTES) {
            throw new WrongWordException(step.at(), RoutineText.limit("instructions of a method", RoutineFormat.MAX_CODE_BYTES));
        }
        steps.add(step);
    }

    /** Puts a label before the next instruction. */
    void put(Word at) throws WrongWordException {
        if (put.putIfAbsent(at.text(), steps.size()) != null) {
            throw new WrongWordException(at, "expected a label that is put nowhere else, found " + at.shown());
        }
        if (put.size() > RoutineFormat.MAX_CODE_BYTES) {
            throw new WrongWordException(at, RoutineText.limit("labels of a method", RoutineFormat.MAX_CODE_BYTES));
        }
    }

    /** The label of a name, which may be put later. */
    Label target(Word at) {
        wanted.putIfAbsent(at.text(), at);
        return labels.computeIfAbsent(at.text(), Label::new);
    }

    /** {@return what is wrong now that all of its lines are read} */
    List<AssemblyFinding> findings() {
        List<AssemblyFinding> findings = new ArrayList<>();
        wanted.forEach((text, at) -> {
            if (!put.containsKey(text)) {
                findings.add(new WrongWordException(at, "expected a label of the method, found " + at.shown()).finding());
            }
        });
        if (steps.isEmpty()) {
            findings.add(new WrongWordException(name, "expected instructions, found a method without any").finding());
        }
        return findings;
    }

    /** Adds its instructions to a method, and makes their code. */
    void addTo(MethodBuilder method) throws WrongWordException {
        Map<Integer, List<Label>> places = new HashMap<>();
        labels.forEach((text, label) -> places.computeIfAbsent(put.getOrDefault(text, 0), _ -> new ArrayList<>()).add(label));
        for (int i = 0; i <= steps.size(); i++) {
            places.getOrDefault(i, List.of()).forEach(method::label);
            if (i < steps.size()) {
                addStep(steps.get(i), method);
            }
        }
    }

    private static void addStep(Step step, MethodBuilder method) throws WrongWordException {
        try {
            step.action().accept(method);
        } catch (RoutineBuildException e) {
            throw new WrongWordException(step.at(), String.valueOf(e.getMessage()));
        }
    }

    /** {@return what a flaw in its code is in the text} */
    WrongWordException flaw(RoutineException flaw, MethodBuilder method) {
        if (flaw.flaw() == RoutineFlaw.LIMIT) {
            return new WrongWordException(name, flaw.flaw().text() + ": at most " + RoutineFormat.MAX_STACK + " slots of stack, or a"
                + " shorter way through the code");
        }
        Step step = steps.get(Math.min(method.instructionAt(flaw.offset()), steps.size() - 1));
        String expected = switch (flaw.flaw()) {
            case TYPE, UNDERFLOW -> step.takes();
            case RESULT -> "the return of " + descriptor;
            case END -> "a return, goto or switch as the last instruction";
            case TARGET -> "an instruction behind the label";
            default -> "";
        };
        return new WrongWordException(step.at(), (expected.isEmpty() ? "" : "expected " + expected + ", found ") + flaw.flaw().text());
    }
}
