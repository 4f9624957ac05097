package dev.spine.perf.forward;

import dev.spine.host.lan.BucketBodies;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.lan.PacketListener;
import dev.spine.host.lan.SendListener;
import dev.spine.i2o.param.LanGroups;
import dev.spine.iop.bus.Access;
import dev.spine.system.SpineSystem;
import org.jspecify.annotations.Nullable;

/**
 * The host-mediated paths: packets, or their heads, go into buckets of host memory, the host finds their way, and the second card fetches
 * what it sends.
 */
final class HostForwardPath implements ForwardPath {
    /** What the host does with a packet. */
    enum Way {
        /** An application copies all of it. */
        COPY("host", "through buckets of host memory and an application on the host, which copies each packet; the second card fetches the"
            + " copy"),
        /** The driver sees the head and writes the header there. */
        HEADER("host-header", "heads of " + HEAD_BYTES + " bytes through host memory, where the host writes headers; the second card"
            + " fetches bodies from the first one's memory"),
        /** The driver sends the bucket itself. */
        SPLICE("splice", "through buckets of host memory, from which the second card fetches; the host writes headers only");

        private final String title;
        private final String route;

        Way(String title, String route) {
            this.title = title;
            this.route = route;
        }
    }

    /** A cache line: the headers of Ethernet and IPv4 with options for 30 bytes more, or all of the smallest frame. */
    static final int HEAD_BYTES = 64;

    private static final int BUCKETS = 1024;
    private static final int BUCKET_BYTES = 2048;
    private static final int REPOST_BATCH = 32;
    /** More than a closed loop keeps between the wires: in open loop the host may be late with looking at what has been sent. */
    private static final int SENDS = 2048;
    private static final int UNUSED_BUCKETS = 8;

    private final Way way;
    private @Nullable HostForwarder forwarder;

    HostForwardPath(Way way) {
        this.way = way;
    }

    @Override
    public String name() {
        return way.title;
    }

    @Override
    public void open(ForwardStage stage) {
        SpineSystem system = stage.system();
        HostForwarder made = forwarder(system, new HostTable(stage.routes()));
        forwarder = made;
        // Its buckets are in use until the host has heard that a packet was sent, which is after the second card's wire has seen it.
        stage.farEnd().leaveAcknowledging();
        made.acknowledge(stage.wire().acknowledgements());
        BucketBodies bodies = way == Way.HEADER ? new BucketBodies(system.bus().allocate("bodies of packets", system.iop(ForwardSystem.IN)
            .kernel().busAgent(), Access.READ_WRITE, BucketBodies.regionBytes(BUCKETS, BUCKET_BYTES)), HEAD_BYTES) : null;
        LanOsm in = system.tasks().call(() -> lan(system, ForwardSystem.IN, BUCKETS, bodies, made, SendListener.NONE));
        LanOsm out = system.tasks().call(() -> {
            LanOsm[] port = new LanOsm[1];
            port[0] = lan(system, ForwardSystem.OUT, UNUSED_BUCKETS, null,
                (buckets, offset, length, address, bucket) -> port[0].release(bucket),
                (cookie, status, detail) -> made.onSent(cookie));
            made.connect(in, port[0]);
            return port[0];
        });
        system.await("the second network card", out::open);
        system.await("the first network card", in::open);
    }

    private HostForwarder forwarder(SpineSystem system, HostTable table) {
        return switch (way) {
            case COPY -> system.tasks().call(() -> new CopyingForwarder(table, system.host(),
                system.hostMemory().allocate("packets of the application", (long) SENDS * CopyingForwarder.SLOT_BYTES), SENDS));
            case HEADER -> new HeaderForwarder(table, system.host().context(), HEAD_BYTES);
            case SPLICE -> new SplicingForwarder(table, system.host().context());
        };
    }

    /** {@return packets that came to the host and were not forwarded; while nothing comes} */
    long dropped() {
        HostForwarder running = forwarder;
        return running == null ? 0 : running.dropped();
    }

    private static LanOsm lan(SpineSystem system, String card, int buckets, @Nullable BucketBodies bodies, PacketListener packets,
        SendListener sends) {
        LanSettings settings = new LanSettings(buckets, BUCKET_BYTES, Math.min(REPOST_BATCH, Math.max(1, buckets / 4)), SENDS,
            LanGroups.FilterMask.PROMISCUOUS, 0);
        return new LanOsm(system.host(), system.driver(), system.hostMemory(), system.driver(card),
            system.device(card, ForwardSystem.LAN).tid(), settings, bodies, packets, sends);
    }

    @Override
    public String route() {
        return way.route;
    }
}
