package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.ardma.host.tool.MethodReader;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RoutineMethod;
import java.lang.classfile.Opcode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The instructions of a verified method by their numbers, and what its slots are before each. */
final class MethodFlow {
    /**
     * What the slots are.
     *
     * @param locals all of them
     * @param stack those that are used
     */
    record Frame(List<SlotValue> locals, List<SlotValue> stack) {
        Frame copy() {
            return new Frame(new ArrayList<>(locals), new ArrayList<>(stack));
        }

        void push(SlotValue value) {
            stack.add(value);
            if (value.type() == SlotValue.Type.LONG) {
                stack.add(SlotValue.SECOND);
            }
        }

        void push(int type) {
            if (type != RoutineFormat.NOTHING) {
                push(type == RoutineFormat.LONG ? SlotValue.LONG : SlotValue.INT);
            }
        }

        void pop(int slots) {
            stack.subList(stack.size() - slots, stack.size()).clear();
        }

        private Frame merge(Frame other) {
            Frame merged = copy();
            for (int i = 0; i < locals.size(); i++) {
                merged.locals.set(i, locals.get(i).merge(other.locals.get(i)));
            }
            for (int i = 0; i < stack.size(); i++) {
                merged.stack.set(i, stack.get(i).merge(other.stack.get(i)));
            }
            return merged;
        }
    }

    private final Routine routine;
    private final RoutineMethod method;
    private final MethodReader code;
    private final List<Integer> places = new ArrayList<>();
    private final int[] numbers;
    private final @Nullable Frame[] frames;
    private final Deque<Integer> open = new ArrayDeque<>();

    MethodFlow(Routine routine, int index) {
        this.routine = routine;
        this.method = routine.method(index);
        this.code = new MethodReader(routine, index);
        this.numbers = new int[code.bytes()];
        for (int at = 0; at < code.bytes(); at += code.length(at)) {
            numbers[at] = places.size();
            places.add(at);
        }
        this.frames = new @Nullable Frame[places.size()];
        follow();
    }

    int count() {
        return frames.length;
    }

    RoutineMethod method() {
        return method;
    }

    /** {@return what holds before an instruction, or null when it is never reached} */
    @Nullable Frame before(int number) {
        return frames[number];
    }

    /** {@return the instruction, in its usual form} */
    Opcode opcode(int number) {
        return code.opcode(places.get(number));
    }

    int local(int number) {
        return code.local(places.get(number));
    }

    int delta(int number) {
        return code.delta(places.get(number));
    }

    boolean isLong(int number) {
        return code.isLong(places.get(number));
    }

    long constant(int number) {
        return code.constant(places.get(number));
    }

    int called(int number) {
        return code.called(places.get(number));
    }

    /** {@return the operation on areas that it calls, or null} */
    @Nullable Intrinsic intrinsic(int number) {
        return opcode(number) == Opcode.INVOKESTATIC ? Intrinsic.numbered(called(number) - Intrinsic.FIRST) : null;
    }

    List<Integer> keys(int number) {
        List<Integer> keys = new ArrayList<>();
        for (int i = 0; i < code.cases(places.get(number)); i++) {
            keys.add(code.key(places.get(number), i));
        }
        return keys;
    }

    /** {@return the instructions to which it jumps; of a switch the last one is its default} */
    List<Integer> targets(int number) {
        int at = places.get(number);
        List<Integer> targets = new ArrayList<>();
        switch (opcode(number).kind()) {
            case BRANCH -> targets.add(numbers[code.target(at)]);
            case TABLE_SWITCH, LOOKUP_SWITCH -> {
                for (int i = 0; i < code.cases(at); i++) {
                    targets.add(numbers[code.target(at, i)]);
                }
                targets.add(numbers[code.otherwise(at)]);
            }
            default -> {
                // It goes on.
            }
        }
        return targets;
    }

    /** {@return whether the next instruction can follow} */
    boolean goesOn(int number) {
        return switch (opcode(number)) {
            case GOTO, TABLESWITCH, LOOKUPSWITCH, IRETURN, LRETURN, RETURN -> false;
            default -> true;
        };
    }

