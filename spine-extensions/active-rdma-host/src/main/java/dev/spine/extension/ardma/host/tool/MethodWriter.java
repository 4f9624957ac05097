package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineMethod;
import java.lang.classfile.Opcode;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes a method of a verified routine as text. */
final class MethodWriter {
    private static final int WIDE = 0xC4;
    private static final int WORD = Integer.BYTES;
    /** By number, those behind WIDE by both bytes. */
    private static final Map<Integer, Opcode> OPCODES = Stream.of(Opcode.values())
        .collect(Collectors.toMap(Opcode::bytecode, Function.identity(), (first, _) -> first));

    private final Routine routine;
    private final int index;
    private final RoutineMethod method;
    private final Consumer<String> out;

    MethodWriter(Routine routine, int index, Consumer<String> out) {
        this.routine = routine;
        this.index = index;
        this.method = routine.method(index);
        this.out = out;
    }

    void write() {
        out.accept(".method " + name(index) + " " + descriptor());
        Set<Integer> targets = new TreeSet<>();
        for (int at = 0; at < method.codeBytes(); at += length(at)) {
            findTargets(at, targets);
        }
        for (int at = 0; at < method.codeBytes(); at += length(at)) {
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

    private int code8(int at) {
        return routine.bytes().get8(method.codeAt() + at);
    }

    private int code16(int at) {
        return routine.bytes().get16(method.codeAt() + at);
    }

    private int code32(int at) {
        return routine.bytes().get32(method.codeAt() + at);
    }

    private Opcode opcode(int at) {
        Opcode opcode = OPCODES.get(code8(at) == WIDE ? code16(at) : code8(at));
        if (opcode == null) {
            throw new IllegalStateException("the routine was not verified");
        }
        return opcode;
    }

    private int length(int at) {
        return switch (opcode(at)) {
            case TABLESWITCH -> words(at) + (3 + cases(at)) * WORD - at;
            case LOOKUPSWITCH -> words(at) + (2 + 2 * cases(at)) * WORD - at;
            case Opcode other -> other.sizeIfFixed();
        };
    }

    /** Where the words of a switch begin, of which the first says where its default is. */
    private static int words(int at) {
        return (at | WORD - 1) + 1;
    }

    private int cases(int at) {
        int second = code32(words(at) + WORD);
        return opcode(at) == Opcode.TABLESWITCH ? code32(words(at) + 2 * WORD) - second + 1 : second;
    }

    private int key(int at, int number) {
        return opcode(at) == Opcode.TABLESWITCH ? code32(words(at) + WORD) + number : code32(words(at) + (2 + 2 * number) * WORD);
    }

    private int target(int at, int number) {
        return at + code32(words(at) + (3 + (opcode(at) == Opcode.TABLESWITCH ? number : 2 * number)) * WORD);
    }

    private void findTargets(int at, Set<Integer> targets) {
        switch (opcode(at).kind()) {
            case BRANCH -> targets.add(at + (short) code16(at + 1));
            case TABLE_SWITCH, LOOKUP_SWITCH -> {
                targets.add(at + code32(words(at)));
                IntStream.range(0, cases(at)).forEach(i -> targets.add(target(at, i)));
            }
            default -> {
                // It goes on.
            }
        }
    }

    private String instruction(int at) {
        Opcode opcode = opcode(at);
        return switch (opcode.kind()) {
            case CONSTANT -> "push " + constant(at, opcode);
            case LOAD -> letter(opcode) + "load " + local(at, opcode, Opcode.ILOAD_0);
            case STORE -> letter(opcode) + "store " + local(at, opcode, Opcode.ISTORE_0);
            case INCREMENT -> "iinc " + (opcode.isWide() ? code16(at + 2) + " " + (short) code16(at + 4)
                : code8(at + 1) + " " + (byte) code8(at + 2));
            case BRANCH -> InstructionReader.mnemonic(opcode) + " " + label(at + (short) code16(at + 1));
            case TABLE_SWITCH, LOOKUP_SWITCH -> "switch " + IntStream.range(0, cases(at))
                .mapToObj(i -> key(at, i) + " " + label(target(at, i)) + ", ").collect(Collectors.joining())
                + "default " + label(at + code32(words(at)));
            case INVOKE -> "call " + called(code16(at + 1));
            default -> InstructionReader.mnemonic(opcode);
        };
    }

    private String constant(int at, Opcode opcode) {
        return switch (opcode) {
            case LCONST_0, LCONST_1 -> opcode.bytecode() - Opcode.LCONST_0.bytecode() + "L";
            case BIPUSH -> String.valueOf((byte) code8(at + 1));
            case SIPUSH -> String.valueOf((short) code16(at + 1));
            case LDC -> String.valueOf(routine.intAt(code8(at + 1)));
            case LDC_W -> String.valueOf(routine.intAt(code16(at + 1)));
            case LDC2_W -> routine.longAt(code16(at + 1)) + "L";
            default -> String.valueOf(opcode.bytecode() - Opcode.ICONST_0.bytecode());
        };
    }

    private static String letter(Opcode opcode) {
        return opcode.name().substring(0, 1).toLowerCase(Locale.ROOT);
    }

    /** The local of an instruction; short forms are numbered by fours from a first one on. */
    private int local(int at, Opcode opcode, Opcode first) {
        if (opcode.isWide()) {
            return code16(at + 2);
        }
        return opcode.sizeIfFixed() == 1 ? opcode.bytecode() - first.bytecode() & 3 : code8(at + 1);
    }

    private static String called(int number) {
        Intrinsic intrinsic = Intrinsic.numbered(number - Intrinsic.FIRST);
        return intrinsic == null ? name(number) : "@" + intrinsic.word();
    }
}
