package dev.spine.perf.move;

import dev.spine.host.block.BlockDevice;
import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.display.RunBatch;
import dev.spine.host.display.RunListener;
import dev.spine.host.driver.HostAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Op;

/** The application of path host that shows pictures: the disk puts lines into host memory, the display pulls them from there. */
final class HostShow extends HostMover implements RunListener {
    private final DisplayOsm display;
    private final DisplayWindow window;

    HostShow(HostAgent host, BlockDevice disk, DisplayOsm display, DisplayWindow window, Region memory, int slots,
        MoveOrders orders) {
        super(host, disk, orders, memory, slots, 0);
        this.display = display;
        this.window = window;
    }

    @Override
    boolean use(int slot, long position, int bytes) {
        RunBatch batch = display.begin(window, MoveSystem.FORMAT, this);
        if (batch == null) {
            return false;
        }
        int lineBytes = MoveSystem.WIDTH * 2;
        int first = (int) (position / lineBytes % MoveSystem.HEIGHT);
        for (int line = 0; line < bytes / lineBytes; line++) {
            agent().charge(Op.APPLICATION_UNIT);
            batch.add(0, first + line, MoveSystem.WIDTH, address(slot) + line * lineBytes);
        }
        batch.attach(slot);
        process().called();
        batch.flush();
        return true;
    }

    @Override
    void flush() {
        // Each chunk is a message of its own.
    }

    @Override
    public void onPut(RunBatch done) {
        process().callEnded();
        for (int i = 0; i < done.tokens(); i++) {
            finish((int) done.token(i), done.isPut());
        }
    }
}
