package dev.spine.extension.benchmarks.panic;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.panic.machine.CompiledProgram;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.machine.Packet;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs the block of a program's first trigger again and again, with one message. One thread. */
public final class MachineWork implements Extension, LongUnaryOperator {
    private static final int SLICE = 100_000;
    private static final int NODE_HIGH = 0x60;
    private static final int NODE_LOW = 0x11223344;

    private final QuietCard card = new QuietCard();
    private final Machine machine = new Machine(card);
    private final Packet packet = new Packet();
    private final Buffer payload;

    /**
     * What is run; its start-up block has run.
     *
     * @param file of the program
     * @param data its data area
     * @param payload of the message, all of the buffer
     * @param form the compiled form, or null
     * @throws ProgramException when the file is no program
     */
    public MachineWork(Buffer file, Buffer data, Buffer payload, @Nullable Object form) throws ProgramException {
        Program program = ProgramReader.read(ProgramBytes.of(file, 0, file.length()));
        LinkedProgram linked = form == null ? Linker.link(program) : Linker.link(program, (CompiledProgram) form);
        this.payload = payload;
        machine.place(linked, data, 0);
        machine.startUp(SLICE);
        machine.run(SLICE);
    }

    @Override
    public void start(ExtensionContext context) {
        // It is called by the benchmark.
    }

    @Override
    public long applyAsLong(long times) {
        for (long i = 0; i < times; i++) {
            packet.setRemote(payload, 0, payload.length(), NODE_HIGH, NODE_LOW);
            machine.message(0, packet, SLICE);
            while (!machine.hasEnded()) {
                machine.run(SLICE);
            }
        }
        return card.sum();
    }

    /** {@return the steps of the last activation} */
    public long steps() {
        return machine.steps();
    }
}
