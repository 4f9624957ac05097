package dev.spine.perf.move;

import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.store.StoreExtension;
import dev.spine.extension.store.StoreProtocol;
import dev.spine.host.driver.HostException;
import dev.spine.system.SpineSystem;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The SPINE path: an extension on the card has the disk fetch and put bytes, and transfers pictures to the granted window. */
final class SpineMovePath implements MovePath {
    private static final int UNKNOWN = Integer.MIN_VALUE;
    private static final int WORD_1 = 5;

    private final AtomicInteger ready = new AtomicInteger(UNKNOWN);
    private @Nullable RuntimeClient client;
    private int instance;

    @Override
    public String name() {
        return "spine";
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
        SpineSystem system = stage.system();
        RuntimeClient made = new RuntimeClient(system.driver(MoveSystem.CARD), system.device(MoveSystem.CARD, MoveSystem.RUNTIME).tid(),
            system.hostMemory(), system.tasks());
        client = made;
        made.listen(StoreProtocol.HOST_READY, reply -> ready.set(reply.wordOrZero(WORD_1)));
        made.listen(StoreProtocol.HOST_DONE,
            reply -> stage.orders().end(system.host().context().nowNs(), reply.wordOrZero(WORD_1)));
        instance = made.load(PackagedExtension.image("store", StoreExtension.class));
        made.send(instance, StoreProtocol.OPEN, stage.diskIopId(), stage.diskTid());
        await(system, "the disk");
        if (stage.workload() == MoveWorkload.STORE_IN) {
            made.send(instance, StoreProtocol.RECEIVE, MoveSystem.UDP_PORT);
            awaitReceiving(made);
        } else if (stage.workload() == MoveWorkload.SHOW) {
            int window = stage.createWindow();
            made.send(instance, StoreProtocol.WINDOW, system.driver().iopId(system.driver(MoveSystem.SCREEN)),
                system.device(MoveSystem.SCREEN, MoveSystem.DISPLAY).tid(), window);
            await(system, "the screen's grant of the window");
        }
    }

    private void await(SpineSystem system, String what) {
        system.tasks().await(what, () -> ready.get() != UNKNOWN);
        int reason = ready.getAndSet(UNKNOWN);
        if (reason != 0) {
            throw new HostException(what + " was refused to the extension (reason " + reason + ")");
        }
    }

    /** Waits until the extension has handled RECEIVE, which it does not answer: a packet that comes earlier is nobody's, and lost. */
    private void awaitReceiving(RuntimeClient made) {
        InstanceStatus status = made.inspect(instance, 0);
        while (status.number("waiting") > 0) {
            status = made.inspect(instance, 0);
        }
        if (status.counters().getOrDefault("orders refused", 0L) > 0) {
            throw new HostException("the port was refused to the extension");
        }
    }

    @Override
    public void order(MoveStage stage, long bytes, int laps, Notice notice, int delayUs) {
        RuntimeClient to = client;
        if (to == null) {
            throw new IllegalStateException("open comes before order");
        }
        int lapsAndReport = laps << 1 | (notice == Notice.AT_END ? 1 : 0);
        stage.system().tasks().run(() -> stage.orders().begin(stage.system().host().context().nowNs()));
        if (stage.workload() == MoveWorkload.SHOW) {
            to.send(instance, StoreProtocol.SHOW, 0, 0, (int) bytes, (int) (bytes >>> 32), 0, 0, 0, 0, 0, 0, lapsAndReport, delayUs);
        } else {
            to.send(instance, StoreProtocol.SEND, 0, 0, (int) bytes, (int) (bytes >>> 32), stage.chunkBytes(),
                (int) MoveSystem.RECEIVER_MAC, (int) (MoveSystem.RECEIVER_MAC >>> 32), MoveSystem.SENDER_IP, MoveSystem.RECEIVER_IP,
                MoveSystem.UDP_PORT, lapsAndReport, delayUs);
        }
    }

    @Override
    public String route(MoveWorkload workload) {
        return switch (workload) {
            case STORE_IN -> "an extension tells the disk of each packet; the disk fetches its bytes out of the receive buffer";
            case STORE_OUT -> "an extension has the disk put bytes behind headers in the card's memory, and sends them";
            case SHOW -> "an extension beside the disk transfers its lines to the granted window";
        };
    }
}