    private void follow() {
        Frame first = new Frame(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < method.parameters(); i++) {
            first.locals.add(method.isLong(i) ? SlotValue.LONG : SlotValue.INT);
            if (method.isLong(i)) {
                first.locals.add(SlotValue.SECOND);
            }
        }
        while (first.locals.size() < method.locals()) {
            first.locals.add(SlotValue.UNSET);
        }
        reach(0, first);
        while (!open.isEmpty()) {
            int number = open.remove();
            Frame frame = frames[number];
            if (frame == null) {
                continue;
            }
            Frame after = frame.copy();
            apply(number, after);
            IntConsumer reached = target -> reach(target, after);
            targets(number).forEach(reached::accept);
            if (goesOn(number)) {
                reached.accept(number + 1);
            }
        }
    }

    private void reach(int number, Frame frame) {
        Frame before = frames[number];
        Frame merged = before == null ? frame.copy() : before.merge(frame);
        if (!merged.equals(before)) {
            frames[number] = merged;
            open.add(number);
        }
    }

    private void apply(int number, Frame frame) {
        Opcode opcode = opcode(number);
        switch (opcode.kind()) {
            case CONSTANT -> frame.push(SlotValue.of(isLong(number), constant(number)));
            case LOAD -> frame.push(isOfLong(opcode) ? SlotValue.LONG : frame.locals.get(local(number)));
            case STORE -> store(frame, local(number), isOfLong(opcode));
            case INCREMENT -> frame.locals.set(local(number), SlotValue.INT);
            case STACK -> shuffle(frame, opcode);
            case OPERATOR, CONVERT -> {
                frame.pop(taken(opcode));
                frame.push(givesLong(opcode) ? SlotValue.LONG : SlotValue.INT);
            }
            case BRANCH -> frame.pop(opcode == Opcode.GOTO ? 0 : opcode.bytecode() >= Opcode.IF_ICMPEQ.bytecode() ? 2 : 1);
            case TABLE_SWITCH, LOOKUP_SWITCH -> frame.pop(1);
            case INVOKE -> call(number, frame);
            default -> {
                // A return, or nothing at all.
            }
        }
    }

    /** Whether a load, a store or arithmetic is of longs. */
    static boolean isOfLong(Opcode opcode) {
        return opcode.name().startsWith("L");
    }

    private static boolean givesLong(Opcode opcode) {
        return opcode == Opcode.I2L || isOfLong(opcode) && opcode != Opcode.L2I && opcode != Opcode.LCMP;
    }

    private static int taken(Opcode opcode) {
        return switch (opcode) {
            case INEG, I2L, I2B, I2C, I2S -> 1;
            case LNEG, L2I -> 2;
            case LSHL, LSHR, LUSHR -> 3;
            default -> isOfLong(opcode) ? 4 : 2;
        };
    }

    private static void store(Frame frame, int local, boolean isLong) {
        int top = frame.stack.size() - (isLong ? 2 : 1);
        frame.locals.set(local, frame.stack.get(top));
        if (isLong) {
            frame.locals.set(local + 1, SlotValue.SECOND);
        }
        frame.pop(isLong ? 2 : 1);
    }

    private static void shuffle(Frame frame, Opcode opcode) {
        int size = frame.stack.size();
        switch (opcode) {
            case POP -> frame.pop(1);
            case POP2 -> frame.pop(2);
            case SWAP -> frame.stack.add(frame.stack.remove(size - 2));
            default -> {
                int copied = opcode.bytecode() < Opcode.DUP2.bytecode() ? 1 : 2;
                int below = (opcode.bytecode() - Opcode.DUP.bytecode()) % 3;
                List<SlotValue> top = List.copyOf(frame.stack.subList(size - copied, size));
                frame.stack.addAll(size - copied - below, top);
            }
        }
    }

    private void call(int number, Frame frame) {
        Intrinsic intrinsic = intrinsic(number);
        if (intrinsic == null) {
            RoutineMethod called = routine.method(called(number));
            frame.pop(called.parameterSlots());
            frame.push(called.result());
        } else {
            frame.pop(slots(intrinsic));
            frame.push(intrinsic.result());
        }
    }

    /** Slots that an operation on areas takes. */
    static int slots(Intrinsic intrinsic) {
        return intrinsic.parameters().length() + (int) intrinsic.parameters().chars().filter(type -> type == 'J').count();
    }
}
