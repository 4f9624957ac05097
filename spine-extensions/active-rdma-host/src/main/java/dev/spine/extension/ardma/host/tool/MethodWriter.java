package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineMethod;
import java.lang.classfile.Opcode;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes a method of a verified routine as text. */
final class MethodWriter {
    private final int index;
    private final RoutineMethod method;
    private final MethodReader code;
    private final Consumer<String> out;

    MethodWriter(Routine routine, int index, Consumer<String> out) {
        this.index = index;
        this.method = routine.method(index);
        this.code = new MethodReader(routine, index);
        this.out = out;
    }

    void write() {
        out.accept(".method " + name(index) + " " + descriptor());
        Set<Integer> targets = new TreeSet<>();
        for (int at = 0; at < code.bytes(); at += code.length(at)) {
            findTargets(at, targets);
        }
        for (int at = 0; at < code.bytes(); at += code.length(at)) {
            if (targets.contains(at)) {
                out.accept(label(at) + ":");
            }
            out.accept("    " + instruction(at));
        }
    }

    private static String name(int method) {
        return method == 0 ? "main" : "m" + method;
    }

    private static String label(int at) {
        return "L" + at;
    }

    private Descriptor descriptor() {
        String parameters = IntStream.range(0, method.parameters()).mapToObj(i -> method.isLong(i) ? "J" : "I")
            .collect(Collectors.joining());
        return new Descriptor(parameters, method.result());
    }

    private void findTargets(int at, Set<Integer> targets) {
        switch (code.opcode(at).kind()) {
            case BRANCH -> targets.add(code.target(at));
            case TABLE_SWITCH, LOOKUP_SWITCH -> {
                targets.add(code.otherwise(at));
                IntStream.range(0, code.cases(at)).forEach(i -> targets.add(code.target(at, i)));
            }
            default -> {
                // It goes on.
            }
        }
    }

    private String instruction(int at) {
        Opcode opcode = code.opcode(at);
        return switch (opcode.kind()) {
            case CONSTANT -> "push " + code.constant(at) + (code.isLong(at) ? "L" : "");
            case LOAD -> letter(opcode) + "load " + code.local(at);
            case STORE -> letter(opcode) + "store " + code.local(at);
            case INCREMENT -> "iinc " + code.local(at) + " " + code.delta(at);
            case BRANCH -> InstructionReader.mnemonic(opcode) + " " + label(code.target(at));
            case TABLE_SWITCH, LOOKUP_SWITCH -> "switch " + IntStream.range(0, code.cases(at))
                .mapToObj(i -> code.key(at, i) + " " + label(code.target(at, i)) + ", ").collect(Collectors.joining())
                + "default " + label(code.otherwise(at));
            case INVOKE -> "call " + called(code.called(at));
            default -> InstructionReader.mnemonic(opcode);
        };
    }

    private static String letter(Opcode opcode) {
        return opcode.name().substring(0, 1).toLowerCase(Locale.ROOT);
    }

    private static String called(int number) {
        Intrinsic intrinsic = Intrinsic.numbered(number - Intrinsic.FIRST);
        return intrinsic == null ? name(number) : "@" + intrinsic.word();
    }
}
