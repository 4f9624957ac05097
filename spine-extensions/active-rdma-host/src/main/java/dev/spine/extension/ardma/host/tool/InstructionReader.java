package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the instructions of a method, one a line. */
final class InstructionReader {
    private static final String VALUE = "an int, a long with an L behind it, data, scratch, or the name of data with or without .length";
    private static final Map<String, Opcode> OPERATIONS = new HashMap<>();
    private static final Map<String, Opcode> LOCALS = Map.of("iload", Opcode.ILOAD, "lload", Opcode.LLOAD, "istore", Opcode.ISTORE,
        "lstore", Opcode.LSTORE);
    private static final Map<String, Intrinsic> INTRINSICS = new HashMap<>();

    static {
        StackEffect.opcodes().forEach(opcode -> OPERATIONS.put(mnemonic(opcode), opcode));
        for (Intrinsic intrinsic : Intrinsic.values()) {
            INTRINSICS.put(intrinsic.word(), intrinsic);
        }
    }

    private final RoutineText routine;

    InstructionReader(RoutineText routine) {
        this.routine = routine;
    }

    /** {@return how an instruction without operands, or a jump, is written} */
    static String mnemonic(Opcode opcode) {
        return opcode.name().toLowerCase(Locale.ROOT);
    }

    /** Reads labels, and an instruction if there is one. */
    void read(LineReader line, MethodText method) throws WrongWordException {
        while (line.isAtLabel()) {
            Word label = line.name("a label");
            line.take();
            method.put(label);
        }
        if (!line.isAtEnd()) {
            Step step = step(line.plain("an instruction"), line, method);
            line.end();
            method.add(step);
        }
    }

    private Step step(Word at, LineReader line, MethodText method) throws WrongWordException {
        Opcode operation = OPERATIONS.get(at.text());
        Opcode local = LOCALS.get(at.text());
        if (operation != null) {
            String takes = Step.onStack(StackEffect.of(operation).takes());
            return operation.kind() == Opcode.Kind.BRANCH ? jump(at, takes, operation, line, method)
                : new Step(at, takes, builder -> builder.op(operation));
        }
        return local != null ? local(at, local, line) : other(at, line, method);
    }

    private Step other(Word at, LineReader line, MethodText method) throws WrongWordException {
        return switch (at.text()) {
            case "push" -> new Step(at, "", push(line));
            case "iinc" -> increment(at, line);
            case "switch" -> new Step(at, Step.onStack("I"), choice(line, method));
            case "call" -> call(at, line);
            default -> throw new WrongWordException(at, "expected an instruction" + advice(at.text()) + ", found " + at.shown());
        };
    }

    /** What stands for an instruction of class files that is written in another way. */
    private static String advice(String mnemonic) {
        if (mnemonic.matches("[il](load|store)_[0-3]")) {
            return " such as " + mnemonic.replace('_', ' ');
        }
        if (mnemonic.matches("[il]const_.+|bipush|sipush|ldc.*")) {
            return " such as push 5 or push 5L";
        }
        return switch (mnemonic) {
            case "tableswitch", "lookupswitch" -> " such as switch 1 one, 2 two, default none";
            case "invokestatic" -> " such as call name or call @load64";
            default -> INTRINSICS.containsKey(mnemonic) ? " such as call @" + mnemonic : "";
        };
    }

    private static Step jump(Word at, String takes, Opcode opcode, LineReader line, MethodText method) throws WrongWordException {
        Label target = method.target(line.name("a label"));
        return new Step(at, takes, builder -> builder.jump(opcode, target));
    }

    private static Step local(Word at, Opcode opcode, LineReader line) throws WrongWordException {
        boolean isLong = opcode == Opcode.LLOAD || opcode == Opcode.LSTORE;
        int slot = line.number(0, RoutineFormat.MAX_LOCALS - (isLong ? 2 : 1), "a local");
        String takes = opcode == Opcode.ILOAD || opcode == Opcode.LLOAD ? Step.inLocal(slot, isLong) : Step.onStack(isLong ? "J" : "I");
        return new Step(at, takes, builder -> builder.local(opcode, slot));
    }

    private static Step increment(Word at, LineReader line) throws WrongWordException {
        int slot = line.number(0, RoutineFormat.MAX_LOCALS - 1, "a local");
        int value = line.number(Short.MIN_VALUE, Short.MAX_VALUE, "what is added");
        return new Step(at, Step.inLocal(slot, false), builder -> builder.increment(slot, value));
    }

    private Consumer<MethodBuilder> push(LineReader line) throws WrongWordException {
        if (line.isAtLong()) {
            long value = line.longValue();
            return builder -> builder.push(value);
        }
        Long named = named(line.peek());
        if (named != null) {
            line.take();
            return builder -> builder.push(named.longValue());
        }
        Integer area = line.peek().kind() == Word.Kind.PLAIN ? RoutineText.AREAS.get(line.peek().text()) : null;
        if (area != null) {
            line.take();
            return builder -> builder.push(area.intValue());
        }
        int value = line.intValue(VALUE);
        return builder -> builder.push(value);
    }

    /** The offset or the number of bytes of data; null when the word names none. */
    private @Nullable Long named(Word word) {
        String suffix = ".length";
        boolean isLength = word.text().endsWith(suffix);
        RoutineText.Part part = word.kind() != Word.Kind.PLAIN ? null
            : routine.part(isLength ? word.text().substring(0, word.text().length() - suffix.length()) : word.text());
        return part == null ? null : Long.valueOf(isLength ? part.bytes() : part.offset());
    }

    private static Consumer<MethodBuilder> choice(LineReader line, MethodText method) throws WrongWordException {
        TreeMap<Integer, Label> cases = new TreeMap<>();
        while (!line.peek().is("default")) {
            Word value = line.peek();
            int key = line.intValue("an int, or default");
            Label target = method.target(line.name("a label"));
            if (cases.put(key, target) != null) {
                throw new WrongWordException(value, "expected another value, found " + value.shown() + " again");
            }
            if (cases.size() > RoutineFormat.MAX_LABELS) {
                throw new WrongWordException(value, RoutineText.limit("values of a switch", RoutineFormat.MAX_LABELS));
            }
            if (!line.takeIf(Word.Kind.COMMA)) {
                throw line.expected("',' and the next value or default");
            }
        }
        line.take();
        Label otherwise = method.target(line.name("a label"));
        return builder -> builder.choose(cases, otherwise);
    }

    private Step call(Word at, LineReader line) throws WrongWordException {
        Word name = line.peek();
        boolean isPlain = name.kind() == Word.Kind.PLAIN;
        Intrinsic intrinsic = isPlain && name.text().startsWith("@") ? INTRINSICS.get(name.text().substring(1)) : null;
        if (intrinsic != null) {
            line.take();
            return new Step(at, Step.onStack(intrinsic.parameters()), builder -> builder.call(intrinsic));
        }
        MethodText method = isPlain ? routine.method(name.text()) : null;
        if (method == null) {
            throw line.expected("a method of the routine, or an operation on areas such as @load64");
        }
        line.take();
        return new Step(at, Step.onStack(method.descriptor().parameters()), builder -> builder.call(name.text()));
    }
}
