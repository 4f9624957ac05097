package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;

/** Takes PANIC packets from the wire. Nothing in them is believed before it was checked, and none of them controls programs. */
final class WireInput {
    private static final int MAC_BYTES = 14;

    private final long address;
    private final Parameters parameters;
    private final Delivery delivery;
    private final Assemblies assemblies;
    private final Counter packets;
    private final Counter malformed;
    private final Counter others;
    private final Counter control;

    WireInput(ExtensionContext context, Parameters parameters, Delivery delivery, Assemblies assemblies) {
        this.parameters = parameters;
        this.delivery = delivery;
        this.assemblies = assemblies;
        address = context.hardwareAddress();
        packets = context.counter("packets");
        malformed = context.counter("packets malformed");
        others = context.counter("packets for other nodes");
        control = context.counter("packets that ask for control refused");
        context.onPacket(PacketFilter.etherType(PacketHeader.ETHER_TYPE), this, WireInput::onPacket);
    }

    private void onPacket(Message message) {
        Buffer frame = message.buffer();
        packets.increment();
        if (frame.length() < MAC_BYTES) {
            malformed.increment();
        } else if (!PacketHeader.isFor(frame, address)) {
            others.increment();
        } else if (!PacketHeader.isWellFormed(frame) || frame.length() > parameters.maxPacketBytes() || !hasSender(frame)) {
            malformed.increment();
        } else if (PacketHeader.kind(frame) != PacketHeader.DATA) {
            control.increment();
        } else if (PacketHeader.isFragment(frame)) {
            assemblies.part(frame);
        } else {
            delivery.packet(PacketHeader.program(frame), PacketHeader.trigger(frame), frame, PacketHeader.length(frame));
        }
    }

    /** Whether an answer to its sender would go to one other node. */
    private boolean hasSender(Buffer frame) {
        int high = PacketHeader.senderHigh(frame);
        long sender = (long) high << Integer.SIZE | Integer.toUnsignedLong(PacketHeader.senderLow(frame));
        return !PacketHeader.isGroup(high) && sender != address;
    }
}
