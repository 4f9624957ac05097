package dev.spine.extension.benchmarks;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;

/**
 * Does with the header of an IPv4 packet what a router does: checks its checksum, takes one from its time to live, and writes the new time
 * to live and the new checksum beside each other into memory of its own. The card's agent.
 */
public final class ForwardExtension implements Extension {
    private static final int HEADER = 14;
    private static final int HEADER_BYTES = 20;
    private static final int TIME_TO_LIVE = HEADER + 8;
    private static final int CHECKSUM = HEADER + 10;

    private long bad;

    /** Loaded by the runtime. */
    public ForwardExtension() {}

    @Override
    public void start(ExtensionContext context) {
        Buffer memory = context.allocate(64);
        if (memory == null) {
            throw new IllegalStateException("no memory for the result");
        }
        context.onPacket(PacketFilter.udp(IdleExtension.PORT), memory, this::forward);
    }

    private void forward(Buffer result, Message message) {
        Buffer packet = message.buffer();
        int sum = 0;
        for (int i = HEADER; i < HEADER + HEADER_BYTES; i += 2) {
            sum += packet.u16(i);
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        int timeToLive = packet.u8(TIME_TO_LIVE);
        if (sum != 0xFFFF || timeToLive < 2) {
            bad++;
            return;
        }
        int checksum = packet.u16(CHECKSUM) + 0x100;
        checksum = (checksum & 0xFFFF) + (checksum >>> 16);
        result.put8(0, timeToLive - 1);
        result.put16(2, checksum);
    }

    /** {@return packets that were no good} */
    public long bad() {
        return bad;
    }
}
