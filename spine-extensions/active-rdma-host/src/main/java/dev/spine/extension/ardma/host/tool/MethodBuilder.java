package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** The instructions of a method, one after the other. Made by {@link RoutineBuilder#method}. One thread at a time. */
public final class MethodBuilder {
    /** An instruction: how long it is at an offset, what it writes, what it does to the stack, and where it goes. */
    private abstract static class Item {
        abstract int length(int at);

        abstract void write(ByteBuffer out, int at);

        /** Slots that the stack has more afterwards. */
        abstract int delta();

        List<Label> targets() {
            return List.of();
        }

        boolean goesOn() {
            return true;
        }
    }

    private final RoutineBuilder routine;
    private final String name;
    private final Descriptor descriptor;
    private final List<Item> items = new ArrayList<>();
    /** By label: the item before which it is. */
    private final Map<Label, Integer> labels = new HashMap<>();
    private int[] offsets = {0};
    private int locals;

    MethodBuilder(RoutineBuilder routine, String name, Descriptor descriptor) {
        this.routine = routine;
        this.name = name;
        this.descriptor = descriptor;
        this.locals = descriptor.slots();
    }

    /** {@return its name} */
    public String name() {
        return name;
    }

    Descriptor descriptor() {
        return descriptor;
    }

    private MethodBuilder add(Item item) {
        items.add(item);
        return this;
    }

    private static Item fixed(int delta, boolean goesOn, byte[] bytes) {
        return new Item() {
            @Override
            int length(int at) {
                return bytes.length;
            }

            @Override
            void write(ByteBuffer out, int at) {
                out.put(bytes);
            }

            @Override
            int delta() {
                return delta;
            }

            @Override
            boolean goesOn() {
                return goesOn;
            }
        };
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /**
     * Adds an instruction without operands.
     *
     * @param opcode one of the set: arithmetic, conversions, comparisons, moves on the stack, returns
     * @return this
     * @throws RoutineBuildException when it is none
     */
    public MethodBuilder op(Opcode opcode) {
        int delta = StackEffect.of(opcode).delta();
        boolean ends = opcode == Opcode.IRETURN || opcode == Opcode.LRETURN || opcode == Opcode.RETURN;
        return add(fixed(delta, !ends, bytes(opcode.bytecode())));
    }

    /**
     * Pushes an int.
     *
     * @param value any
     * @return this
     */
    public MethodBuilder push(int value) {
        if (value >= -1 && value <= 5) {
            return add(fixed(1, true, bytes(Opcode.ICONST_0.bytecode() + value)));
        }
        if (value == (byte) value) {
            return add(fixed(1, true, bytes(Opcode.BIPUSH.bytecode(), value)));
        }
        if (value == (short) value) {
            return add(fixed(1, true, bytes(Opcode.SIPUSH.bytecode(), value >> 8, value)));
        }
        int index = routine.intConstant(value);
        return add(fixed(1, true, index < 256 ? bytes(Opcode.LDC.bytecode(), index) : bytes(Opcode.LDC_W.bytecode(), index >> 8, index)));
    }

    /**
     * Pushes a long.
     *
     * @param value any
     * @return this
     */
    public MethodBuilder push(long value) {
        if (value == 0 || value == 1) {
            return add(fixed(2, true, bytes(Opcode.LCONST_0.bytecode() + (int) value)));
        }
        int index = routine.longConstant(value);
        return add(fixed(2, true, bytes(Opcode.LDC2_W.bytecode(), index >> 8, index)));
    }

    /**
     * Pushes a parameter.
     *
     * @param parameter 0 for the first
     * @return this
     */
    public MethodBuilder load(int parameter) {
        return local(descriptor.isLong(parameter) ? Opcode.LLOAD : Opcode.ILOAD, descriptor.slot(parameter));
    }

    /**
     * Moves between a local and the stack.
     *
     * @param opcode ILOAD, LLOAD, ISTORE or LSTORE
     * @param slot of the local; a long has this one and the next
     * @return this
     */
    public MethodBuilder local(Opcode opcode, int slot) {
        boolean isLong = opcode == Opcode.LLOAD || opcode == Opcode.LSTORE;
        boolean loads = opcode == Opcode.ILOAD || opcode == Opcode.LLOAD;
        if (!loads && opcode != Opcode.ISTORE && opcode != Opcode.LSTORE) {
            throw new RoutineBuildException("a local is reached by ILOAD, LLOAD, ISTORE and LSTORE, not by " + opcode);
        }
        locals = Math.max(locals, slot + (isLong ? 2 : 1));
        int delta = (isLong ? 2 : 1) * (loads ? 1 : -1);
        if (slot < 4) {
            int first = switch (opcode) {
                case ILOAD -> Opcode.ILOAD_0.bytecode();
                case LLOAD -> Opcode.LLOAD_0.bytecode();
                case ISTORE -> Opcode.ISTORE_0.bytecode();
                default -> Opcode.LSTORE_0.bytecode();
            };
            return add(fixed(delta, true, bytes(first + slot)));
        }
        return add(fixed(delta, true, slot < 256 ? bytes(opcode.bytecode(), slot) : bytes(0xC4, opcode.bytecode(), slot >> 8, slot)));
    }

    /**
     * Adds to an int local.
     *
     * @param slot of the local
     * @param value -32,768 to 32,767
     * @return this
     */
    public MethodBuilder increment(int slot, int value) {
        locals = Math.max(locals, slot + 1);
        int opcode = Opcode.IINC.bytecode();
        return add(fixed(0, true, slot < 256 && value == (byte) value ? bytes(opcode, slot, value)
            : bytes(0xC4, opcode, slot >> 8, slot, value >> 8, value)));
    }

    /**
     * Puts a label here.
     *
     * @param label that is nowhere
     * @return this
     */
    public MethodBuilder label(Label label) {
        labels.put(label, items.size());
        return this;
    }

    /**
     * Jumps.
     *
     * @param opcode GOTO, or one that begins with IF
     * @param target where to
     * @return this
     */
    public MethodBuilder jump(Opcode opcode, Label target) {
        int delta = StackEffect.of(opcode).delta();
        return add(new Item() {
            @Override
            int length(int at) {
                return 3;
            }

            @Override
            void write(ByteBuffer out, int at) {
                out.put((byte) opcode.bytecode()).putShort((short) (target.requiredOffset() - at));
            }

            @Override
            int delta() {
                return delta;
            }

            @Override
            List<Label> targets() {
                return List.of(target);
            }

            @Override
            boolean goesOn() {
                return opcode != Opcode.GOTO;
            }
        });
    }

    /**
     * Jumps by the value of an int: as a table when that is shorter.
     *
     * @param cases where to go for each value
     * @param otherwise where to go for others
     * @return this
     */
    public MethodBuilder choose(SortedMap<Integer, Label> cases, Label otherwise) {
        long span = cases.isEmpty() ? Long.MAX_VALUE : (long) cases.lastKey() - cases.firstKey() + 1;
        boolean isTable = span <= Math.min(2L * cases.size(), RoutineFormat.MAX_LABELS);
        return add(isTable ? new Table(cases, otherwise, (int) span) : new Lookup(cases, otherwise));
    }

    /** What both kinds of switch have. */
    private abstract static class Choice extends Item {
        final SortedMap<Integer, Label> cases;
        final Label otherwise;

        Choice(SortedMap<Integer, Label> cases, Label otherwise) {
            this.cases = cases;
            this.otherwise = otherwise;
        }

        static int padding(int at) {
            return 3 - (at & 3);
        }

        void begin(ByteBuffer out, int at, Opcode opcode) {
            out.put((byte) opcode.bytecode()).put(new byte[padding(at)]).putInt(otherwise.requiredOffset() - at);
        }

        @Override
        int delta() {
            return -1;
        }

        @Override
        List<Label> targets() {
            List<Label> all = new ArrayList<>(cases.values());
            all.add(otherwise);
            return all;
        }

        @Override
        boolean goesOn() {
            return false;
        }
    }

    /** A target for each value of a span. */
    private static final class Table extends Choice {
        private final int span;

        Table(SortedMap<Integer, Label> cases, Label otherwise, int span) {
            super(cases, otherwise);
            this.span = span;
        }

        @Override
        int length(int at) {
            return 1 + padding(at) + (3 + span) * Integer.BYTES;
        }

        @Override
        void write(ByteBuffer out, int at) {
            begin(out, at, Opcode.TABLESWITCH);
            out.putInt(cases.firstKey()).putInt(cases.lastKey());
            for (int i = 0; i < span; i++) {
                out.putInt(cases.getOrDefault(cases.firstKey() + i, otherwise).requiredOffset() - at);
            }
        }
    }

    /** A target for each of some values. */
    private static final class Lookup extends Choice {
        Lookup(SortedMap<Integer, Label> cases, Label otherwise) {
            super(cases, otherwise);
        }

        @Override
        int length(int at) {
            return 1 + padding(at) + 2 * (1 + cases.size()) * Integer.BYTES;
        }

        @Override
        void write(ByteBuffer out, int at) {
            begin(out, at, Opcode.LOOKUPSWITCH);
            out.putInt(cases.size());
            cases.forEach((key, target) -> out.putInt(key).putInt(target.requiredOffset() - at));
        }
    }

    /**
     * Calls an operation on areas.
     *
     * @param intrinsic which
     * @return this
     */
    public MethodBuilder call(Intrinsic intrinsic) {
        return call(() -> Descriptor.of(intrinsic), () -> Intrinsic.FIRST + intrinsic.ordinal());
    }

    /**
     * Calls a method of the routine, which may come later.
     *
     * @param method its name
     * @return this
     */
    public MethodBuilder call(String method) {
        return call(() -> routine.named(method).descriptor(), () -> routine.indexOf(method));
    }

    private MethodBuilder call(Supplier<Descriptor> called, IntSupplier index) {
        return add(new Item() {
            @Override
            int length(int at) {
                return 3;
            }

            @Override
            void write(ByteBuffer out, int at) {
                out.put((byte) Opcode.INVOKESTATIC.bytecode()).putShort((short) index.getAsInt());
            }

            @Override
            int delta() {
                return called.get().result() - called.get().slots();
            }
        });
    }

    /**
     * Returns what the method's descriptor says.
     *
     * @return this
     */
    public MethodBuilder returns() {
        return op(descriptor.result() == RoutineFormat.NOTHING ? Opcode.RETURN
            : descriptor.result() == RoutineFormat.INT ? Opcode.IRETURN : Opcode.LRETURN);
    }

    // --- the binary form

    byte[] code() {
        IntFunction<RoutineBuildException> tooLong = bytes -> new RoutineBuildException("method " + name + " has " + bytes
            + " bytes of code, and at most " + RoutineFormat.MAX_CODE_BYTES + " are allowed: split it");
        offsets = new int[items.size() + 1];
        for (int i = 0; i < items.size(); i++) {
            offsets[i + 1] = offsets[i] + items.get(i).length(offsets[i]);
        }
        int size = offsets[items.size()];
        if (size > RoutineFormat.MAX_CODE_BYTES) {
            throw tooLong.apply(size);
        }
        labels.forEach((label, item) -> label.offset = offsets[item]);
        ByteBuffer out = ByteBuffer.allocate(size);
        for (int i = 0; i < items.size(); i++) {
            items.get(i).write(out, offsets[i]);
        }
        return out.array();
    }

    /** {@return which instruction begins at an offset of the code that was made} */
    int instructionAt(int offset) {
        return Math.max(0, Arrays.binarySearch(offsets, offset));
    }

    void putHead(ByteBuffer out, int codeBytes) {
        out.putShort((short) codeBytes).putShort((short) locals).putShort((short) stack());
        out.put((byte) descriptor.parameters().length()).put((byte) descriptor.result()).putInt(descriptor.longParameters());
    }

    /** The most slots on any way through the code; what the verifier finds wrong is no matter here. */
    private int stack() {
        int[] depths = new int[items.size() + 1];
        Arrays.fill(depths, -1);
        int most = 0;
        List<Integer> open = new ArrayList<>(List.of(0));
        depths[0] = 0;
        while (!open.isEmpty()) {
            int at = open.removeLast();
            if (at == items.size()) {
                continue;
            }
            Item item = items.get(at);
            int after = depths[at] + item.delta();
            most = Math.max(most, Math.max(after, depths[at]));
            if (item.goesOn()) {
                reach(at + 1, after, depths, open);
            }
            for (Label target : item.targets()) {
                reach(Objects.requireNonNull(labels.get(target)), after, depths, open);
            }
        }
        return most;
    }

    private static void reach(int item, int depth, int[] depths, List<Integer> open) {
        if (depths[item] < 0) {
            depths[item] = Math.max(0, depth);
            open.add(item);
        }
    }
}
