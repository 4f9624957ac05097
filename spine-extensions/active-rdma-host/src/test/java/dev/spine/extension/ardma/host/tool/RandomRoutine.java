package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** A routine of random instructions that keep to the rules. */
final class RandomRoutine {
    private static final Opcode[] INTS = {Opcode.IADD, Opcode.ISUB, Opcode.IMUL, Opcode.IDIV, Opcode.IREM, Opcode.ISHL, Opcode.ISHR,
        Opcode.IUSHR, Opcode.IAND, Opcode.IOR, Opcode.IXOR, Opcode.SWAP};
    private static final Opcode[] INT = {Opcode.INEG, Opcode.I2B, Opcode.I2C, Opcode.I2S, Opcode.DUP, Opcode.POP, Opcode.NOP, Opcode.I2L};
    private static final Opcode[] LONGS = {Opcode.LADD, Opcode.LSUB, Opcode.LMUL, Opcode.LDIV, Opcode.LREM, Opcode.LAND, Opcode.LOR,
        Opcode.LXOR, Opcode.LCMP, Opcode.DUP2_X2};
    private static final Opcode[] LONG = {Opcode.LNEG, Opcode.L2I, Opcode.DUP2, Opcode.POP2};
    private static final Opcode[] JUMPS = {Opcode.IFEQ, Opcode.IFNE, Opcode.IFLT, Opcode.IFGE, Opcode.IFGT, Opcode.IFLE};
    private static final Opcode[] PAIR_JUMPS = {Opcode.IF_ICMPEQ, Opcode.IF_ICMPNE, Opcode.IF_ICMPLT, Opcode.IF_ICMPGE, Opcode.IF_ICMPGT,
        Opcode.IF_ICMPLE};
    private static final String[] RETURNS = {"V", "I", "J"};
    private static final int MAX_DEPTH = 30;

    private final Random random;
    private final RoutineBuilder routine = new RoutineBuilder();
    private final List<Descriptor> descriptors = new ArrayList<>();

    RandomRoutine(Random random) {
        this.random = random;
    }

