package dev.spine.device.wire.capture;

import dev.spine.iop.packet.wire.EtherType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of interface whose packets are read, and how each of them becomes an Ethernet frame. What such a packet does not say, the
 * addresses, is 0, as on Linux's loopback. Source: the registry of link types, tcpdump.org/linktypes.html.
 */
enum LinkLayer {
    /** From the destination address on. */
    ETHERNET(0, 1) {
        @Override
        void becomeEthernet(CaptureRecord packet) {
            // It is.
        }
    },
    /** From the IP header on; the numbers of older files and systems, too. */
    RAW_IP(1, 101, 12, 14, 228, 229) {
        @Override
        void becomeEthernet(CaptureRecord packet) {
            int version = packet.u8(0) >> 4;
            header(packet, 0, version == 4 ? EtherType.IPV4 : version == 6 ? EtherType.IPV6 : 0);
        }
    },
    /** What Linux writes for "any": 16 bytes, the last two the Ethernet type. */
    LINUX_COOKED(16, 113) {
        @Override
        void becomeEthernet(CaptureRecord packet) {
            header(packet, 16, packet.u16(14));
        }
    },
    /** Its second version: 20 bytes, the first two the Ethernet type. */
    LINUX_COOKED_2(20, 276) {
        @Override
        void becomeEthernet(CaptureRecord packet) {
            header(packet, 20, packet.u16(0));
        }
    };

    private static final int TAG = 4;

    private final int headerBytes;
    // Nobody else has the array, and nobody changes it.
    @SuppressWarnings("ImmutableEnumChecker")
    private final int[] linkTypes;

    LinkLayer(int headerBytes, int... linkTypes) {
        this.headerBytes = headerBytes;
        this.linkTypes = linkTypes;
    }

    /** Makes a packet of at least {@link #headerBytes} an Ethernet frame. */
    abstract void becomeEthernet(CaptureRecord packet);

    /** The fewest bytes of a packet of this kind; Ethernet's own are counted when it is one. */
    int headerBytes() {
        return headerBytes;
    }

    /** The kind of a link type, or null when it is not read. */
    static @Nullable LinkLayer of(int linkType) {
        for (LinkLayer layer : values()) {
            if (Arrays.stream(layer.linkTypes).anyMatch(type -> type == linkType)) {
                return layer;
            }
        }
        return null;
    }

    /** Puts an Ethernet header in the place of the first bytes. */
    private static void header(CaptureRecord packet, int taken, int etherType) {
        packet.skip(taken - EtherType.HEADER_BYTES);
        for (int at = 0; at < EtherType.OFFSET; at++) {
            packet.set(at, 0);
        }
        packet.set(EtherType.OFFSET, etherType >> 8);
        packet.set(EtherType.OFFSET + 1, etherType);
    }

    /** Takes all VLAN tags off an Ethernet frame; returns whether there was one. */
    static boolean takeTagsOff(CaptureRecord frame) {
        int bytes = 0;
        while (frame.length() >= EtherType.HEADER_BYTES + bytes + TAG && isTag(frame.u16(EtherType.OFFSET + bytes))) {
            bytes += TAG;
        }
        if (bytes > 0) {
            frame.moveFirst(EtherType.OFFSET, bytes);
        }
        return bytes > 0;
    }

    /** IEEE 802.1Q, 802.1ad, and what came before the latter. */
    private static boolean isTag(int etherType) {
        return etherType == EtherType.VLAN || etherType == EtherType.SERVICE_VLAN || etherType == EtherType.OLD_SERVICE_VLAN;
    }
}
