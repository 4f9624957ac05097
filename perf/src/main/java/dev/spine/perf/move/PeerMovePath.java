package dev.spine.perf.move;

import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.peer.move.MoveOrder;
import dev.spine.system.SpineSystem;

/** The I2O peer path: a module on the card has the disk fetch and put bytes, and the display pull lines. No extension, no host. */
final class PeerMovePath implements MovePath {
    private static final int WORD_0 = 5;
    /** Failed chunks of an order that was refused, or whose IOP is gone: at least one. */
    private static final int SOME = 1;

    private int window;

    @Override
    public String name() {
        return "i2o";
    }

    @Override
    public void prepare(MoveStage stage) {
        CaptureWire wire = stage.wire();
        if (wire != null && stage.workload() == MoveWorkload.STORE_IN) {
            wire.listen(stage.arrived()::onCompleted);
        }
    }

    @Override
    public void open(MoveStage stage) {
        ask(stage, "the disk", MoveOrder.message(MoveOrder.OPEN, stage.diskIopId(), stage.diskTid()));
        if (stage.workload() == MoveWorkload.STORE_IN) {
            ask(stage, "the port", MoveOrder.message(MoveOrder.RECEIVE, MoveSystem.UDP_PORT));
        } else if (stage.workload() == MoveWorkload.SHOW) {
            window = stage.createWindow();
        }
    }

    private static void ask(MoveStage stage, String what, PrivateMessage order) {
        SpineSystem system = stage.system();
        MessageFrame reply = system.await(what, () -> system.driver().ask(system.driver(MoveSystem.CARD), mover(stage), order));
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new HostException(what + " was refused to the block mover (status " + reply.requestStatus() + ", detail "
                + reply.detailedStatus() + ")");
        }
    }

    private static int mover(MoveStage stage) {
        return stage.system().device(MoveSystem.CARD, MoveSystem.MOVER).tid();
    }

    @Override
    public void order(MoveStage stage, long bytes, int laps, Notice notice, int delayUs) {
        SpineSystem system = stage.system();
        IopDriver card = system.driver(MoveSystem.CARD);
        int lapsAndReport = laps << 1 | (notice == Notice.AT_END ? 1 : 0);
        PrivateMessage order = stage.workload() == MoveWorkload.SHOW
            ? MoveOrder.message(MoveOrder.SHOW, 0, 0, (int) bytes, (int) (bytes >>> 32),
                system.driver().iopId(system.driver(MoveSystem.SCREEN)), system.device(MoveSystem.SCREEN, MoveSystem.DISPLAY).tid(),
                window, MoveSystem.WIDTH, MoveSystem.HEIGHT, MoveSystem.FORMAT.code(), lapsAndReport, delayUs)
            : MoveOrder.message(MoveOrder.SEND, 0, 0, (int) bytes, (int) (bytes >>> 32), stage.chunkBytes(),
                (int) MoveSystem.RECEIVER_MAC, (int) (MoveSystem.RECEIVER_MAC >>> 32), MoveSystem.SENDER_IP, MoveSystem.RECEIVER_IP,
                MoveSystem.UDP_PORT, lapsAndReport, delayUs);
        system.tasks().run(() -> {
            stage.orders().begin(system.host().context().nowNs());
            Pending<Integer> failed = system.driver().ask(card, mover(stage), order).map(reply -> reply.wordOrZero(WORD_0))
                .orElse(_ -> Pending.of(SOME));
            failed.map(count -> {
                if (notice == Notice.AT_END) {
                    stage.orders().end(system.host().context().nowNs(), count);
                }
                return count;
            });
        });
    }

    @Override
    public String route(MoveWorkload workload) {
        return switch (workload) {
            case STORE_IN -> "a module tells the disk of each packet; the disk fetches its bytes out of the receive buffer";
            case STORE_OUT -> "a module has the disk put bytes behind headers in the card's memory, and sends them";
            case SHOW -> "a module beside the disk tells the display of lines in the card's memory; the display pulls them";
        };
    }
}
