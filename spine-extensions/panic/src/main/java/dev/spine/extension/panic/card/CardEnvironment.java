package dev.spine.extension.panic.card;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.panic.machine.Environment;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.HostTransfer;
import dev.spine.extension.panic.machine.Sending;

/** The card, as one of its programs sees it. */
final class CardEnvironment extends Environment {
    /** What all programs of the card share. */
    record Shared(ExtensionContext context, Delivery delivery, WireOutput wire, Segments segments, DisplayRing display, long tickNs) {}

    private final Shared shared;
    private final CardProgram program;

    CardEnvironment(Shared shared, CardProgram program) {
        this.shared = shared;
        this.program = program;
    }

    @Override
    public int transmit(Sending what) {
        return shared.wire.isOwn(what.addressHigh(), what.addressLow()) ? shared.delivery.local(program, what)
            : shared.wire.send(program, what);
    }

    @Override
    public int sendLocal(Sending what) {
        return shared.delivery.local(program, what);
    }

    @Override
    public int deliver(HostTransfer what) {
        return shared.segments.deliver(program, what);
    }

    @Override
    public int get(HostTransfer what) {
        return shared.segments.get(program, what);
    }

    @Override
    public int transfersDone() {
        return shared.segments.done(program);
    }

    @Override
    public int setFlag(int flag) {
        return shared.segments.write(program, flag, PanicProtocol.FLAGS_WORD, 1, Fault.FLAG);
    }

    @Override
    public int testFlag(int flag) {
        return shared.segments.read(program, flag, PanicProtocol.FLAGS_WORD, Fault.FLAG);
    }

    @Override
    public int clearLock(int lock) {
        return shared.segments.write(program, lock, PanicProtocol.LOCKS_WORD, 0, Fault.LOCK);
    }

    @Override
    public int testLock(int lock) {
        return shared.segments.read(program, lock, PanicProtocol.LOCKS_WORD, Fault.LOCK);
    }

    @Override
    public int clock() {
        return (int) (shared.context.nowNs() / shared.tickNs);
    }

    @Override
    public void display(int value) {
        shared.display.show(program.id, value);
    }
}
