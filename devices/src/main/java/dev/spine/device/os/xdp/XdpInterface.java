package dev.spine.device.os.xdp;

import dev.spine.device.os.InterfaceControl;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.xdp.XdpProgram.Attached;
import dev.spine.device.os.xdp.XdpSettings.Mode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An interface of Linux whose packets all come here instead of to the system's network stack, until {@link #close}.
 *
 * <p>Packets that came lie in {@link #frames} from {@link #waiting} until {@link #taken}; {@link #trySend} copies one into a ring and
 * {@link #flush} lets the kernel send what is there: one system call for up to 32 packets. Receiving is for one thread, sending for one
 * thread, flushing for any; the rest for one thread at a time. Nothing is allocated per packet.
 */
public final class XdpInterface implements AutoCloseable {
    /** The largest MTU: a page holds a packet, its Ethernet header with a VLAN tag, and what the kernel keeps before it. */
    public static final int MAX_MTU = 3822;

    private static final int SMALL_FRAME = 2048;
    private static final int LARGE_FRAME = 4096;
    private static final int KERNEL_BYTES = 256;
    private static final int HEADER_BYTES = 18;
    private static final int ETHERNET_MTU = 1500;
    private static final int RAW = 3;
    private static final int OFFSETS = 1;
    private static final int RECEIVE = 2;
    private static final int TRANSMIT = 3;
    private static final int MEMORY = 4;
    private static final int FILL = 5;
    private static final int COMPLETION = 6;
    private static final int STATISTICS = 7;
    private static final int COPY = 2;
    private static final long PUTTING_BACK_NS = 500_000_000;
    private static final long AGAIN_NS = 5_000_000;
    /** A call sends 32; a full ring takes this many calls. */
    private static final int MAX_CALLS = XdpRing.SIZE / 32 + 1;

    private final XdpSettings settings;
    private final InterfaceControl control;
    private final int socket;
    private final int frameBytes;
    private final int maxPacketBytes;
    private final MemorySegment frames;
    private final long[] free = new long[XdpRing.SIZE];
    private int freeCount;
    private @Nullable XdpRing receive;
    private @Nullable XdpRing transmit;
    private @Nullable XdpRing fill;
    private @Nullable XdpRing completion;
    private @Nullable Attached attached;
    private volatile boolean open = true;

    private XdpInterface(XdpSettings settings, InterfaceControl control, int socket, int maxPacketBytes) {
        this.settings = settings;
        this.control = control;
        this.socket = socket;
        this.maxPacketBytes = maxPacketBytes;
        this.frameBytes = maxPacketBytes + KERNEL_BYTES <= SMALL_FRAME ? SMALL_FRAME : LARGE_FRAME;
        this.frames = XdpCalls.map(-1, 0, 2L * XdpRing.SIZE * frameBytes);
    }

    /**
     * Takes an interface that is there.
     *
     * @param settings which, and how
     * @return the interface
     * @throws SystemCallException when there is none, it is in use, has several queues or a large MTU, or the system refuses: the rights of
     *     root are needed (CAP_NET_ADMIN, CAP_NET_RAW, CAP_BPF)
     */
    public static XdpInterface open(XdpSettings settings) {
        return settings.namespace().call(() -> openInside(settings));
    }

    private static XdpInterface openInside(XdpSettings settings) {
        InterfaceControl control = new InterfaceControl(settings.name());
        int socket = -1;
        XdpInterface made = null;
        boolean done = false;
        try {
            int mtu = mtu(settings, control);
            socket = SystemCalls.socket(XdpCalls.FAMILY, RAW | SystemCalls.CLOSE_ON_EXEC, 0);
            if (socket < 0) {
                throw refused(settings, "there is no XDP socket for it", -socket);
            }
            made = new XdpInterface(settings, control, socket, Math.max(mtu, ETHERNET_MTU) + HEADER_BYTES);
            made.connect();
            done = true;
            return made;
        } finally {
            if (!done && made != null) {
                made.close();
            } else if (!done) {
                control.close();
                if (socket >= 0) {
                    SystemCalls.close(socket);
                }
            }
        }
    }

    /** Its MTU; it must be there, small enough and have one queue. */
    private static int mtu(XdpSettings settings, InterfaceControl control) {
        if (control.index() < 0) {
            throw new SystemCallException("there is no interface '" + settings.name() + "' in network namespace " + settings.namespace()
                + ": make it first, for example with 'ip link add " + settings.name() + " type veth'", SystemCalls.ENODEV);
        }
        int mtu = control.mtu();
        if (mtu > MAX_MTU) {
            throw new SystemCallException("interface '" + settings.name() + "' has an MTU of " + mtu + ", and packets taken by XDP have up"
                + " to " + MAX_MTU + ": lower it with 'ip link set " + settings.name() + " mtu " + MAX_MTU + "'", SystemCalls.EINVAL);
        }
        int queues = control.receiveQueues();
        if (queues > 1) {
            throw new SystemCallException("interface '" + settings.name() + "' has " + queues + " receive queues, of which one would be"
                + " taken: let it have one with 'ethtool -L " + settings.name() + "'", SystemCalls.EINVAL);
        }
        return mtu;
    }

    private static SystemCallException refused(XdpSettings settings, String what, int error) {
        String advice = isOfRights(error) ? ": be root" : error == SystemCalls.EBUSY ? ": another program has taken it" : "";
        return new SystemCallException("interface '" + settings.name() + "': " + what + " (" + SystemCallException.words(error) + ")"
            + advice, error);
    }

    private static boolean isOfRights(int error) {
        return error == SystemCalls.EPERM || error == SystemCalls.EACCES;
    }

    private void connect() {
        try (Arena arena = Arena.ofConfined()) {
            if (frames.byteSize() == 0) {
                throw refused(settings, "there is no memory for its packets", SystemCalls.ENOMEM);
            }
            MemorySegment about = arena.allocate(32, 8);
            about.set(ValueLayout.JAVA_LONG, 0, frames.address());
            about.set(ValueLayout.JAVA_LONG, 8, frames.byteSize());
            about.set(ValueLayout.JAVA_INT, 16, frameBytes);
            check("the memory of its packets cannot be shared", XdpCalls.setOption(socket, MEMORY, about));
            MemorySegment size = arena.allocateFrom(ValueLayout.JAVA_INT, XdpRing.SIZE);
            for (int ring : new int[] {FILL, COMPLETION, RECEIVE, TRANSMIT}) {
                check("it has no ring", XdpCalls.setOption(socket, ring, size));
            }
            MemorySegment offsets = arena.allocate(128, 8);
            check("its rings are nowhere", XdpCalls.option(socket, OFFSETS, offsets));
            receive = ring(0, offsets.asSlice(0, 32), XdpRing.PACKET);
            transmit = ring(0x8000_0000L, offsets.asSlice(32, 32), XdpRing.PACKET);
            fill = ring(0x1_0000_0000L, offsets.asSlice(64, 32), XdpRing.PLACE);
            completion = ring(0x1_8000_0000L, offsets.asSlice(96, 32), XdpRing.PLACE);
            for (int i = 0; i < XdpRing.SIZE; i++) {
                fill.put((long) i * frameBytes);
                free[freeCount++] = (long) (XdpRing.SIZE + i) * frameBytes;
            }
            fill.publish();
            int index = control.index();
            MemorySegment address = arena.allocate(16, 8);
            address.set(ValueLayout.JAVA_SHORT, 0, (short) XdpCalls.FAMILY);
            address.set(ValueLayout.JAVA_SHORT, 2, (short) COPY);
            address.set(ValueLayout.JAVA_INT, 4, index);
            check("it cannot be taken", bind(address));
            attach(index);
        }
    }

    /** Binds the socket. What was closed just now is still given back by the kernel, after the closing call has returned. */
    private int bind(MemorySegment address) {
        long begin = System.nanoTime();
        int result = XdpCalls.bind(socket, address);
        while (result == -SystemCalls.EBUSY && System.nanoTime() - begin < PUTTING_BACK_NS) {
            LockSupport.parkNanos(AGAIN_NS);
            result = XdpCalls.bind(socket, address);
        }
        return result;
    }

    private void check(String what, int result) {
        if (result < 0) {
            throw refused(settings, what, -result);
        }
    }

    private XdpRing ring(long page, MemorySegment offsets, int entryBytes) {
        MemorySegment memory = XdpCalls.map(socket, page, offsets.get(ValueLayout.JAVA_LONG, 16) + (long) XdpRing.SIZE * entryBytes);
        if (memory.byteSize() == 0) {
            throw refused(settings, "its rings cannot be shared", SystemCalls.ENOMEM);
        }
        return new XdpRing(memory, offsets, entryBytes);
    }

    private void attach(int index) {
        Mode mode = settings.mode();
        Attached tried = XdpProgram.attach(index, mode == Mode.GENERIC ? XdpProgram.GENERIC : XdpProgram.NATIVE, socket);
        // A driver may take programs only as long as it is set in one way or another: queues, sizes, offloads.
        boolean drivers = tried.error() < 0 && !isOfRights(-tried.error()) && tried.error() != -SystemCalls.EBUSY;
        if (mode == Mode.AUTO && drivers) {
            tried.close();
            tried = XdpProgram.attach(index, XdpProgram.GENERIC, socket);
        }
        attached = tried;
        if (mode == Mode.NATIVE && drivers) {
            throw new SystemCallException("the driver of interface '" + settings.name() + "' does not take XDP programs, or not as it is"
                + " set (" + SystemCallException.words(-tried.error()) + "): use the mode generic", -tried.error());
        }
        check("its packets cannot be taken", tried.error());
    }

    /** {@return the descriptor, which has input while packets wait} */
    public int descriptor() {
        return socket;
    }

    /** {@return the memory in which packets lie; not to be touched after {@link #close}} */
    public MemorySegment frames() {
        return frames;
    }

    /** {@return how many packets wait to be taken} */
    public int waiting() {
        XdpRing ring = receive;
        return ring == null || !open ? 0 : Math.min(Math.max(ring.filled(), 0), XdpRing.SIZE);
    }

    /**
     * {@return where a packet that waits lies in {@link #frames}}
     *
     * @param index 0 to below {@link #waiting}
     */
    public long offset(int index) {
        XdpRing ring = receive;
        return ring == null ? 0 : ring.place(index);
    }

    /**
     * {@return the bytes of a packet that waits}
     *
     * @param index 0 to below {@link #waiting}
     */
    public int bytes(int index) {
        XdpRing ring = receive;
        return ring == null ? 0 : ring.bytes(index);
    }

    /**
     * Gives the frames of the first packets that wait back to the kernel.
     *
     * @param count how many, at most {@link #waiting}
     */
    public void taken(int count) {
        XdpRing from = receive;
        XdpRing to = fill;
        if (from == null || to == null || count == 0 || !open) {
            return;
        }
        for (int i = 0; i < count; i++) {
            to.put(from.place(i));
        }
        from.taken(count);
        to.publish();
    }

    /** {@return the most bytes of a packet: its MTU when it was opened, at least that of Ethernet, an Ethernet header and a VLAN tag} */
    public int maxPacketBytes() {
        return maxPacketBytes;
    }

    /**
     * Copies a packet into the ring of those that the next {@link #flush} sends.
     *
     * @param memory where the packet is
     * @param offset its first byte
     * @param length its bytes, 14 to {@link #maxPacketBytes}
     * @return false when the ring is full: flush, and try again
     */
    public boolean trySend(MemorySegment memory, long offset, int length) {
        XdpRing to = transmit;
        if (to == null || !open || freeCount == 0 && !reclaim()) {
            return false;
        }
        long place = free[--freeCount];
        MemorySegment.copy(memory, offset, frames, place, length);
        to.put(place, length);
        to.publish();
        return true;
    }

    /** Takes back the frames of what was sent. */
    private boolean reclaim() {
        XdpRing done = completion;
        if (done == null) {
            return false;
        }
        int count = Math.min(Math.max(done.filled(), 0), XdpRing.SIZE);
        for (int i = 0; i < count; i++) {
            free[freeCount++] = done.place(i);
        }
        if (count > 0) {
            done.taken(count);
        }
        return freeCount > 0;
    }

    /**
     * Lets the kernel send what is in the ring.
     *
     * @return 0 when it has taken all, or a negative error number: {@link SystemCalls#EAGAIN} when it takes no more now,
     *     {@link SystemCalls#ENETDOWN} when the interface is down, {@link SystemCalls#ENXIO} when it is gone
     */
    public int flush() {
        XdpRing from = transmit;
        if (from == null || !open) {
            return -SystemCalls.ENXIO;
        }
        for (int i = 0; i < MAX_CALLS && from.untaken() > 0; i++) {
            long result = XdpCalls.send(socket);
            if (result < 0 && result != -SystemCalls.EAGAIN && result != -SystemCalls.EINTR) {
                return (int) (result == -SystemCalls.EBUSY || result == -SystemCalls.ENOBUFS ? -SystemCalls.EAGAIN : result);
            }
        }
        return from.untaken() > 0 ? -SystemCalls.EAGAIN : 0;
    }

    /** {@return 1 when the interface is up and its other end is, 0 when not, a negative error number when it is gone} */
    public int isRunning() {
        return open ? control.isRunning() : -SystemCalls.ENODEV;
    }

    /** {@return what the kernel counts; nothing when closed. Not for a data path} */
    public XdpStatistics statistics() {
        if (!open) {
            return XdpStatistics.NONE;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment counts = arena.allocate(48, 8);
            return XdpCalls.option(socket, STATISTICS, counts) < 0 ? XdpStatistics.NONE
                : new XdpStatistics(counts.get(ValueLayout.JAVA_LONG, 0),
                    counts.get(ValueLayout.JAVA_LONG, 8) + counts.get(ValueLayout.JAVA_LONG, 16), counts.get(ValueLayout.JAVA_LONG, 24),
                    counts.get(ValueLayout.JAVA_LONG, 32));
        }
    }

    /** Gives the interface back to the system's network stack. May be called more than once; while nobody receives or sends. */
    @Override
    public void close() {
        if (!open) {
            return;
        }
        open = false;
        if (attached != null) {
            attached.close();
        }
        for (XdpRing ring : new @Nullable XdpRing[] {receive, transmit, fill, completion}) {
            if (ring != null) {
                ring.close();
            }
        }
        SystemCalls.close(socket);
        control.close();
        XdpCalls.unmap(frames);
    }
}
