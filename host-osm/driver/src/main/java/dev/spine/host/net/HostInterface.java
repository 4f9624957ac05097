package dev.spine.host.net;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.host.lan.LanControl;
import dev.spine.host.lan.LanLink;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanPort;
import dev.spine.host.lan.LanPortListener;
import dev.spine.host.lan.LanRecovery;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.lan.PacketListener;
import dev.spine.host.net.FramePort.Sent;
import dev.spine.host.net.HostInterfaceCounters.Counter;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.param.LanGroups.FilterMask;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A network card as an interface of the host's operating system: packets that the card gives to the host go to a {@link FramePort}, what
 * the system sends there leaves by the card.
 *
 * <p>All methods are for the host agent's thread. {@link #open}, then {@link #join} when there is an interface; {@link #close} at the end.
 * The data path copies each frame once, between the interface and host memory, and allocates nothing.
 *
 * <p><b>Bounds.</b> To the card, as many frames are in flight as there are slots; when none is free, frames stay in the interface's queue.
 * From the card, a frame that the system has no room for waits in its bucket, {@value #MAX_WAITING} of them; more are dropped and
 * counted. The interface has no carrier while the card's link is down or the card is reset; afterwards the port is opened again.
 */
public final class HostInterface implements HostWork {
    /** How many frames of the card may wait for the system. */
    public static final int MAX_WAITING = 128;

    private static final int BUCKETS = 512;
    private static final int SLOTS = 256;
    private static final int ALIGNMENT = 64;
    private static final long RETRY_NS = 50_000;

    private final HostAgent host;
    private final LanOsm osm;
    private final LanControl control;
    private final int slotBytes;
    private final int slotStride;
    private final Region region;
    private final HostMemory hostMemory;
    private final int[] freeSlots = new int[SLOTS];
    private int freeSlotCount = SLOTS;
    private final int[] waitingBuckets = new int[MAX_WAITING];
    private final long[] waitingOffsets = new long[MAX_WAITING];
    private final int[] waitingLengths = new int[MAX_WAITING];
    private int waitingHead;
    private int waitingCount;
    private final HostInterfaceCounters counters = new HostInterfaceCounters();
    private @Nullable FramePort port;
    private boolean gone;
    private boolean wasOpen;

    /**
     * An interface for a port of a card that nobody else has claimed, not open yet.
     *
     * @param host the host's agent
     * @param driver the host's driver
     * @param hostMemory where buckets and slots are allocated
     * @param iop the IOP of the port
     * @param tid the port there
     * @param maxPacketBytes the largest frame of the port
     */
    public HostInterface(HostAgent host, HostDriver driver, HostMemory hostMemory, IopDriver iop, int tid, int maxPacketBytes) {
        this.host = host;
        host.context().counts("interface of " + iop.name() + ", TID " + tid, counters);
        this.hostMemory = hostMemory;
        this.slotBytes = maxPacketBytes;
        this.slotStride = (maxPacketBytes + ALIGNMENT - 1 & -ALIGNMENT) + ALIGNMENT;
        this.region = hostMemory.allocate("frames to " + iop.name(), (long) slotStride * SLOTS);
        for (int i = 0; i < SLOTS; i++) {
            freeSlots[i] = i;
        }
        LanSettings settings = new LanSettings(BUCKETS, Math.max(slotStride, ALIGNMENT), 32, SLOTS, FilterMask.PROMISCUOUS_MULTICAST, 0);
        this.osm = new LanOsm(host, driver, hostMemory, iop, tid, settings, new FromCard(), this::onSent);
        this.control = new LanControl(driver, iop, tid);
        new LanRecovery(driver, iop, osm);
    }

    /**
     * Claims the port.
     *
     * @return what it is; fails when somebody else has it, or it does not answer
     */
    public Pending<LanPort> open() {
        return osm.open();
    }

    /**
     * Begins to pass frames.
     *
     * @param systems the interface of the system, with the port's hardware address; closed by whoever made it, after {@link #close}
     */
    public void join(FramePort systems) {
        checkState(port == null, "there is an interface already: one for each port");
        port = systems;
        host.register(this);
    }

    /**
     * Passes no more frames and gives the port back.
     *
     * @return done; fails when the card does not answer
     */
    public Pending<Boolean> close() {
        if (port != null) {
            host.deregister(this);
            port.carrier(LanLink.State.DOWN);
            port = null;
        }
        while (waitingCount > 0) {
            counters.increment(Counter.SYSTEM_FULL);
            endWaiting();
        }
        host.context().countsNoMore(counters);
        return osm.isOpen() ? osm.close().map(_ -> free()) : Pending.of(free());
    }

    private boolean free() {
        hostMemory.free(region);
        return true;
    }

    /** {@return what was counted} */
    public HostInterfaceCounters counters() {
        return counters;
    }

    /** {@return whether the card's port is open: not while the card is reset} */
    public boolean isOpen() {
        return osm.isOpen();
    }

    /** {@return whether a frame of the system could be passed on now; while not, its input needs nobody's attention} */
    public boolean wantsInput() {
        return !gone && osm.isOpen() && freeSlotCount > 0;
    }

    /** {@return whether somebody has deleted the interface} */
    public boolean isGone() {
        return gone;
    }

    @Override
    public int doWork(int limit) {
        FramePort systems = port;
        if (systems == null) {
            return 0;
        }
        int work = 0;
        if (osm.isOpen() != wasOpen) {
            wasOpen = osm.isOpen();
            follow(systems);
            work++;
        }
        if (waitingCount > 0) {
            work += sendWaiting(systems);
        }
        while (work < limit && wantsInput() && take(systems)) {
            work++;
        }
        return work;
    }

    // --- link

    /** The port was opened, or lost with its card. */
    private void follow(FramePort systems) {
        if (!wasOpen) {
            systems.carrier(LanLink.State.DOWN);
            return;
        }
        LanPortListener listener = new LanPortListener() {
            @Override
            public void onLink(LanLink.State state) {
                carrier(state);
            }
        };
        control.listen(listener).then(_ -> control.link()).whenDone(notified -> {
            // A port that does not tell has a link as far as anybody knows.
            carrier(notified.failure() == null ? notified.get().state() : LanLink.State.UP);
        });
    }

    private void carrier(LanLink.State state) {
        FramePort systems = port;
        if (systems != null && osm.isOpen()) {
            systems.carrier(state);
        }
    }

    // --- from the system to the card

    private boolean take(FramePort systems) {
        int slot = freeSlots[freeSlotCount - 1];
        int length = systems.receive(region.memory(), (long) slot * slotStride, slotBytes);
        if (length > 0) {
            freeSlotCount--;
            if (!osm.send((int) region.base() + slot * slotStride, length, slot)) {
                // As many sends as slots: only a port that was lost takes none.
                freeSlotCount++;
                counters.increment(Counter.CARD_FAILED);
            }
            return true;
        }
        if (length == FramePort.LOST) {
            counters.increment(Counter.TOO_LONG);
            return true;
        }
        gone |= length == FramePort.GONE;
        return false;
    }

    private void onSent(int slot, int requestStatus, int detailedStatus) {
        freeSlots[freeSlotCount++] = slot;
        counters.increment(requestStatus == RequestStatus.SUCCESS ? Counter.TO_CARD : Counter.CARD_FAILED);
    }

    // --- from the card to the system

    /** Receives what the card gives to the host. */
    private final class FromCard implements PacketListener {
        @Override
        public void onPacket(MemorySegment memory, long offset, int length, int address, int bucket) {
            FramePort systems = port;
            if (systems == null || gone) {
                counters.increment(Counter.SYSTEM_REFUSED);
                osm.release(bucket);
            } else if (waitingCount > 0) {
                keep(bucket, offset, length);
            } else {
                Sent sent = systems.send(memory, offset, length);
                if (sent == Sent.NOT_NOW) {
                    keep(bucket, offset, length);
                } else {
                    counters.increment(sent == Sent.TAKEN ? Counter.TO_SYSTEM : Counter.SYSTEM_REFUSED);
                    osm.release(bucket);
                }
            }
        }
    }

    private void keep(int bucket, long offset, int length) {
        if (waitingCount == MAX_WAITING) {
            counters.increment(Counter.SYSTEM_FULL);
            osm.release(bucket);
            return;
        }
        int at = (waitingHead + waitingCount++) % MAX_WAITING;
        waitingBuckets[at] = bucket;
        waitingOffsets[at] = offset;
        waitingLengths[at] = length;
    }

    private int sendWaiting(FramePort systems) {
        int work = 0;
        while (waitingCount > 0) {
            Sent sent = systems.send(osm.memory(), waitingOffsets[waitingHead], waitingLengths[waitingHead]);
            if (sent == Sent.NOT_NOW) {
                host.context().wakeAt(host.context().nowNs() + RETRY_NS);
                break;
            }
            counters.increment(sent == Sent.TAKEN ? Counter.TO_SYSTEM : Counter.SYSTEM_REFUSED);
            endWaiting();
            work++;
        }
        return work;
    }

    private void endWaiting() {
        osm.release(waitingBuckets[waitingHead]);
        waitingHead = (waitingHead + 1) % MAX_WAITING;
        waitingCount--;
    }
}
