package dev.spine.perf.forward;

import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.lan.PacketListener;
import dev.spine.host.lan.SendListener;
import dev.spine.i2o.param.LanGroups;
import dev.spine.iop.bus.Region;
import dev.spine.perf.system.SpineSystem;
import org.jspecify.annotations.Nullable;

/**
 * The host-mediated paths: packets go into buckets of host memory, the host finds their way, and the second card fetches them from there.
 */
final class HostForwardPath implements ForwardPath {
    private static final int BUCKETS = 1024;
    private static final int BUCKET_BYTES = 2048;
    private static final int REPOST_BATCH = 32;
    private static final int SENDS = 512;
    private static final int UNUSED_BUCKETS = 8;

    private final boolean copies;
    private @Nullable HostForwarder forwarder;

    private HostForwardPath(boolean copies) {
        this.copies = copies;
    }

    /** {@return the path through an application that copies each packet} */
    static HostForwardPath copying() {
        return new HostForwardPath(true);
    }

    /** {@return the path within the host's driver, by reference} */
    static HostForwardPath splicing() {
        return new HostForwardPath(false);
    }

    @Override
    public String name() {
        return copies ? "host" : "splice";
    }

    @Override
    public void open(ForwardStage stage) {
        SpineSystem system = stage.system();
        HostTable table = new HostTable(stage.routes());
        Region memory = system.hostMemory().allocate("packets of the application", (long) SENDS * CopyingForwarder.SLOT_BYTES);
        HostForwarder made = copies ? new CopyingForwarder(table, memory, SENDS) : new SplicingForwarder(table);
        forwarder = made;
        LanOsm in = system.tasks().call(() -> lan(system, ForwardSystem.IN, BUCKETS, made, SendListener.NONE));
        LanOsm out = system.tasks().call(() -> {
            LanOsm[] port = new LanOsm[1];
            port[0] = lan(system, ForwardSystem.OUT, UNUSED_BUCKETS,
                (buckets, offset, length, address, bucket) -> port[0].release(bucket),
                (cookie, status, detail) -> made.onSent(cookie));
            made.connect(in, port[0]);
            return port[0];
        });
        system.await("the second network card", out::open);
        system.await("the first network card", in::open);
    }

    /** {@return packets that came to the host and were not forwarded; while nothing comes} */
    long dropped() {
        HostForwarder running = forwarder;
        return running == null ? 0 : running.dropped();
    }

    private static LanOsm lan(SpineSystem system, String card, int buckets, PacketListener packets, SendListener sends) {
        LanSettings settings = new LanSettings(buckets, BUCKET_BYTES, Math.min(REPOST_BATCH, Math.max(1, buckets / 4)), SENDS,
            LanGroups.FilterMask.PROMISCUOUS, 0);
        return new LanOsm(system.host(), system.driver(), system.hostMemory(), system.driver(card),
            system.device(card, ForwardSystem.LAN).tid(), settings, packets, sends);
    }

    @Override
    public String route() {
        return copies ? "through buckets of host memory and an application on the host, which copies each packet; the second card fetches"
            + " the copy" : "through buckets of host memory, from which the second card fetches; the host writes headers only";
    }
}
