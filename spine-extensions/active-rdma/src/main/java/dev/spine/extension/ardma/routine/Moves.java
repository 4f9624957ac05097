package dev.spine.extension.ardma.routine;

/** Instructions that move values between locals and the stack, and on the stack. */
final class Moves {
    private Moves() {}

    /** A local's slot, or two of them, to the stack. */
    static final class Load extends Instruction {
        private final int local;
        private final boolean isLong;

        Load(int local, boolean isLong) {
            this.local = local;
            this.isLong = isLong;
        }

        @Override
        void run(Machine machine) {
            if (isLong) {
                machine.pushLong(machine.slots[machine.base + local]);
            } else {
                machine.slots[machine.top++] = machine.slots[machine.base + local];
            }
        }
    }

    /** What is on the stack, to a local. */
    static final class Store extends Instruction {
        private final int local;
        private final boolean isLong;

        Store(int local, boolean isLong) {
            this.local = local;
            this.isLong = isLong;
        }

        @Override
        void run(Machine machine) {
            machine.top -= isLong ? 2 : 1;
            machine.slots[machine.base + local] = machine.slots[machine.top];
        }
    }

    /** Adds to a local. */
    static final class Increment extends Instruction {
        private final int local;
        private final int delta;

        Increment(int local, int delta) {
            this.local = local;
            this.delta = delta;
        }

        @Override
        void run(Machine machine) {
            int value = (int) machine.slots[machine.base + local] + delta;
            machine.slots[machine.base + local] = value;
        }
    }

    /** Takes slots away. */
    static final class Pop extends Instruction {
        private final int count;

        Pop(int count) {
            this.count = count;
        }

        @Override
        void run(Machine machine) {
            machine.top -= count;
        }
    }

    /** Puts a copy of the top slots below some more of them. */
    static final class Copy extends Instruction {
        private final int count;
        private final int below;

        Copy(int count, int below) {
            this.count = count;
            this.below = below;
        }

        @Override
        void run(Machine machine) {
            long[] slots = machine.slots;
            machine.top += count;
            int top = machine.top;
            for (int i = 1; i <= count + below; i++) {
                slots[top - i] = slots[top - i - count];
            }
            for (int i = 0; i < count; i++) {
                slots[top - count - below - count + i] = slots[top - count + i];
            }
        }
    }

    /** Two ints change places. */
    static final class Swap extends Instruction {
        @Override
        void run(Machine machine) {
            int first = machine.popInt();
            int second = machine.popInt();
            machine.pushInt(first);
            machine.pushInt(second);
        }
    }
}
