package dev.spine.extension.panic.machine;

/** Operations that make words of words, and those of the clock and the display. */
final class Values {
    private Values() {}

    /** Takes two words and pushes one. */
    abstract static class OfTwo extends Operation {
        @Override
        final void run(Machine machine) {
            int second = machine.pop();
            machine.push(of(machine.pop(), second));
        }

        abstract int of(int first, int second);
    }

    static final class Add extends OfTwo {
        @Override
        int of(int first, int second) {
            return first + second;
        }
    }

    static final class Subtract extends OfTwo {
        @Override
        int of(int first, int second) {
            return first - second;
        }
    }

    static final class Multiply extends OfTwo {
        @Override
        int of(int first, int second) {
            return first * second;
        }
    }

    static final class Less extends OfTwo {
        private final boolean inverse;

        Less(boolean inverse) {
            this.inverse = inverse;
        }

        @Override
        int of(int first, int second) {
            return first < second != inverse ? 1 : 0;
        }
    }

    static final class LessOrEqual extends OfTwo {
        private final boolean inverse;

        LessOrEqual(boolean inverse) {
            this.inverse = inverse;
        }

        @Override
        int of(int first, int second) {
            return first <= second != inverse ? 1 : 0;
        }
    }

    static final class Equal extends OfTwo {
        private final boolean inverse;

        Equal(boolean inverse) {
            this.inverse = inverse;
        }

        @Override
        int of(int first, int second) {
            return first == second != inverse ? 1 : 0;
        }
    }

    static final class Divide extends Operation {
        private final boolean wantsRest;

        Divide(boolean wantsRest) {
            this.wantsRest = wantsRest;
        }

        @Override
        void run(Machine machine) {
            int divisor = machine.pop();
            int dividend = machine.pop();
            if (divisor == 0) {
                machine.fault(Fault.DIVISION);
            } else {
                machine.push(wantsRest ? dividend % divisor : dividend / divisor);
            }
        }
    }

    static final class Negate extends Operation {
        @Override
        void run(Machine machine) {
            machine.push(-machine.pop());
        }
    }

    static final class Not extends Operation {
        @Override
        void run(Machine machine) {
            machine.push(machine.pop() == 0 ? 1 : 0);
        }
    }

    static final class Clock extends Operation {
        @Override
        void run(Machine machine) {
            machine.push(machine.environment.clock());
        }
    }

    static final class Display extends Operation {
        @Override
        void run(Machine machine) {
            machine.environment.display(machine.pop());
        }
    }
}
