package dev.spine.extension.panic.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.extension.panic.CardMemory;
import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import dev.spine.extension.panic.program.ProgramWriter;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Activations run, wait and fault without allocating. */
@Tag("allocation")
class MachineAllocationTest {
    private static final int ROUNDS = 20_000;

    /** A card that does everything at once, after one WAIT each. */
    private static final class QuietCard extends Environment {
        private boolean waited;
        private int sum;

        private int done(int value) {
            waited = !waited;
            sum += value;
            return waited ? WAIT : DONE;
        }

        @Override
        public int transmit(Sending what) {
            return done(what.bytes() + what.addressLow());
        }

        @Override
        public int sendLocal(Sending what) {
            return done(what.bytes() + what.trigger());
        }

        @Override
        public int deliver(HostTransfer what) {
            return done(what.bytes() + what.offset());
        }

        @Override
        public int get(HostTransfer what) {
            return done(what.bytes() + what.segment());
        }

        @Override
        public int transfersDone() {
            return done(0);
        }

        @Override
        public int setFlag(int flag) {
            return done(flag);
        }

        @Override
        public int testFlag(int flag) {
            return done(flag);
        }

        @Override
        public int clearLock(int lock) {
            return done(lock);
        }

        @Override
        public int testLock(int lock) {
            return done(lock);
        }

        @Override
        public int clock() {
            return ++sum;
        }

        @Override
        public void display(int value) {
            sum += value;
        }
    }

    private static LinkedProgram program() throws ProgramException {
        ProgramWriter writer = new ProgramWriter("Busy").stack(6);
        int array = writer.variable("array", 4);
        writer.op(Opcode.AWAIT, 1);
        writer.block(10);
        writer.op(Opcode.PUSH, 0).op(Opcode.PUSH, 0).op(Opcode.PUSH, 8).op(Opcode.PKCOPY, array, 4);
        writer.op(Opcode.PUSH, 0).op(Opcode.PKLEN).op(Opcode.PUSH, 10).op(Opcode.PUSH, 7).op(Opcode.SENDRP);
        writer.op(Opcode.PUSH, 0).op(Opcode.PUSH, 0).op(Opcode.PUSH, 2).op(Opcode.PUSH, 4).op(Opcode.DELIVER, array, 4);
        writer.op(Opcode.PUSH, 0).op(Opcode.PUSH, 0).op(Opcode.PUSH, 2).op(Opcode.PUSH, 4).op(Opcode.GET, array, 4).op(Opcode.DMAWAIT);
        writer.op(Opcode.PUSH, 1).op(Opcode.SETF).op(Opcode.PUSH, 1).op(Opcode.TSTL).op(Opcode.DISPLAY);
        writer.op(Opcode.PUSH, 1).op(Opcode.LOADX, array, 4).op(Opcode.CLOCK).op(Opcode.ADD).op(Opcode.STORE, array);
        writer.op(Opcode.PUSH, 1).op(Opcode.PUSH, 0).op(Opcode.DIV).op(Opcode.DROP).op(Opcode.AWAIT, 1);
        return Linker.link(ProgramReader.read(ProgramBytes.of(writer.toBytes())));
    }

    @Test
    void nothingIsAllocated() throws ProgramException {
        Machine machine = new Machine(new QuietCard());
        machine.place(program(), new CardMemory(new byte[64]).buffer(), 0);
        Packet packet = RunningProgram.packet(1, 2, 3);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long fewest = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                machine.message(0, packet, ROUNDS);
                while (!machine.hasEnded()) {
                    machine.run(7);
                }
            }
            fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(Fault.DIVISION, machine.fault());
        long bytes = fewest;
        assertTrue(bytes < ROUNDS, () -> bytes + " bytes in " + ROUNDS + " activations");
    }
}
