package dev.spine.extension.runtime;

import dev.spine.iop.packet.wire.UdpHeaders;
import java.util.Arrays;

/** A UDP packet to port 7000 that says to {@link sample.Hoarder} what it is to do. */
final class HoarderPacket {
    private static final int BYTES = 70;
    private static final int PORT = 7000;

    private HoarderPacket() {}

    /** Asks for something at one of the places where packets are kept; a number tells the packet from others. */
    static byte[] of(int what, int place, int number) {
        byte[] packet = UdpPacket.to(PORT, Arrays.copyOf(new int[] {what, place}, BYTES - UdpHeaders.BYTES));
        packet[50] = (byte) (number >> 8);
        packet[51] = (byte) number;
        return packet;
    }
}
