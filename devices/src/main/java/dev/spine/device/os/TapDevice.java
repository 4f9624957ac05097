package dev.spine.device.os;

import dev.spine.device.os.TapSettings.Offload;
import dev.spine.device.os.TapSettings.Start;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A TAP interface of Linux: what the system sends over it is read here, what is written here the system receives from it.
 *
 * <p>An interface that was made here is gone when it is closed; one that was there before ({@code ip tuntap add}) stays. Descriptors do not
 * wait. {@link #read} and the others of the data path are for one thread; the rest for any.
 *
 * <p>{@link #detach} takes the interface away, and {@link #attach} gives the device another one: the descriptor keeps its number, so a data
 * path goes on, and is told {@link SystemCalls#EBADFD} while there is none.
 *
 * <p>With {@link Offload#SEGMENTS} each packet has a header of {@value #HEADER_BYTES} bytes before it, on reading and on writing: that of
 * virtio, in the processor's byte order.
 *
 * <p>Source: Linux Documentation/networking/tuntap.rst, include/uapi/linux/if_tun.h, virtio_net.h.
 */
public final class TapDevice implements AutoCloseable {
    /** Bytes of the header of a packet where work is left undone. */
    public static final int HEADER_BYTES = 10;

    private static final String DEVICE = "/dev/net/tun";
    private static final long SET_INTERFACE = 0x4004_54CAL;
    private static final long SET_OFFLOAD = 0x4004_54D0L;
    private static final long SET_SEND_BUFFER = 0x4004_54D4L;
    private static final long SET_HEADER_BYTES = 0x4004_54D8L;
    private static final long SET_CARRIER = 0x4004_54E2L;
    private static final int TAP = 0x0002;
    private static final int NO_INFORMATION = 0x1000;
    private static final int HEADER = 0x4000;
    private static final int CHECKSUM = 0x01;
    private static final int SEGMENT_V4 = 0x02;
    private static final int SEGMENT_V6 = 0x04;
    private static final int SEGMENT_ECN = 0x08;
    private static final int DATAGRAMS_V4 = 0x20;
    private static final int DATAGRAMS_V6 = 0x40;
    private static final int REQUEST_BYTES = 40;
    private static final int FLAGS = 16;
    /** What may wait in the system for the receiver of what is written, bytes: then a write says that it would wait. */
    private static final int SEND_BUFFER_BYTES = 16 << 20;

    private final int descriptor;
    private volatile TapSettings settings;
    /** Null while there is none. */
    private volatile @Nullable Attachment attachment;
    /** Held while the system makes or deletes an interface. */
    private final Object changing = new Object();
    private boolean open = true;

    /** An interface that a descriptor is of. */
    private record Attachment(InterfaceControl control, boolean made, boolean datagrams) {}

    private TapDevice(TapSettings settings, int descriptor, @Nullable Attachment attachment) {
        this.settings = settings;
        this.descriptor = descriptor;
        this.attachment = attachment;
    }

    /**
     * Makes an interface, or takes one that is there and that nobody uses; none yet with {@link Start#LATER}.
     *
     * @param settings what it is to be
     * @return the device, open
     * @throws SystemCallException when the system does not give it: no rights, no {@value #DEVICE}, no such namespace, a name in use
     */
    public static TapDevice open(TapSettings settings) {
        if (!Files.exists(Path.of(DEVICE))) {
            throw new SystemCallException("interface '" + settings.name() + "' cannot be made: there is no " + DEVICE
                + " on this machine: on Linux load the module with 'modprobe tun'", SystemCalls.ENOENT);
        }
        return settings.start() == Start.LATER ? new TapDevice(settings, descriptor(settings), null)
            : settings.namespace().call(() -> openInside(settings));
    }

    private static int descriptor(TapSettings settings) {
        int descriptor = SystemCalls.open(DEVICE, SystemCalls.READ_WRITE | SystemCalls.NON_BLOCKING | SystemCalls.CLOSE_ON_EXEC);
        if (descriptor < 0) {
            throw refused(settings, DEVICE + " cannot be opened", -descriptor);
        }
        return descriptor;
    }

    private static TapDevice openInside(TapSettings settings) {
        int descriptor = descriptor(settings);
        InterfaceControl control = new InterfaceControl(settings.name());
        boolean done = false;
        try {
            if (control.socket() < 0) {
                throw refused(settings, "there is no socket for it", -control.socket());
            }
            boolean wasThere = control.index() >= 0;
            bind(settings, descriptor, wasThere);
            boolean datagrams = settings.offload() == Offload.SEGMENTS && offer(settings, descriptor);
            set(settings, descriptor, control);
            done = true;
            return new TapDevice(settings, descriptor, new Attachment(control, !wasThere, datagrams));
        } finally {
            if (!done) {
                control.close();
                SystemCalls.close(descriptor);
            }
        }
    }

    private static void bind(TapSettings settings, int descriptor, boolean wasThere) {
        int result;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(REQUEST_BYTES, 8);
            byte[] name = settings.name().getBytes(StandardCharsets.US_ASCII);
            MemorySegment.copy(MemorySegment.ofArray(name), 0, request, 0, name.length);
            request.set(ValueLayout.JAVA_SHORT, FLAGS,
                (short) (TAP | NO_INFORMATION | (settings.offload() == Offload.SEGMENTS ? HEADER : 0)));
            result = SystemCalls.control(descriptor, SET_INTERFACE, request.address());
        }
        if (result == -SystemCalls.EBUSY) {
            throw new SystemCallException("interface '" + settings.name() + "' is in use by another program: choose another name",
                -result);
        }
        if (result == -SystemCalls.EINVAL && wasThere) {
            throw new SystemCallException("interface '" + settings.name() + "' is there already and is no TAP, or one with other settings:"
                + " choose another name", -result);
        }
        if (result < 0) {
            throw refused(settings, "it cannot be made", -result);
        }
    }

    /** Says which work may be left undone; whether that of cutting UDP datagrams is among it, which is younger than the rest. */
    private static boolean offer(TapSettings settings, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(ValueLayout.JAVA_INT);
            bytes.set(ValueLayout.JAVA_INT, 0, HEADER_BYTES);
            SystemCalls.control(descriptor, SET_HEADER_BYTES, bytes.address());
        }
        int streams = CHECKSUM | SEGMENT_V4 | SEGMENT_V6 | SEGMENT_ECN;
        if (SystemCalls.control(descriptor, SET_OFFLOAD, streams | DATAGRAMS_V4 | DATAGRAMS_V6) == 0) {
            return true;
        }
        int result = SystemCalls.control(descriptor, SET_OFFLOAD, streams);
        if (result < 0) {
            throw refused(settings, "it cannot leave work undone", -result);
        }
        return false;
    }

    private static void set(TapSettings settings, int descriptor, InterfaceControl control) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(ValueLayout.JAVA_INT);
            bytes.set(ValueLayout.JAVA_INT, 0, SEND_BUFFER_BYTES);
            SystemCalls.control(descriptor, SET_SEND_BUFFER, bytes.address());
        }
        if (settings.hardwareAddress().isPresent()) {
            check(settings, "its hardware address cannot be set", control.setAddress(settings.hardwareAddress().getAsLong()));
        }
        if (settings.mtu().isPresent()) {
            check(settings, "its MTU cannot be set", control.setMtu(settings.mtu().getAsInt()));
        }
        if (settings.start() == Start.UP) {
            check(settings, "it cannot be set up", control.setUp(true));
        }
    }

    private static void check(TapSettings settings, String what, int result) {
        if (result < 0) {
            throw refused(settings, what, -result);
        }
    }

    private static SystemCallException refused(TapSettings settings, String what, int error) {
        boolean rights = error == SystemCalls.EPERM || error == SystemCalls.EACCES;
        return new SystemCallException("interface '" + settings.name() + "': " + what + " (" + SystemCallException.words(error) + ")"
            + (rights ? ": be root, or let root make it for you with 'ip tuntap add dev " + settings.name() + " mode tap user NAME'" : ""),
            error);
    }

    /**
     * Gives a device that has no interface one, set up, with the offload of its settings, the MTU and the hardware address.
     *
     * @param name of the interface, 1 to 15 characters
     * @param namespace where it is
     * @throws SystemCallException the system does not give it, the device has one already, or is closed; nothing has changed then
     */
    public void attach(String name, NetworkNamespace namespace) {
        synchronized (changing) {
            if (!open) {
                throw new SystemCallException("interface '" + name + "' cannot be had: its device has been closed", SystemCalls.ENODEV);
            }
            if (index() >= 0) {
                throw new SystemCallException("there is an interface already, '" + name() + "': detach that first", SystemCalls.EBUSY);
            }
            TapDevice other = open(settings.with(name, namespace).with(Start.UP));
            try {
                replaceBy(other.descriptor);
            } catch (SystemCallException e) {
                other.close();
                throw e;
            }
            SystemCalls.close(other.descriptor);
            settings = other.settings;
            become(other.attachment);
        }
    }

    /**
     * Takes the interface away; one that was made here is gone when this returns.
     *
     * @param release waits until no thread waits for input of the descriptor: the system deletes an interface, which takes a while, on the
     *     thread that has it last
     * @throws SystemCallException the system does not let it; nothing has changed then
     */
    public void detach(Runnable release) {
        synchronized (changing) {
            if (!open || !isAttached()) {
                return;
            }
            int blank = descriptor(settings);
            int last = SystemCalls.duplicate(descriptor);
            try {
                replaceBy(blank);
                become(null);
                release.run();
            } finally {
                SystemCalls.close(blank);
                if (last >= 0) {
                    SystemCalls.close(last);
                }
            }
        }
    }

    private void replaceBy(int next) {
        int result = SystemCalls.replace(next, descriptor);
        if (result < 0) {
            throw refused(settings, "it cannot be replaced", -result);
        }
    }

    private synchronized void become(@Nullable Attachment next) {
        Attachment before = attachment;
        attachment = next;
        if (before != null) {
            before.control.close();
        }
    }

    /** No longer than a question takes: the thread of a data path asks, too. */
    private synchronized long ask(ToLongFunction<InterfaceControl> question) {
        Attachment now = attachment;
        return now == null ? -SystemCalls.ENODEV : question.applyAsLong(now.control);
    }

    /** {@return whether it has an interface, which somebody may have deleted} */
    public boolean isAttached() {
        return attachment != null;
    }

    /** {@return the name of its interface, or of the last or next one} */
    public String name() {
        return settings.name();
    }

    /** {@return what it was made of} */
    public TapSettings settings() {
        return settings;
    }

    /** {@return whether it was made here, and goes when it is closed} */
    public boolean isMadeHere() {
        Attachment now = attachment;
        return now != null && now.made;
    }

    /** {@return whether large UDP packets may be given to the system to be cut} */
    public boolean cutsDatagrams() {
        Attachment now = attachment;
        return now != null && now.datagrams;
    }

    /** {@return the descriptor, for {@link DescriptorWait}} */
    public int descriptor() {
        return descriptor;
    }

    /**
     * Reads a packet, with its header where there is one.
     *
     * @param address where to
     * @param bytes how many at most; what is longer is cut
     * @return how many, or a negative error number: {@link SystemCalls#EAGAIN} when there is none, {@link SystemCalls#EBADFD} when the
     *     interface is gone
     */
    public long read(long address, long bytes) {
        return SystemCalls.read(descriptor, address, bytes);
    }

    /**
     * Writes a packet that has its header before it where there is one.
     *
     * @param address from where
     * @param bytes how many
     * @return how many, or a negative error number: {@link SystemCalls#EAGAIN} when there is no room now, {@link SystemCalls#EIO} when the
     *     interface is down, {@link SystemCalls#EINVAL} when it is no packet
     */
    public long write(long address, long bytes) {
        return SystemCalls.write(descriptor, address, bytes);
    }

    /**
     * Writes a packet whose header lies elsewhere.
     *
     * @param entries as for {@link SystemCalls#writeVector}
     * @param count how many entries
     * @return as {@link #write}
     */
    public long writeVector(long entries, int count) {
        return SystemCalls.writeVector(descriptor, entries, count);
    }

    /** {@return 1 when the interface is set up, 0 when not, a negative error number when it is gone} */
    public int isUp() {
        return (int) ask(InterfaceControl::isUp);
    }

    /** {@return 1 when the system has taken notice that it is set up and has a carrier, 0 when not, negative when it is gone} */
    public int isRunning() {
        return (int) ask(InterfaceControl::isRunning);
    }

    /**
     * Says whether a cable is plugged in, as the system's users see it.
     *
     * @param carrier whether
     * @return 0 or a negative error number
     */
    public int setCarrier(boolean carrier) {
        if (!isAttached()) {
            return -SystemCalls.ENODEV;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(ValueLayout.JAVA_INT);
            state.set(ValueLayout.JAVA_INT, 0, carrier ? 1 : 0);
            return SystemCalls.control(descriptor, SET_CARRIER, state.address());
        }
    }

    /** {@return its MTU, or a negative error number when the interface is gone} */
    public int mtu() {
        return (int) ask(InterfaceControl::mtu);
    }

    /**
     * Changes its MTU.
     *
     * @param bytes {@value TapSettings#MIN_MTU} to {@value TapSettings#MAX_MTU}
     * @return 0 or a negative error number
     */
    public int setMtu(int bytes) {
        return (int) ask(control -> control.setMtu(bytes));
    }

    /** {@return its hardware address, first byte highest, or a negative error number when the interface is gone} */
    public long hardwareAddress() {
        return ask(InterfaceControl::address);
    }

    /**
     * Changes its hardware address.
     *
     * @param address 48 bits, first byte highest
     * @return 0 or a negative error number
     */
    public int setHardwareAddress(long address) {
        return (int) ask(control -> control.setAddress(address));
    }

    /** {@return its number in its namespace, or a negative error number when the interface is gone} */
    public int index() {
        return (int) ask(InterfaceControl::index);
    }

    /**
     * {@return what the system counts of the interface; all 0 when it is gone} Not for a data path: a thread enters the namespace and
     * reads a table.
     */
    public TapStatistics statistics() {
        if (!isAttached()) {
            return TapStatistics.NONE;
        }
        try {
            return settings.namespace().call(this::readStatistics);
        } catch (SystemCallException e) {
            // The namespace has lost its name: its interfaces live, but cannot be asked like this any more.
            return TapStatistics.NONE;
        }
    }

    private TapStatistics readStatistics() {
        try {
            return TapStatistics.parse(Files.readString(Path.of("/proc/thread-self/net/dev")), settings.name());
        } catch (IOException e) {
            return TapStatistics.NONE;
        }
    }

    /** Gives it back; an interface that was made here is gone then. May be called more than once. */
    @Override
    public void close() {
        synchronized (changing) {
            if (open) {
                open = false;
                become(null);
                SystemCalls.close(descriptor);
            }
        }
    }
}
