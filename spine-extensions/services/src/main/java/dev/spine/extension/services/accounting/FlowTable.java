package dev.spine.extension.services.accounting;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.services.packet.PacketHeaders;

/** The flows of a card, in its memory: sets of four records, a set for each value of a hash of what makes a flow. */
final class FlowTable {
    /** Records that a flow may be in. */
    static final int WAYS = 4;
    /** Records that are looked at in one go, so that no activation is long. */
    static final int STEP = 32;

    private final Buffer memory;
    private final int slots;
    private final FlowExport export;
    private final Counter evicted;
    private final long salt;
    private int flows;
    private int next;

    FlowTable(Buffer memory, int slots, FlowExport export, Counter evicted, long salt) {
        this.memory = memory;
        this.slots = slots;
        this.export = export;
        this.evicted = evicted;
        this.salt = salt;
    }

    int flows() {
        return flows;
    }

    /** Counts a packet. */
    void count(PacketHeaders headers, int tcpFlags, int bytes, long now) {
        int kind = headers.version() << 8 | headers.protocol();
        int ports = headers.sourcePort() << 16 | headers.destinationPort();
        int set = hash(headers, kind, ports) & slots / WAYS - 1;
        int free = -1;
        int oldest = 0;
        long oldestTime = Long.MAX_VALUE;
        for (int way = 0; way < WAYS; way++) {
            int at = (set * WAYS + way) * AccountingProtocol.RECORD_BYTES;
            int first = memory.i32(at);
            if (first == 0) {
                free = at;
            } else if (first >>> 16 == kind && isOf(at, headers, ports)) {
                memory.put32(at, first & 0xFFFF_00FF | headers.trafficClass() << 8 | tcpFlags);
                memory.put64(at + AccountingProtocol.PACKETS, memory.i64(at + AccountingProtocol.PACKETS) + 1);
                memory.put64(at + AccountingProtocol.BYTES, memory.i64(at + AccountingProtocol.BYTES) + bytes);
                memory.put64(at + AccountingProtocol.LAST, now);
                return;
            } else {
                long last = memory.i64(at + AccountingProtocol.LAST);
                if (last < oldestTime) {
                    oldestTime = last;
                    oldest = at;
                }
            }
        }
        if (free < 0) {
            evicted.increment();
            end(oldest);
            free = oldest;
        }
        begin(free, headers, kind, ports, tcpFlags, bytes, now);
    }

    private int hash(PacketHeaders headers, int kind, int ports) {
        long mixed = salt ^ kind;
        mixed = (mixed ^ ports) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 29 ^ headers.sourceHigh()) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 32 ^ headers.sourceLow()) * 0x94D0_49BB_1331_11EBL;
        mixed = (mixed ^ mixed >>> 29 ^ headers.destinationHigh()) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 32 ^ headers.destinationLow()) * 0xBF58_476D_1CE4_E5B9L;
        return (int) (mixed ^ mixed >>> 31);
    }

    private boolean isOf(int at, PacketHeaders headers, int ports) {
        return memory.i32(at + AccountingProtocol.SOURCE_PORT) == ports
            && memory.i64(at + AccountingProtocol.SOURCE + 8) == headers.sourceLow()
            && memory.i64(at + AccountingProtocol.DESTINATION + 8) == headers.destinationLow()
            && memory.i64(at + AccountingProtocol.SOURCE) == headers.sourceHigh()
            && memory.i64(at + AccountingProtocol.DESTINATION) == headers.destinationHigh();
    }

    private void begin(int at, PacketHeaders headers, int kind, int ports, int tcpFlags, int bytes, long now) {
        memory.put32(at, kind << 16 | headers.trafficClass() << 8 | tcpFlags);
        memory.put32(at + AccountingProtocol.SOURCE_PORT, ports);
        memory.put64(at + AccountingProtocol.SOURCE, headers.sourceHigh());
        memory.put64(at + AccountingProtocol.SOURCE + 8, headers.sourceLow());
        memory.put64(at + AccountingProtocol.DESTINATION, headers.destinationHigh());
        memory.put64(at + AccountingProtocol.DESTINATION + 8, headers.destinationLow());
        memory.put64(at + AccountingProtocol.PACKETS, 1);
        memory.put64(at + AccountingProtocol.BYTES, bytes);
        memory.put64(at + AccountingProtocol.FIRST, now);
        memory.put64(at + AccountingProtocol.LAST, now);
        flows++;
    }

    private void end(int at) {
        export.add(memory, at);
        memory.put32(at, 0);
        flows--;
    }

    /**
     * Looks at the next records and ends those that are over.
     *
     * @param quietSince of what was not heard since then
     * @param begunBefore what began before then
     * @return whether it has come round to the first record
     */
    boolean step(long quietSince, long begunBefore) {
        int last = Math.min(next + STEP, slots);
        for (int slot = next; slot < last; slot++) {
            int at = slot * AccountingProtocol.RECORD_BYTES;
            if (memory.i32(at) != 0 && (memory.i64(at + AccountingProtocol.LAST) <= quietSince
                || memory.i64(at + AccountingProtocol.FIRST) <= begunBefore)) {
                end(at);
            }
        }
        next = last == slots ? 0 : last;
        return next == 0;
    }

    void fromTheBeginning() {
        next = 0;
    }
}
