package dev.spine.extension.ardma.routine;

/** Instructions that make values of values: constants, arithmetic, conversions. */
final class Values {
    private Values() {}

    /** Of two ints. */
    interface OfInts {
        int of(int first, int second);
    }

    /** Of two longs. */
    interface OfLongs {
        long of(long first, long second);
    }

    /** Of a long and the distance of a shift. */
    interface OfShift {
        long of(long value, int distance);
    }

    /** Of an int. */
    interface OfInt {
        int of(int value);
    }

    /** Does nothing. */
    static final class Nop extends Instruction {
        @Override
        void run(Machine machine) {
            // Its step was counted.
        }
    }

    /** A constant int. */
    static final class IntConstant extends Instruction {
        private final int value;

        IntConstant(int value) {
            this.value = value;
        }

        @Override
        void run(Machine machine) {
            machine.pushInt(value);
        }
    }

    /** A constant long. */
    static final class LongConstant extends Instruction {
        private final long value;

        LongConstant(long value) {
            this.value = value;
        }

        @Override
        void run(Machine machine) {
            machine.pushLong(value);
        }
    }

    /** Two ints. */
    static final class Ints extends Instruction {
        private final OfInts operation;

        Ints(OfInts operation) {
            this.operation = operation;
        }

        @Override
        void run(Machine machine) {
            int second = machine.popInt();
            machine.pushInt(operation.of(machine.popInt(), second));
        }
    }

    /** Two longs. */
    static final class Longs extends Instruction {
        private final OfLongs operation;

        Longs(OfLongs operation) {
            this.operation = operation;
        }

        @Override
        void run(Machine machine) {
            long second = machine.popLong();
            machine.pushLong(operation.of(machine.popLong(), second));
        }
    }

    /** Two ints, of which the second must not be 0. */
    static final class IntDivision extends Instruction {
        private final boolean wantsRest;

        IntDivision(boolean wantsRest) {
            this.wantsRest = wantsRest;
        }

        @Override
        void run(Machine machine) {
            int second = machine.popInt();
            int first = machine.popInt();
            if (second == 0) {
                machine.fault(Fault.DIVISION);
            } else {
                machine.pushInt(wantsRest ? first % second : first / second);
            }
        }
    }

    /** Two longs, of which the second must not be 0. */
    static final class LongDivision extends Instruction {
        private final boolean wantsRest;

        LongDivision(boolean wantsRest) {
            this.wantsRest = wantsRest;
        }

        @Override
        void run(Machine machine) {
            long second = machine.popLong();
            long first = machine.popLong();
            if (second == 0) {
                machine.fault(Fault.DIVISION);
            } else {
                machine.pushLong(wantsRest ? first % second : first / second);
            }
        }
    }

    /** A long, shifted by an int. */
    static final class LongShift extends Instruction {
        private final OfShift operation;

        LongShift(OfShift operation) {
            this.operation = operation;
        }

        @Override
        void run(Machine machine) {
            int distance = machine.popInt();
            machine.pushLong(operation.of(machine.popLong(), distance));
        }
    }

    /** One int. */
    static final class OneInt extends Instruction {
        private final OfInt operation;

        OneInt(OfInt operation) {
            this.operation = operation;
        }

        @Override
        void run(Machine machine) {
            machine.pushInt(operation.of(machine.popInt()));
        }
    }

    /** A long with the other sign. */
    static final class LongNegation extends Instruction {
        @Override
        void run(Machine machine) {
            machine.pushLong(-machine.popLong());
        }
    }

    /** A long of an int. */
    static final class Widening extends Instruction {
        @Override
        void run(Machine machine) {
            machine.pushLong(machine.popInt());
        }
    }

    /** An int of a long. */
    static final class Narrowing extends Instruction {
        @Override
        void run(Machine machine) {
            machine.pushInt((int) machine.popLong());
        }
    }

    /** How two longs compare. */
    static final class LongComparison extends Instruction {
        @Override
        void run(Machine machine) {
            long second = machine.popLong();
            machine.pushInt(Long.compare(machine.popLong(), second));
        }
    }
}
