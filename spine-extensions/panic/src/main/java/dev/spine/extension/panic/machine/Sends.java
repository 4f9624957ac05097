package dev.spine.extension.panic.machine;

import dev.spine.extension.panic.program.ProgramFormat;

/** Operations that send. They leave the stack as it is until the card has taken the bytes. */
final class Sends {
    private Sends() {}

    /** Takes index, bytes, trigger, program, and what the target needs beside them. */
    abstract static class Send extends RegionOperation {
        private static final int INDEX = 4;
        private static final int BYTES = 3;
        private static final int TRIGGER = 2;
        private static final int PROGRAM = 1;

        private final int more;

        Send(int first, int words, int more) {
            super(first, words);
            this.more = more;
        }

        @Override
        final void run(Machine machine) {
            int high = more == 0 ? 0 : machine.peek(2);
            int low = more == 0 ? 0 : machine.peek(1);
            if (send(machine, machine.peek(more + INDEX), machine.peek(more + BYTES), machine.peek(more + TRIGGER),
                machine.peek(more + PROGRAM), high, low)) {
                machine.drop(INDEX + more);
            }
        }

        /** Sends; false when the card is to be asked again, and for a fault. */
        final boolean send(Machine machine, int index, int bytes, int trigger, int program, int high, int low) {
            Sending what = machine.sending;
            if (!point(machine, what, index, bytes)) {
                return false;
            }
            if (isNoId(trigger) || isNoId(program)) {
                machine.fault(Fault.ID);
                return false;
            }
            Sending.setReceiver(what, program, trigger);
            if (!Machine.affords(bytes, machine)) {
                machine.exhaust();
                return false;
            }
            int answer = send(machine, what, high, low);
            if (answer < Environment.DONE) {
                return machine.accept(answer);
            }
            Machine.spend(bytes, machine);
            return true;
        }

        /** Asks the card; the answer is the environment's. */
        abstract int send(Machine machine, Sending what, int high, int low);

        private static boolean isNoId(int value) {
            return value < 0 || value > ProgramFormat.MAX_ID;
        }

        static int transmit(Machine machine, Sending what, int high, int low) {
            if (!Packet.isNode(high)) {
                return Environment.refuse(Fault.ADDRESS);
            }
            Sending.setNode(what, high, low);
            return machine.environment.transmit(what);
        }
    }

    static final class ToNode extends Send {
        private static final int ADDRESS_WORDS = 2;

        ToNode(int first, int words) {
            super(first, words, ADDRESS_WORDS);
        }

        @Override
        int send(Machine machine, Sending what, int high, int low) {
            return transmit(machine, what, high, low);
        }
    }

    static final class ToCard extends Send {
        ToCard(int first, int words) {
            super(first, words, 0);
        }

        @Override
        int send(Machine machine, Sending what, int high, int low) {
            return machine.environment.sendLocal(what);
        }
    }

    static final class ToSender extends Send {
        ToSender(int first, int words) {
            super(first, words, 0);
        }

        @Override
        int send(Machine machine, Sending what, int high, int low) {
            Packet packet = machine.packet();
            if (!packet.hasSender()) {
                return Environment.refuse(Fault.NO_SENDER);
            }
            return packet.isLocal() ? machine.environment.sendLocal(what)
                : transmit(machine, what, packet.addressHigh(), packet.addressLow());
        }
    }
}
