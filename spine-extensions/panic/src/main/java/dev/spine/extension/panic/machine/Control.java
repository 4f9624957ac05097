package dev.spine.extension.panic.machine;

/** Operations that say where an activation goes on, or that it ends. Targets are indices of operations. */
final class Control {
    private Control() {}

    static final class Jump extends Operation {
        private final int target;

        Jump(int target) {
            this.target = target;
        }

        @Override
        void run(Machine machine) {
            machine.next = target;
        }
    }

    static final class JumpIfZero extends Operation {
        private final int target;

        JumpIfZero(int target) {
            this.target = target;
        }

        @Override
        void run(Machine machine) {
            if (machine.pop() == 0) {
                machine.next = target;
            }
        }
    }

    static final class JumpIfNotZero extends Operation {
        private final int target;

        JumpIfNotZero(int target) {
            this.target = target;
        }

        @Override
        void run(Machine machine) {
            if (machine.pop() != 0) {
                machine.next = target;
            }
        }
    }

    /** Waits for transfers first, so that none touches a packet that was released. */
    static final class Await extends Operation {
        private final int mask;

        Await(int mask) {
            this.mask = mask;
        }

        @Override
        void run(Machine machine) {
            if (machine.accept(machine.environment.transfersDone())) {
                machine.end(mask);
            }
        }
    }

    /** Waits for transfers first, as {@link Await}. */
    static final class Stop extends Operation {
        @Override
        void run(Machine machine) {
            if (machine.accept(machine.environment.transfersDone())) {
                machine.stop();
            }
        }
    }
}
