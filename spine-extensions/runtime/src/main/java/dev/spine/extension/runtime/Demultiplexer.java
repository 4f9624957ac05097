package dev.spine.extension.runtime;

import dev.spine.extension.api.PacketFilter;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the handler of a packet: the first installed filter that matches. Belongs to the card's agent; allocates only when filters change.
 *
 * <p>A packet's key (EtherType, protocol, destination port) is read once, however many filters there are; the last hit is tried first.
 */
final class Demultiplexer {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAC_HEADER = 14;
    private static final int IPV4 = 0x0800;
    private static final int TCP = 6;
    private static final int UDP = 17;
    /** No protocol or port could be read. */
    private static final int NONE = -2;

    private record Entry(PacketFilter filter, Installation<?> installation) {}

    private Entry[] entries = {};
    private int protocol;
    private int port;

    void add(PacketFilter filter, Installation<?> installation) {
        Entry[] next = Arrays.copyOf(entries, entries.length + 1);
        next[entries.length] = new Entry(filter, installation);
        entries = next;
    }

    /** Removes what an instance installed with a filter and a context; returns how many there were. */
    int remove(ExtensionInstance instance, PacketFilter filter, Object context) {
        int before = entries.length;
        entries = Arrays.stream(entries).filter(entry -> entry.installation.instance() != instance
            || entry.installation.context() != context || !entry.filter.equals(filter)).toArray(Entry[]::new);
        return before - entries.length;
    }

    /** Adds what the packet handlers of an instance hold to a count. */
    void count(ExtensionInstance instance, HeapCount count) {
        for (Entry entry : entries) {
            if (entry.installation.instance() == instance) {
                entry.installation.count(count);
            }
        }
    }

    void removeAll(ExtensionInstance instance) {
        entries = Arrays.stream(entries).filter(entry -> entry.installation.instance() != instance).toArray(Entry[]::new);
    }

    /**
     * {@return the handler that wants a packet, or null}
     *
     * @param packet a frame of any content
     */
    @Nullable Installation<?> find(Packet packet) {
        Entry[] list = entries;
        if (list.length == 0 || packet.length() < MAC_HEADER) {
            return null;
        }
        MemorySegment memory = packet.memory();
        long at = packet.offset();
        int etherType = memory.get(SHORT, at + 12) & 0xFFFF;
        protocol = NONE;
        port = NONE;
        if (etherType == IPV4) {
            readIpv4(memory, at + MAC_HEADER, packet.length() - MAC_HEADER);
        }
        for (Entry entry : list) {
            PacketFilter filter = entry.filter;
            if (matches(filter.etherType(), etherType) && matches(filter.ipProtocol(), protocol)
                && matches(filter.destinationPort(), port)) {
                return entry.installation;
            }
        }
        return null;
    }

    private static boolean matches(int wanted, int found) {
        return wanted == PacketFilter.ANY || wanted == found;
    }

    private void readIpv4(MemorySegment memory, long at, int length) {
        if (length < 20) {
            return;
        }
        // Words, not bytes: each look into the packet has its price.
        int first = memory.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
        int headerBytes = (first & 0xF) * 4;
        int fragmentAndProtocol = memory.get(INT, at + 6);
        if (first >> 4 != 4 || headerBytes < 20 || (fragmentAndProtocol & 0x3FFF_0000) != 0) {
            return;
        }
        protocol = fragmentAndProtocol & 0xFF;
        if ((protocol == UDP || protocol == TCP) && length >= headerBytes + 4) {
            port = memory.get(SHORT, at + headerBytes + 2) & 0xFFFF;
        }
    }
}