    byte[] bytes() {
        int count = 1 + random.nextInt(4);
        routine.areas(random.nextInt(RoutineFormat.MAX_AREAS + 1)).scratch(random.nextInt(3) * 100);
        byte[] data = new byte[random.nextInt(200)];
        random.nextBytes(data);
        String lines = "\"text\\\nof more than one line".repeat(data.length / 20);
        routine.data(random.nextBoolean() ? data : lines.getBytes(StandardCharsets.US_ASCII));
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder parameters = new StringBuilder();
            for (int j = random.nextInt(5); j > 0; j--) {
                parameters.append(random.nextBoolean() ? 'I' : 'J');
            }
            Descriptor descriptor = Descriptor.of("(" + parameters + ")" + RETURNS[random.nextInt(3)]);
            descriptors.add(descriptor);
            bodies.add(new Body(routine.method("m" + i, descriptor.toString()), descriptor));
        }
        // In turns, so that constants have another order than methods.
        boolean inTurns = random.nextBoolean();
        for (int left = 60; left > 0; left--) {
            bodies.forEach(inTurns ? Body::add : _ -> { });
        }
        for (Body body : bodies) {
            for (int left = inTurns ? 0 : random.nextInt(200); left > 0; left--) {
                body.add();
            }
            body.end();
        }
        return routine.build();
    }

    private <T> T one(T[] of) {
        return of[random.nextInt(of.length)];
    }

    /** A method that is built. */
    private final class Body {
        private final MethodBuilder method;
        private final Descriptor descriptor;
        private final Deque<Character> stack = new ArrayDeque<>();
        private final List<Label> labels = new ArrayList<>();
        private final List<Label> open = new ArrayList<>();

        Body(MethodBuilder method, Descriptor descriptor) {
            this.method = method;
            this.descriptor = descriptor;
        }

        private void pushed(char type) {
            stack.push(type);
        }

        private void add() {
            switch (stack.size() > MAX_DEPTH ? 9 : random.nextInt(10)) {
                case 0 -> {
                    method.push(random.nextBoolean() ? random.nextInt() : random.nextInt(-300, 300));
                    pushed('I');
                }
                case 1 -> {
                    method.push(random.nextBoolean() ? random.nextLong() : random.nextInt(3));
                    pushed('J');
                }
                case 2 -> load();
                case 3 -> store();
                case 4, 5 -> operate();
                case 6 -> call();
                case 7 -> branch();
                case 8 -> putLabel();
                default -> empty();
            }
        }

        private void load() {
            if (!descriptor.parameters().isEmpty()) {
                int parameter = random.nextInt(descriptor.parameters().length());
                method.load(parameter);
                pushed(descriptor.parameters().charAt(parameter));
                if (!descriptor.isLong(parameter)) {
                    method.increment(descriptor.slot(parameter), random.nextInt(-200, 200));
                }
            }
        }

        private void store() {
            if (!stack.isEmpty()) {
                int slot = 20 + random.nextInt(RoutineFormat.MAX_LOCALS - 21);
                method.local(stack.pop() == 'J' ? Opcode.LSTORE : Opcode.ISTORE, slot);
            }
        }

        private void operate() {
            if (stack.isEmpty()) {
                return;
            }
            char top = stack.pop();
            boolean hasTwo = !stack.isEmpty() && stack.peek() == top;
            Opcode opcode = hasTwo ? one(top == 'I' ? INTS : LONGS) : one(top == 'I' ? INT : LONG);
            method.op(opcode);
            switch (opcode) {
                case POP, POP2 -> { }
                case I2L -> pushed('J');
                case L2I -> pushed('I');
                case DUP, DUP2, SWAP -> {
                    pushed(top);
                    if (opcode != Opcode.SWAP) {
                        pushed(top);
                    }
                }
                case DUP2_X2 -> {
                    pushed(top);
                    pushed(top);
                }
                case LCMP -> {
                    stack.pop();
                    pushed('I');
                }
                default -> {
                    if (hasTwo) {
                        stack.pop();
                    }
                    pushed(top);
                }
            }
        }

        private void call() {
            boolean own = random.nextBoolean();
            int called = random.nextInt(own ? descriptors.size() : Intrinsic.values().length);
            Descriptor of = own ? descriptors.get(called) : Descriptor.of(Intrinsic.values()[called]);
            for (char type : of.parameters().toCharArray()) {
                if (type == 'I') {
                    method.push(random.nextInt(-3, 9));
                } else {
                    method.push((long) random.nextInt(100));
                }
            }
            if (own) {
                method.call("m" + called);
            } else {
                method.call(Intrinsic.values()[called]);
            }
            if (of.result() != RoutineFormat.NOTHING) {
                pushed(of.result() == RoutineFormat.INT ? 'I' : 'J');
            }
        }

        private void empty() {
            while (!stack.isEmpty()) {
                method.op(stack.pop() == 'J' ? Opcode.POP2 : Opcode.POP);
            }
        }

        /** Labels are where the stack is empty. */
        private Label target() {
            if (labels.isEmpty() || random.nextBoolean()) {
                Label label = new Label("l" + labels.size());
                labels.add(label);
                open.add(label);
            }
            return labels.get(random.nextInt(labels.size()));
        }

        private void putLabel() {
            empty();
            if (!open.isEmpty()) {
                method.label(open.removeLast());
            }
        }

        private void branch() {
            empty();
            switch (random.nextInt(4)) {
                case 0 -> method.push(random.nextInt(5)).push(7).jump(one(PAIR_JUMPS), target());
                case 1 -> {
                    TreeMap<Integer, Label> cases = new TreeMap<>();
                    for (int i = random.nextInt(6); i > 0; i--) {
                        cases.put(random.nextBoolean() ? random.nextInt(10) : random.nextInt(), target());
                    }
                    method.push(random.nextInt(10)).choose(cases, target());
                    reachEnd();
                }
                case 2 -> {
                    method.jump(Opcode.GOTO, target());
                    reachEnd();
                }
                default -> method.push(random.nextInt(5)).jump(one(JUMPS), target());
            }
        }

        private void reachEnd() {
            if (random.nextBoolean()) {
                putLabel();
            }
        }

        private void end() {
            empty();
            open.forEach(method::label);
            open.clear();
            if (descriptor.result() == RoutineFormat.INT) {
                method.push(1);
            } else if (descriptor.result() == RoutineFormat.LONG) {
                method.push(-1L);
            }
            method.returns();
        }
    }
}
