package dev.spine.extension.ardma.host.model;

import dev.spine.extension.ardma.routine.Fault;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/** Runs a routine as the definition says, on values that know their types; what a verified routine cannot do is an assertion error. */
final class Model {
    /** A method that was not returned from. */
    private static final class Frame {
        final int index;
        final ModelMethod method;
        final Object[] locals;
        final ModelStack stack;
        int at;
        int next;

        Frame(int index, ModelMethod method) {
            this.index = index;
            this.method = method;
            this.locals = new Object[method.locals()];
            this.stack = new ModelStack(method.stack());
            Arrays.fill(locals, "unset");
        }
    }

    /** The run ends here. */
    private static final class FaultException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final transient Fault fault;

        FaultException(Fault fault) {
            super(fault.text(), null, false, false);
            this.fault = fault;
        }
    }

    private final ModelRoutine routine;
    private final List<ModelArea> areas;
    private final ModelArea data;
    private final ModelArea scratch;
    private final long stepLimit;
    private final long streamLimit;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final ByteArrayOutputStream emitted = new ByteArrayOutputStream();
    private long steps;
    private long result;
    private Frame frame;
    private ModelStack stack;

    Model(ModelRoutine routine, List<ModelArea> areas, ModelArea scratch, long stepLimit, long streamLimit) {
        this.routine = routine;
        this.areas = areas;
        this.data = new ModelArea(routine.data(), false, ModelArea.State.OPEN);
        this.scratch = scratch;
        this.stepLimit = stepLimit;
        this.streamLimit = streamLimit;
        this.frame = new Frame(0, routine.methods().getFirst());
        this.stack = frame.stack;
    }

    Outcome run(long[] arguments) {
        int slot = 0;
        for (int i = 0; i < frame.method.parameters().length(); i++) {
            boolean isLong = frame.method.parameters().charAt(i) == 'J';
            frame.locals[slot++] = isLong ? (Object) arguments[i] : (Object) (int) arguments[i];
            if (isLong) {
                frame.locals[slot++] = ModelStack.HALF;
            }
        }
        frames.push(frame);
        Fault fault = Fault.NONE;
        try {
            while (!frames.isEmpty()) {
                step();
            }
        } catch (FaultException e) {
            fault = e.fault;
        }
        boolean hasReturned = fault == Fault.NONE;
        return new Outcome(fault, hasReturned ? 0 : frame.index, hasReturned ? 0 : frame.at, steps, hasReturned ? result : 0,
            HexFormat.of().formatHex(emitted.toByteArray()));
    }

    private void step() {
        frame.at = frame.next;
        if (steps == stepLimit) {
            throw new FaultException(Fault.STEPS);
        }
        steps++;
        int opcode = frame.method.at8(frame.at);
        try {
            frame.next = frame.at + ModelSet.length(frame.method, frame.at);
        } catch (RefusedException e) {
            throw new AssertionError(e);
        }
        if (opcode == 196) {
            int index = frame.method.at16(frame.at + 2);
            if (frame.method.at8(frame.at + 1) == 132) {
                increment(index, (short) frame.method.at16(frame.at + 4));
            } else {
                move(frame.method.at8(frame.at + 1), index);
            }
        } else if (ModelSet.local(opcode) != null) {
            move(opcode, ModelSet.localIndex(frame.method, frame.at));
        } else if (opcode <= 20) {
            constant(opcode);
        } else if (opcode <= 95) {
            shuffle(opcode);
        } else if (opcode < 132) {
            arithmetic(opcode);
        } else if (opcode <= 148) {
            convert(opcode);
        } else {
            control(opcode);
        }
    }

    private void constant(int opcode) {
        ModelMethod method = frame.method;
        switch (opcode) {
            case 0 -> {
                // Nothing.
            }
            case 9, 10 -> stack.pushLong(opcode - 9);
            case 16 -> stack.pushInt((byte) method.at8(frame.at + 1));
            case 17 -> stack.pushInt((short) method.at16(frame.at + 1));
            case 18 -> stack.pushInt(routine.ints()[method.at8(frame.at + 1)]);
            case 19 -> stack.pushInt(routine.ints()[method.at16(frame.at + 1)]);
            case 20 -> stack.pushLong(routine.longs()[method.at16(frame.at + 1)]);
            default -> stack.pushInt(opcode - 3);
        }
    }

    private void move(int opcode, int index) {
        switch (String.valueOf(ModelSet.local(opcode))) {
            case "lI" -> {
                if (!(frame.locals[index] instanceof Integer)) {
                    throw new AssertionError("no int in local " + index);
                }
                stack.push(frame.locals[index]);
            }
            case "lJ" -> {
                if (!(frame.locals[index] instanceof Long) || !frame.locals[index + 1].equals(ModelStack.HALF)) {
                    throw new AssertionError("no long in local " + index);
                }
                stack.push(frame.locals[index]);
                stack.push(ModelStack.HALF);
            }
            case "sI" -> frame.locals[index] = stack.popInt();
            default -> {
                frame.locals[index] = stack.popLong();
                frame.locals[index + 1] = ModelStack.HALF;
            }
        }
    }

    private void increment(int index, int by) {
        if (frame.locals[index] instanceof Integer value) {
            frame.locals[index] = value + by;
        } else {
            throw new AssertionError("no int in local " + index);
        }
    }

    private void shuffle(int opcode) {
        switch (opcode) {
            case 87 -> stack.popInt();
            case 88 -> stack.take(2);
            case 95 -> {
                int first = stack.popInt();
                int second = stack.popInt();
                stack.pushInt(first);
                stack.pushInt(second);
            }
            default -> {
                List<Object> moved = stack.take(opcode < 92 ? 1 : 2);
                List<Object> below = stack.take((opcode - 89) % 3);
                stack.pushAll(moved);
                stack.pushAll(below);
                stack.pushAll(moved);
            }
        }
    }

    private void arithmetic(int opcode) {
        if (opcode == 116) {
            stack.pushInt(0 - stack.popInt());
        } else if (opcode == 117) {
            stack.pushLong(0 - stack.popLong());
        } else if (opcode == 121 || opcode == 123 || opcode == 125) {
            int distance = stack.popInt() & 63;
            long value = stack.popLong();
            stack.pushLong(opcode == 121 ? value << distance : opcode == 123 ? value >> distance : value >>> distance);
        } else if (opcode % 2 == 0) {
            int second = stack.popInt();
            stack.pushInt(ofInts(opcode, stack.popInt(), second));
        } else {
            long second = stack.popLong();
            stack.pushLong(ofLongs(opcode, stack.popLong(), second));
        }
    }

    private static int ofInts(int opcode, int first, int second) {
        if ((opcode == 108 || opcode == 112) && second == 0) {
            throw new FaultException(Fault.DIVISION);
        }
        return switch (opcode) {
            case 96 -> first + second;
            case 100 -> first - second;
            case 104 -> first * second;
            case 108 -> first / second;
            case 112 -> first % second;
            case 120 -> first << (second & 31);
            case 122 -> first >> (second & 31);
            case 124 -> first >>> (second & 31);
            case 126 -> first & second;
            case 128 -> first | second;
            case 130 -> first ^ second;
            default -> throw new AssertionError("opcode " + opcode);
        };
    }

    private static long ofLongs(int opcode, long first, long second) {
        if ((opcode == 109 || opcode == 113) && second == 0) {
            throw new FaultException(Fault.DIVISION);
        }
        return switch (opcode) {
            case 97 -> first + second;
            case 101 -> first - second;
            case 105 -> first * second;
            case 109 -> first / second;
            case 113 -> first % second;
            case 127 -> first & second;
            case 129 -> first | second;
            case 131 -> first ^ second;
            default -> throw new AssertionError("opcode " + opcode);
        };
    }

    private void convert(int opcode) {
        switch (opcode) {
            case 132 -> increment(frame.method.at8(frame.at + 1), (byte) frame.method.at8(frame.at + 2));
            case 133 -> stack.pushLong(stack.popInt());
            case 136 -> stack.pushInt((int) stack.popLong());
            case 145 -> stack.pushInt((byte) stack.popInt());
            case 146 -> stack.pushInt(stack.popInt() & 0xFFFF);
            case 147 -> stack.pushInt((short) stack.popInt());
            case 148 -> {
                long second = stack.popLong();
                long first = stack.popLong();
                stack.pushInt(first > second ? 1 : first < second ? -1 : 0);
            }
            default -> throw new AssertionError("opcode " + opcode);
        }
    }

    private void control(int opcode) {
        switch (opcode) {
            case 167 -> frame.next = frame.method.jumpTarget(frame.at);
            case 170, 171 -> choose();
            case 172 -> leave(1, stack.popInt());
            case 173 -> leave(2, stack.popLong());
            case 177 -> leave(0, 0);
            case 184 -> {
                int index = frame.method.at16(frame.at + 1);
                if (index < 0x8000) {
                    enter(index);
                } else {
                    intrinsic(ModelSet.intrinsicName(index - 0x8000));
                }
            }
            default -> {
                int second = opcode < 159 ? 0 : stack.popInt();
                if (holds((opcode - 153) % 6, stack.popInt(), second)) {
                    frame.next = frame.method.jumpTarget(frame.at);
                }
            }
        }
    }

    private static boolean holds(int condition, int first, int second) {
        return switch (condition) {
            case 0 -> first == second;
            case 1 -> first != second;
            case 2 -> first < second;
            case 3 -> first >= second;
            case 4 -> first > second;
            default -> first <= second;
        };
    }

    private void choose() {
        int value = stack.popInt();
        int chosen = -1;
        for (int i = 0; i < frame.method.cases(frame.at); i++) {
            if (frame.method.caseKey(frame.at, i) == value) {
                chosen = i;
            }
        }
        frame.next = frame.method.caseTarget(frame.at, chosen);
    }

    private void enter(int index) {
        Frame called = new Frame(index, routine.methods().get(index));
        int slots = called.method.locals() + called.method.stack();
        for (Frame each : frames) {
            slots += each.method.locals() + each.method.stack();
        }
        if (frames.size() == 64 || slots > 1_024) {
            throw new FaultException(Fault.DEPTH);
        }
        String parameters = called.method.parameters();
        int slot = parameters.length() + (int) parameters.chars().filter(type -> type == 'J').count();
        for (int i = parameters.length() - 1; i >= 0; i--) {
            if (parameters.charAt(i) == 'J') {
                slot -= 2;
                called.locals[slot] = stack.popLong();
                called.locals[slot + 1] = ModelStack.HALF;
            } else {
                called.locals[--slot] = stack.popInt();
            }
        }
        frames.push(called);
        frame = called;
        stack = called.stack;
    }

    private void leave(int slots, long value) {
        frames.pop();
        if (frames.isEmpty()) {
            result = value;
            return;
        }
        frame = frames.element();
        stack = frame.stack;
        if (slots == 1) {
            stack.pushInt((int) value);
        } else if (slots == 2) {
            stack.pushLong(value);
        }
    }

    // --- operations on areas

    private ModelArea area(int number) {
        ModelArea area = number == -1 ? data : number == -2 ? scratch : number >= 0 && number < areas.size() ? areas.get(number) : null;
        if (area == null || area.state() == ModelArea.State.LEFT_OUT) {
            throw new FaultException(Fault.NO_AREA);
        }
        if (area.state() == ModelArea.State.CLOSED) {
            throw new FaultException(Fault.REVOKED);
        }
        return area;
    }

    private ModelArea area(int number, long offset, long bytes, boolean writes) {
        ModelArea area = area(number);
        if (!area.holds(offset, bytes)) {
            throw new FaultException(Fault.BOUNDS);
        }
        if (writes && !area.writable()) {
            throw new FaultException(Fault.READ_ONLY);
        }
        return area;
    }

    private static void device(ModelArea area, long bytes) {
        if (area.state() == ModelArea.State.BROKEN && bytes > 0) {
            throw new FaultException(Fault.DEVICE);
        }
    }

    /** The steps of a range operation. */
    private void count(long bytes) {
        long more = bytes / 8 + (bytes % 8 == 0 ? 0 : 1);
        if (more > stepLimit - steps) {
            steps = stepLimit;
            throw new FaultException(Fault.STEPS);
        }
        steps += more;
    }

    private void room(long bytes) {
        if (emitted.size() + bytes > streamLimit) {
            throw new FaultException(Fault.STREAM);
        }
    }

    private void intrinsic(String name) {
        switch (name) {
            case "length" -> stack.pushLong(area(stack.popInt()).bytes().length);
            case "load8", "load16", "load32", "load64" -> load(Integer.parseInt(name.substring(4)) / 8);
            case "store8", "store16", "store32", "store64" -> store(Integer.parseInt(name.substring(5)) / 8);
            case "cas" -> {
                long value = stack.popLong();
                long expected = stack.popLong();
                long before = exchange(expected, value - expected, true);
                stack.pushLong(before);
            }
            case "fetchAdd" -> stack.pushLong(exchange(0, stack.popLong(), false));
            case "copy", "compare" -> onTwo("copy".equals(name));
            case "hash", "find", "find16", "count", "fill", "emitBytes" -> onOne(name);
            case "walk" -> walk();
            case "emit" -> {
                long value = stack.popLong();
                room(8);
                for (int i = 7; i >= 0; i--) {
                    emitted.write((int) (value >> 8 * i));
                }
            }
            case "flush" -> device(area(stack.popInt(), 0, 0, true), 1);
            case "stepsLeft" -> stack.pushLong(stepLimit - steps);
            default -> throw new AssertionError(name);
        }
    }

    private void load(int bytes) {
        long offset = stack.popLong();
        ModelArea area = area(stack.popInt(), offset, bytes, false);
        device(area, bytes);
        if (bytes == 8) {
            stack.pushLong(area.get(offset, bytes));
        } else {
            stack.pushInt((int) area.get(offset, bytes));
        }
    }

    private void store(int bytes) {
        long value = bytes == 8 ? stack.popLong() : stack.popInt();
        long offset = stack.popLong();
        ModelArea area = area(stack.popInt(), offset, bytes, true);
        device(area, bytes);
        area.put(offset, bytes, value);
    }

    private long exchange(long expected, long delta, boolean compares) {
        long offset = stack.popLong();
        ModelArea area = area(stack.popInt(), offset, 8, true);
        device(area, 8);
        long before = area.get(offset, 8);
        if (!compares || before == expected) {
            area.put(offset, 8, before + delta);
        }
        return before;
    }

    private void onTwo(boolean copies) {
        long bytes = stack.popLong();
        long otherOffset = stack.popLong();
        int otherNumber = stack.popInt();
        long offset = stack.popLong();
        ModelArea one = area(stack.popInt(), offset, bytes, false);
        ModelArea other = area(otherNumber, otherOffset, bytes, copies);
        count(bytes);
        device(one, bytes);
        device(other, bytes);
        int difference = 0;
        for (long i = 0; i < bytes && difference == 0; i++) {
            if (copies) {
                other.put(otherOffset + i, 1, one.get(offset + i, 1));
            } else {
                difference = Long.signum(one.get(offset + i, 1) - other.get(otherOffset + i, 1));
            }
        }
        if (!copies) {
            stack.pushInt(difference);
        }
    }

    private void onOne(String name) {
        int value = "hash".equals(name) || "emitBytes".equals(name) ? 0 : stack.popInt() & ("find16".equals(name) ? 0xFFFF : 0xFF);
        long bytes = stack.popLong();
        long offset = stack.popLong();
        ModelArea area = area(stack.popInt(), offset, bytes, "fill".equals(name));
        if ("emitBytes".equals(name)) {
            room(bytes);
        }
        count(bytes);
        device(area, bytes);
        switch (name) {
            case "hash" -> stack.pushLong(hash(area, offset, bytes));
            case "find" -> {
                long at = 0;
                while (at < bytes && area.get(offset + at, 1) != value) {
                    at++;
                }
                stack.pushLong(at < bytes ? offset + at : -1);
            }
            case "find16" -> {
                long at = 0;
                while (at < bytes - 1 && area.get(offset + at, 2) != value) {
                    at++;
                }
                stack.pushLong(at < bytes - 1 ? offset + at : -1);
            }
            case "count" -> {
                long last = 0;
                long found = 0;
                for (long i = 0; i < bytes; i++) {
                    if (area.get(offset + i, 1) == value) {
                        last = i + 1;
                        found++;
                    }
                }
                stack.pushLong((last << 32) + found);
            }
            case "fill" -> {
                for (long i = 0; i < bytes; i++) {
                    area.put(offset + i, 1, value);
                }
            }
            default -> emitted.write(area.bytes(), (int) offset, (int) bytes);
        }
    }

    private void walk() {
        int state = stack.popInt() & 0xFF;
        long table = stack.popLong();
        long bytes = stack.popLong();
        long offset = stack.popLong();
        ModelArea area = area(stack.popInt(), offset, bytes, false);
        ModelArea data = area(-1, table, 2, false);
        long bits = data.get(table, 1);
        long last = data.get(table + 1, 1);
        if (bits > 8) {
            throw new FaultException(Fault.BOUNDS);
        }
        area(-1, table, 514 + (last << bits), false);
        count(bytes);
        device(area, bytes);
        long walked = 0;
        while (walked < bytes && (walked == 0 || state != 0)) {
            long number = data.get(table + 2 + area.get(offset + walked, 1), 1);
            state = (int) data.get(table + 258 + (number > last ? last : number) * (1 << bits) + state, 1);
            walked++;
        }
        stack.pushLong(walked * 256 + state);
    }

    private static long hash(ModelArea area, long offset, long bytes) {
        byte[] padded = new byte[(int) (bytes + 7) / 8 * 8];
        System.arraycopy(area.bytes(), (int) offset, padded, 0, (int) bytes);
        ModelArea words = new ModelArea(padded, false, ModelArea.State.OPEN);
        long hash = 0;
        for (int i = 0; i <= padded.length; i += 8) {
            hash = (hash ^ (i < padded.length ? words.get(i, 8) : bytes)) * 0x9E3779B97F4A7C15L;
            hash = hash << 29 | hash >>> 35;
        }
        return hash;
    }
}
