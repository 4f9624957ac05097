package dev.spine.extension.services.host.accounting;

import dev.spine.extension.services.accounting.AccountingProtocol;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What a card counted of a flow until it ended: packets in one direction with the same addresses, protocol and ports. Any thread.
 *
 * @param version of IP, 4 or 6
 * @param protocol above IP
 * @param trafficClass of the last packet
 * @param tcpFlags all that were seen; 0 if it is not TCP
 * @param source address
 * @param sourcePort 0 where there is none
 * @param destination address
 * @param destinationPort 0 where there is none
 * @param packets how many
 * @param bytes from the MAC header on
 * @param firstNs the card's time of the first packet
 * @param lastNs the card's time of the last packet
 */
public record FlowRecord(int version, int protocol, int trafficClass, int tcpFlags, InetAddress source, int sourcePort,
    InetAddress destination, int destinationPort, long packets, long bytes, long firstNs, long lastNs) {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /**
     * {@return a record from its bytes}
     *
     * @param memory holds it
     * @param at where it begins; {@link AccountingProtocol#RECORD_BYTES} are there
     */
    public static FlowRecord decode(MemorySegment memory, long at) {
        int version = u8(memory, at + AccountingProtocol.VERSION);
        return new FlowRecord(version, u8(memory, at + AccountingProtocol.PROTOCOL), u8(memory, at + AccountingProtocol.TRAFFIC_CLASS),
            u8(memory, at + AccountingProtocol.TCP_FLAGS), address(memory, at + AccountingProtocol.SOURCE, version),
            memory.get(SHORT, at + AccountingProtocol.SOURCE_PORT) & 0xFFFF, address(memory, at + AccountingProtocol.DESTINATION, version),
            memory.get(SHORT, at + AccountingProtocol.DESTINATION_PORT) & 0xFFFF, memory.get(LONG, at + AccountingProtocol.PACKETS),
            memory.get(LONG, at + AccountingProtocol.BYTES), memory.get(LONG, at + AccountingProtocol.FIRST),
            memory.get(LONG, at + AccountingProtocol.LAST));
    }

    private static int u8(MemorySegment memory, long at) {
        return memory.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
    }

    private static InetAddress address(MemorySegment memory, long at, int version) {
        byte[] bytes = memory.asSlice(at, 16).toArray(ValueLayout.JAVA_BYTE);
        try {
            return InetAddress.getByAddress(version == 4 ? Arrays.copyOfRange(bytes, 12, 16) : bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of 4 or 16 bytes is one", e);
        }
    }
}
