package dev.spine.extension.panic.machine;

/** Operations on the flags and locks that the host shares. They leave the stack as it is until the card has answered. */
final class Synchronization {
    private Synchronization() {}

    static final class SetFlag extends Operation {
        @Override
        void run(Machine machine) {
            if (machine.accept(machine.environment.setFlag(machine.peek(1)))) {
                machine.drop(1);
            }
        }
    }

    static final class TestFlag extends Operation {
        @Override
        void run(Machine machine) {
            int answer = machine.environment.testFlag(machine.peek(1));
            if (machine.accept(answer)) {
                machine.drop(1);
                machine.push(answer);
            }
        }
    }

    static final class ClearLock extends Operation {
        @Override
        void run(Machine machine) {
            if (machine.accept(machine.environment.clearLock(machine.peek(1)))) {
                machine.drop(1);
            }
        }
    }

    static final class TestLock extends Operation {
        @Override
        void run(Machine machine) {
            int answer = machine.environment.testLock(machine.peek(1));
            if (machine.accept(answer)) {
                machine.drop(1);
                machine.push(answer);
            }
        }
    }
}
