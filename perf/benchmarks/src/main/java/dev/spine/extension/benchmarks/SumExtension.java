package dev.spine.extension.benchmarks;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;

/**
 * Checks the payload of UDP packets: adds it up in words of 16 bits and compares that with the checksum in the header, which here is the
 * payload's alone. Counts the good and the bad in memory of its own. The card's agent.
 */
public final class SumExtension implements Extension {
    private static final int CHECKSUM = 40;
    private static final int PAYLOAD = 42;
    private static final int COUNTS = 16;

    /** Loaded by the runtime. */
    public SumExtension() {}

    @Override
    public void start(ExtensionContext context) {
        Buffer counts = context.allocate(COUNTS);
        if (counts == null) {
            throw new IllegalStateException("no memory for the counts");
        }
        context.onPacket(PacketFilter.udp(IdleExtension.PORT), counts, SumExtension::check);
    }

    private static void check(Buffer counts, Message message) {
        Buffer packet = message.buffer();
        int end = packet.length();
        int sum = 0;
        for (int i = PAYLOAD; i < end; i += 2) {
            sum += packet.u16(i);
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        int count = (sum ^ 0xFFFF) == packet.u16(CHECKSUM) ? 0 : Long.BYTES;
        counts.put32(count, counts.i32(count) + 1);
    }
}
