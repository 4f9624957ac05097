package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.host.kernel.LanPacketPort;
import dev.spine.extension.panic.card.PacketHeader;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostTimer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/**
 * Runs programs on the host that talk to programs aboard cards, by the same packets: they come and go through the card's LAN port, each
 * with the messages and interrupts that this costs the host. It gets what the card lets pass: nothing while the card has {@link
 * dev.spine.extension.panic.card.PanicExtension}, which takes all packets of PANIC; sending works beside it. Messages in parts are not
 * understood, and dropped. On the host's agent.
 */
public final class HostMachine implements PacketSink {
    /** The address of all nodes. */
    public static final long EVERYBODY = 0xFFFF_FFFF_FFFFL;
    /** The most words of a message. */
    public static final int MAX_WORDS = 370;

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final long GROUP_BIT = 0x0100_0000_0000L;
    private static final int HALF_MASK = 0xFFFF;

    private final HostAgent host;
    private final AgentContext context;
    private final LanPacketPort port;
    private final Map<Integer, HostProgram> programs = new HashMap<>();
    private final MemorySegment frame = MemorySegment.ofArray(new byte[PacketHeader.BYTES + MAX_WORDS * Integer.BYTES]);
    private long dropped;

    /**
     * A machine, without programs.
     *
     * @param host the host's agent
     * @param port of the card's LAN, open
     */
    public HostMachine(HostAgent host, LanPacketPort port) {
        this.host = host;
        this.context = host.context();
        this.port = port;
        port.attach(this);
    }

    /**
     * Has a program get its messages.
     *
     * @param number the program's number, 1 to 65,535, of none that runs here
     * @param program the program
     */
    public void run(int number, HostProgram program) {
        if (programs.putIfAbsent(number, program) != null) {
            throw new IllegalStateException("a program with the number " + number + " runs on the host: stop it first");
        }
    }

    /**
     * Has a program get no more messages.
     *
     * @param number the program's number
     */
    public void stop(int number) {
        programs.remove(number);
    }

    /**
     * Sends a message; it may be lost.
     *
     * @param to the hardware address of a node, or of a group
     * @param program the number of the program that gets it
     * @param trigger which of its triggers
     * @param words the payload, at most {@value #MAX_WORDS}
     * @return false when the port takes no more now: it is lost
     */
    public boolean send(long to, int program, int trigger, int... words) {
        if (words.length > MAX_WORDS) {
            throw new IllegalArgumentException("a message of the host has at most " + MAX_WORDS + " words, not " + words.length);
        }
        address(PacketHeader.TO_HIGH, to);
        address(PacketHeader.FROM_HIGH, port.hardwareAddress());
        half(PacketHeader.TYPE, PacketHeader.ETHER_TYPE);
        half(PacketHeader.KIND, PacketHeader.VERSION << Byte.SIZE | PacketHeader.DATA);
        half(PacketHeader.PROGRAM, program);
        half(PacketHeader.TRIGGER, trigger);
        half(PacketHeader.LENGTH, words.length * Integer.BYTES);
        half(PacketHeader.FLAGS_AT, (to & GROUP_BIT) == 0 ? 0 : PacketHeader.TO_GROUP);
        for (int i = 0; i < words.length; i++) {
            frame.set(WORD, PacketHeader.BYTES + (long) i * Integer.BYTES, words[i]);
        }
        return port.transmit(frame, 0, PacketHeader.BYTES + words.length * Integer.BYTES);
    }

    private void address(int at, long address) {
        half(at, (int) (address >>> Integer.SIZE));
        frame.set(WORD, at + (long) Short.BYTES, (int) address);
    }

    private void half(int at, int value) {
        frame.set(HALF, at, (short) value);
    }

    @Override
    public boolean onPacket(Packet packet) {
        MemorySegment bytes = packet.memory().asSlice(packet.offset(), packet.length());
        if (bytes.byteSize() < PacketHeader.BYTES || half(bytes, PacketHeader.TYPE) != PacketHeader.ETHER_TYPE) {
            return false;
        }
        long to = address(bytes, PacketHeader.TO_HIGH);
        if (to == port.hardwareAddress() || (to & GROUP_BIT) != 0) {
            accept(bytes);
        }
        packet.release(context);
        return true;
    }

    private void accept(MemorySegment bytes) {
        HostProgram program = programs.get(half(bytes, PacketHeader.PROGRAM));
        int length = half(bytes, PacketHeader.LENGTH);
        boolean isPlain = half(bytes, PacketHeader.KIND) == (PacketHeader.VERSION << Byte.SIZE | PacketHeader.DATA)
            && (half(bytes, PacketHeader.FLAGS_AT) & PacketHeader.FRAGMENT) == 0;
        if (program == null || !isPlain || length > bytes.byteSize() - PacketHeader.BYTES) {
            dropped++;
            return;
        }
        int[] words = new int[length / Integer.BYTES];
        for (int i = 0; i < words.length; i++) {
            words[i] = bytes.get(WORD, PacketHeader.BYTES + (long) i * Integer.BYTES);
        }
        program.onMessage(new ProgramMessage(address(bytes, PacketHeader.FROM_HIGH), half(bytes, PacketHeader.TRIGGER), words));
    }

    private static int half(MemorySegment bytes, int at) {
        return bytes.get(HALF, at) & HALF_MASK;
    }

    private static long address(MemorySegment bytes, int at) {
        return (long) half(bytes, at) << Integer.SIZE | Integer.toUnsignedLong(bytes.get(WORD, at + (long) Short.BYTES));
    }

    /** {@return the hardware address of this node} */
    public long address() {
        return port.hardwareAddress();
    }

    /** {@return nanoseconds of the host's clock} */
    public long nowNs() {
        return context.nowNs();
    }

    /**
     * {@return a timer for a program}
     *
     * @param action what happens when it is over
     */
    public HostTimer timer(Runnable action) {
        return host.timer(action);
    }

    /** {@return messages of PANIC for this node that no program took} */
    public long dropped() {
        return dropped;
    }
}
