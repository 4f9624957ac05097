package dev.spine.extension.ardma.routine;

/** Instructions that say where a run goes on. Targets are indices of instructions. */
final class Control {
    private Control() {}

    /** A condition on two ints. */
    interface OnInts {
        boolean holds(int first, int second);
    }

    /** Jumps. */
    static final class Goto extends Instruction {
        private final int target;

        Goto(int target) {
            this.target = target;
        }

        @Override
        void run(Machine machine) {
            machine.next = target;
        }
    }

    /** Jumps when a condition holds on two ints, of which the second may be 0. */
    static final class If extends Instruction {
        private final OnInts condition;
        private final boolean onZero;
        private final int target;

        If(OnInts condition, boolean onZero, int target) {
            this.condition = condition;
            this.onZero = onZero;
            this.target = target;
        }

        @Override
        void run(Machine machine) {
            int second = onZero ? 0 : machine.popInt();
            if (condition.holds(machine.popInt(), second)) {
                machine.next = target;
            }
        }
    }

    /** Jumps to one of several places. */
    static final class Switch extends Instruction {
        /** In order; of a table the first one alone. */
        private final int[] keys;
        private final int[] targets;
        private final boolean isTable;

        Switch(int[] keys, int[] targets, boolean isTable) {
            this.keys = keys;
            this.targets = targets;
            this.isTable = isTable;
        }

        @Override
        void run(Machine machine) {
            int key = machine.popInt();
            machine.next = targets[isTable ? inTable(key) : inKeys(key)];
        }

        private int inTable(int key) {
            long index = (long) key - keys[0];
            return index >= 0 && index < targets.length - 1 ? (int) index : targets.length - 1;
        }

        private int inKeys(int key) {
            int low = 0;
            int high = keys.length - 1;
            while (low <= high) {
                int middle = low + high >>> 1;
                if (keys[middle] == key) {
                    return middle;
                }
                if (keys[middle] < key) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return targets.length - 1;
        }
    }

    /** Calls a method of the routine. */
    static final class Call extends Instruction {
        private final RoutineMethod method;

        Call(RoutineMethod method) {
            this.method = method;
        }

        @Override
        void run(Machine machine) {
            machine.enter(method);
        }
    }

    /** Ends a method. */
    static final class Return extends Instruction {
        private final int result;

        Return(int result) {
            this.result = result;
        }

        @Override
        void run(Machine machine) {
            if (result == RoutineFormat.NOTHING) {
                machine.leave();
            } else if (result == RoutineFormat.INT) {
                int value = machine.popInt();
                machine.leave();
                machine.pushInt(value);
            } else {
                long value = machine.popLong();
                machine.leave();
                machine.pushLong(value);
            }
        }
    }
}
