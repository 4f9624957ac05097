package dev.spine.perf.benchmarks.meter;

import dev.spine.perf.benchmarks.wasm.WasmHandlers;

/** Ethernet packets with an IPv4 header, for handlers that forward. */
final class MeterPackets {
    private static final int HEADER = 14;
    private static final int HEADER_BYTES = 20;

    private MeterPackets() {}

    /** {@return 64 packets that each may be forwarded} */
    static byte[] good() {
        byte[] packets = new byte[WasmHandlers.PACKETS * WasmHandlers.PACKET_ROOM];
        for (int i = 0; i < WasmHandlers.PACKETS; i++) {
            int at = i * WasmHandlers.PACKET_ROOM;
            packets[at + 12] = 8;
            packets[at + HEADER] = 0x45;
            packets[at + HEADER + 3] = 50;
            packets[at + HEADER + 5] = (byte) i;
            packets[at + HEADER + 8] = 64;
            packets[at + HEADER + 9] = 17;
            packets[at + HEADER + 12] = 10;
            packets[at + HEADER + 16] = (byte) (i * 37);
            seal(packets, at);
        }
        return packets;
    }

    /** Writes the checksum of the header of the packet that begins here. */
    static void seal(byte[] packets, int at) {
        packets[at + HEADER + 10] = 0;
        packets[at + HEADER + 11] = 0;
        int sum = 0;
        for (int i = 0; i < HEADER_BYTES; i += 2) {
            sum += (packets[at + HEADER + i] & 0xFF) << 8 | packets[at + HEADER + i + 1] & 0xFF;
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = ~((sum & 0xFFFF) + (sum >>> 16));
        packets[at + HEADER + 10] = (byte) (sum >>> 8);
        packets[at + HEADER + 11] = (byte) sum;
    }
}
