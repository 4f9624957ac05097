package dev.spine.extension.panic.machine;

/** Operations on host memory. They leave the stack as it is until the card has accepted them. */
final class Transfers {
    private Transfers() {}

    /** Takes index, offset, segment, bytes. */
    abstract static class Transfer extends RegionOperation {
        private static final int WORDS = 4;

        Transfer(int first, int words) {
            super(first, words);
        }

        @Override
        final void run(Machine machine) {
            HostTransfer what = machine.transfer;
            if (!point(machine, what, machine.peek(WORDS), machine.peek(1))) {
                return;
            }
            what.of(machine.peek(2), machine.peek(3));
            if (machine.accept(begin(machine.environment, what))) {
                machine.drop(WORDS);
            }
        }

        abstract int begin(Environment environment, HostTransfer what);
    }

    static final class Deliver extends Transfer {
        Deliver(int first, int words) {
            super(first, words);
        }

        @Override
        int begin(Environment environment, HostTransfer what) {
            return environment.deliver(what);
        }
    }

    static final class Get extends Transfer {
        Get(int first, int words) {
            super(first, words);
        }

        @Override
        int begin(Environment environment, HostTransfer what) {
            return environment.get(what);
        }
    }

    static final class Wait extends Operation {
        @Override
        void run(Machine machine) {
            machine.accept(machine.environment.transfersDone());
        }
    }
}
