package dev.spine.extension.panic.host.translate;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.panic.machine.CompiledProgram;
import dev.spine.extension.panic.machine.Environment;
import dev.spine.extension.panic.machine.HostTransfer;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.machine.Packet;
import dev.spine.extension.panic.machine.Sending;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import org.jspecify.annotations.Nullable;

/** Runs one program within an image, as a card would. The entry of the image is below it and has the compiled form. */
public class TrialExtension extends Environment implements Extension {
    private static final long BUDGET = 100_000;

    private final CompiledProgram form;
    private final Packet packet = new Packet();
    private @Nullable Machine machine;
    private int asked;

    public TrialExtension(CompiledProgram form) {
        this.form = form;
    }

    @Override
    public final void start(ExtensionContext context) {
        // The test calls it.
    }

    public final void place(Buffer file, Buffer data, boolean isCompiled) throws ProgramException {
        Program program = ProgramReader.read(ProgramBytes.of(file, 0, file.length()));
        machine = new Machine(this);
        machine.place(isCompiled ? Linker.link(program, form) : Linker.link(program), data, 0);
    }

    /** Runs the start-up block, or that of a trigger with a message: {@return the steps that it made} */
    public final long run(int trigger, Buffer payload, int bytes, int slice) {
        if (trigger < 0) {
            machine.startUp(BUDGET);
        } else {
            packet.setRemote(payload, 0, bytes, 0x60, 7);
            machine.message(trigger, packet, BUDGET);
        }
        while (!machine.hasEnded()) {
            machine.run(slice);
        }
        return machine.steps();
    }

    /** {@return how the last activation ended, and what the card was asked} */
    public final int result() {
        return (31 * asked + machine.offset()) * 31 + machine.fault().ordinal();
    }

    private int done(int kind, int value) {
        asked = 31 * (31 * asked + kind) + value;
        return DONE;
    }

    @Override
    public final int transmit(Sending what) {
        return done(1, what.bytes());
    }

    @Override
    public final int sendLocal(Sending what) {
        return done(2, what.bytes());
    }

    @Override
    public final int deliver(HostTransfer what) {
        return done(3, what.bytes());
    }

    @Override
    public final int get(HostTransfer what) {
        return done(4, what.bytes());
    }

    @Override
    public final int transfersDone() {
        return DONE;
    }

    @Override
    public final int setFlag(int flag) {
        return done(5, flag);
    }

    @Override
    public final int testFlag(int flag) {
        return done(6, flag);
    }

    @Override
    public final int clearLock(int lock) {
        return done(7, lock);
    }

    @Override
    public final int testLock(int lock) {
        return done(8, lock);
    }

    @Override
    public final int clock() {
        done(9, 0);
        return asked;
    }

    @Override
    public final void display(int value) {
        done(10, value);
    }
}
