package dev.spine.extension.panic.machine;

/** Operations that read the packet. */
final class Packets {
    private Packets() {}

    static final class Length extends Operation {
        @Override
        void run(Machine machine) {
            machine.push(machine.packet().length());
        }
    }

    static final class Load extends Operation {
        @Override
        void run(Machine machine) {
            int index = machine.pop();
            if (index < 0 || index >= machine.packet().length() >> 2) {
                machine.fault(Fault.PACKET);
            } else {
                machine.push(machine.payload().i32(machine.packet().at() + (index << 2)));
            }
        }
    }

    /** Takes index, offset in bytes, bytes. */
    static final class Copy extends RegionOperation {
        Copy(int first, int words) {
            super(first, words);
        }

        @Override
        void run(Machine machine) {
            int bytes = machine.pop();
            int offset = machine.pop();
            copy(machine, machine.pop(), offset, bytes);
        }

        /** Copies; false for a fault. */
        boolean copy(Machine machine, int index, int offset, int bytes) {
            Region to = machine.sending;
            if (!point(machine, to, index, bytes)) {
                return false;
            }
            if (offset < 0 || offset > machine.packet().length() - bytes) {
                machine.fault(Fault.PACKET);
                return false;
            }
            if (!Machine.affords(bytes, machine)) {
                machine.exhaust();
                return false;
            }
            Machine.spend(bytes, machine);
            if (bytes > 0) {
                to.memory().copyFrom(to.at(), machine.payload(), machine.packet().at() + offset, bytes);
            }
            return true;
        }
    }
}
