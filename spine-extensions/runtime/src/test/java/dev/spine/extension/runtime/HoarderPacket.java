package dev.spine.extension.runtime;

/** A UDP packet to port 7000 that says to {@link sample.Hoarder} what it is to do. */
final class HoarderPacket {
    private static final int BYTES = 70;
    private static final int PORT = 7000;

    private HoarderPacket() {}

    /** Asks for something at one of the places where packets are kept; a number tells the packet from others. */
    static byte[] of(int what, int place, int number) {
        byte[] packet = new byte[BYTES];
        packet[12] = 8;
        packet[14] = 0x45;
        packet[23] = 17;
        packet[36] = PORT >> 8;
        packet[37] = (byte) PORT;
        packet[42] = (byte) what;
        packet[43] = (byte) place;
        packet[50] = (byte) (number >> 8);
        packet[51] = (byte) number;
        return packet;
    }
}
