package dev.spine.extension.store;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Store;
import org.jspecify.annotations.Nullable;

/** Network to disk: the disk fetches each packet's bytes out of the receive buffer, which is free again when it has them. */
final class BlockReceiver {
    private static final int NO_PORT = -1;

    private final ExtensionContext context;
    private final StoreCounters counters;
    private @Nullable Store store;
    private int port = NO_PORT;

    BlockReceiver(ExtensionContext context, StoreCounters counters) {
        this.context = context;
        this.counters = counters;
    }

    /** Takes the packets of one port, and no other's any more. */
    void receive(Store into, int udpPort) {
        store = into;
        if (port != udpPort) {
            if (port != NO_PORT) {
                context.forgetPackets(PacketFilter.udp(port), this);
            }
            port = udpPort;
            context.onPacket(PacketFilter.udp(port), this, BlockReceiver::onPacket);
        }
    }

    private void onPacket(Message message) {
        Buffer packet = message.buffer();
        Store into = store;
        int bytes = BlockPacket.dataBytes(packet);
        if (into == null || bytes < 0 || bytes % into.blockBytes() != 0) {
            counters.malformed.increment();
            return;
        }
        long position = BlockPacket.position(packet);
        if (position < 0 || position > into.capacityBytes() - bytes || position % into.blockBytes() != 0) {
            counters.malformed.increment();
        } else if (!context.write(into, position, packet, BlockPacket.HEADER_BYTES, bytes, StoreProtocol.WRITTEN_HANDLER, 0)) {
            counters.dropped.increment();
        }
    }

    void onWritten(Message message) {
        if (message.kind() == Message.Kind.BLOCKS) {
            (message.word(1) == 0 ? counters.done : counters.failed).increment();
        }
    }
}
