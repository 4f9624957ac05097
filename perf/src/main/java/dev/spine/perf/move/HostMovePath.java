package dev.spine.perf.move;

import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.host.block.BlockDevice;
import dev.spine.host.block.BlockOsm;
import dev.spine.host.block.BlockSettings;
import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.lan.PacketListener;
import dev.spine.host.lan.SendListener;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.param.LanGroups;
import dev.spine.iop.bus.Region;
import dev.spine.system.SpineSystem;
import org.jspecify.annotations.Nullable;

/**
 * The host-mediated path: an application on the host moves everything through host memory. Two crossings; no copy by a processor.
 */
final class HostMovePath implements MovePath {
    private static final int BUCKETS = 512;
    private static final int BUCKET_BYTES = 2048;
    private static final int REPOST_BATCH = 32;
    private static final int SENDS = 64;
    private static final int REQUESTS = 64;
    private static final int BATCHES = 16;
    private static final int WINDOW = 128;
    private static final int SLOTS = 64;
    private static final int SHOW_SLOTS = 8;

    private @Nullable HostMover mover;
    private @Nullable BlockDevice claimed;

    @Override
    public String name() {
        return "host";
    }

    @Override
    public void prepare(MoveStage stage) {
        // The application notices ends by itself.
    }

    @Override
    public @Nullable BlockDevice disk() {
        return claimed;
    }

    @Override
    public Pace closedLoop() {
        return new Pace.AsAcknowledged(WINDOW);
    }

    @Override
    public void open(MoveStage stage) {
        SpineSystem system = stage.system();
        BlockOsm disk = system.tasks().call(() -> new BlockOsm(system.host(), system.driver(), system.hostMemory(),
            system.driver(stage.diskIop()), stage.diskTid(), BlockSettings.STANDARD.withQueueDepth(REQUESTS)));
        system.await("the disk", disk::attach);
        claimed = disk;
        switch (stage.workload()) {
            case STORE_IN -> receive(stage, disk);
            case STORE_OUT -> send(stage, disk);
            case SHOW -> show(stage, disk);
        }
    }

    private static LanOsm lan(MoveStage stage, PacketListener packets, SendListener sends) {
        SpineSystem system = stage.system();
        LanSettings settings = new LanSettings(BUCKETS, BUCKET_BYTES, REPOST_BATCH, SENDS, LanGroups.FilterMask.PROMISCUOUS, 0);
        return new LanOsm(system.host(), system.driver(), system.hostMemory(), system.driver(MoveSystem.CARD),
            system.device(MoveSystem.CARD, MoveSystem.LAN).tid(), settings, packets, sends);
    }

    private static void receive(MoveStage stage, BlockOsm disk) {
        SpineSystem system = stage.system();
        CaptureWire wire = stage.wire();
        HostReceiver receiver = system.tasks().call(() -> new HostReceiver(system.host(), disk, stage.arrived(),
            wire == null ? null : wire.acknowledgements(), BUCKETS));
        LanOsm port = system.tasks().call(() -> {
            LanOsm made = lan(stage, receiver, SendListener.NONE);
            receiver.receiveFrom(made);
            system.host().register(receiver);
            return made;
        });
        system.await("the network card", port::open);
    }

    private void send(MoveStage stage, BlockOsm disk) {
        SpineSystem system = stage.system();
        Region memory = system.hostMemory().allocate("frames of the application", (long) SLOTS * HostSender.SLOT_BYTES);
        LanOsm port = system.tasks().call(() -> {
            HostSender[] sender = new HostSender[1];
            LanOsm made = lan(stage, (buckets, offset, length, address, bucket) -> sender[0].port().release(bucket),
                (cookie, status, detail) -> sender[0].onSent(cookie, status));
            sender[0] = new HostSender(system.host(), disk, made, memory, SLOTS, stage.orders());
            mover = sender[0];
            system.host().register(sender[0]);
            return made;
        });
        system.await("the network card", port::open);
    }

    private void show(MoveStage stage, BlockOsm disk) {
        SpineSystem system = stage.system();
        DisplayOsm display = system.tasks().call(() -> new DisplayOsm(system.host(), system.driver(), system.driver(MoveSystem.SCREEN),
            system.device(MoveSystem.SCREEN, MoveSystem.DISPLAY).tid(), BATCHES));
        system.await("the claim of the screen", display::claim);
        DisplayWindow window = system.await("the window",
            () -> display.create(0, 0, MoveSystem.WIDTH, MoveSystem.HEIGHT, WindowCreate.SHARED_WITH_NOBODY));
        Region memory = system.hostMemory().allocate("lines of the application", (long) SHOW_SLOTS * stage.chunkBytes());
        mover = system.tasks().call(() -> {
            HostShow made = new HostShow(system.host(), disk, display, window, memory, SHOW_SLOTS, stage.orders());
            system.host().register(made);
            return made;
        });
    }

    @Override
    public void order(MoveStage stage, long bytes, int laps, Notice notice, int delayUs) {
        HostMover to = mover;
        if (to == null) {
            throw new IllegalStateException("open comes before order");
        }
        stage.system().tasks().run(() -> {
            long now = stage.system().host().context().nowNs();
            stage.orders().begin(now);
            to.begin(bytes, stage.chunkBytes(), laps, notice, now + delayUs * 1000L);
        });
    }

    @Override
    public int carriedHeaderBytes(MoveWorkload workload) {
        return workload == MoveWorkload.SHOW ? 0 : MoveSystem.PACKET_HEADERS;
    }

    @Override
    public long failed() {
        HostMover moving = mover;
        return moving == null ? 0 : moving.failed();
    }

    @Override
    public String route(MoveWorkload workload) {
        return switch (workload) {
            case STORE_IN -> "through buckets of host memory and an application on the host";
            case STORE_OUT -> "the disk puts bytes into host memory, an application adds headers, the card fetches the packet";
            case SHOW -> "the disk puts lines into host memory, an application tells the display, which pulls them";
        };
    }
}
