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
            if (transfer(machine, machine.peek(WORDS), machine.peek(3), machine.peek(2), machine.peek(1))) {
                machine.drop(WORDS);
            }
        }

        /** Begins it; false when the card is to be asked again, and for a fault. */
        final boolean transfer(Machine machine, int index, int offset, int segment, int bytes) {
            HostTransfer what = machine.transfer;
            if (!point(machine, what, index, bytes)) {
                return false;
            }
            HostTransfer.set(what, segment, offset);
            int answer = begin(machine.environment, what);
            return answer >= Environment.DONE || machine.accept(answer);
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
