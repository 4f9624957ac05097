package dev.spine.perf.benchmarks.meter;

import dev.spine.iop.packet.wire.UdpHeaders;
import dev.spine.perf.benchmarks.wasm.WasmHandlers;
import java.lang.foreign.MemorySegment;

/** Ethernet packets with an IPv4 header, for handlers that forward. */
final class MeterPackets {
    private static final int PAYLOAD_BYTES = 22;

    private MeterPackets() {}

    /** {@return 64 packets that each may be forwarded} */
    static byte[] good() {
        byte[] packets = new byte[WasmHandlers.PACKETS * WasmHandlers.PACKET_ROOM];
        MemorySegment memory = MemorySegment.ofArray(packets);
        for (int i = 0; i < WasmHandlers.PACKETS; i++) {
            int at = i * WasmHandlers.PACKET_ROOM;
            UdpHeaders.write(memory, at, 0, 0, 10 << 24, 0, i * 37 << 24, 0, i << Short.SIZE, PAYLOAD_BYTES);
        }
        return packets;
    }
}
