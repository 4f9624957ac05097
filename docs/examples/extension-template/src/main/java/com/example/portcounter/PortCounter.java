package com.example.portcounter;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;

/** Counts the UDP packets of ports that the host names, and their bytes. */
public final class PortCounter implements Extension {
    /** The host asks to watch a port; word 0 is the port. */
    public static final int WATCH = 1;
    /** The host asks for the counts; they come as a message to its handler {@link #COUNTS}. */
    public static final int ASK = 2;
    /** The host's handler: word 0 are the packets so far, word 1 the bytes. */
    public static final int COUNTS = 2;

    /** Made by the card. */
    public PortCounter() {}

    @Override
    public void start(ExtensionContext context) {
        Counts counts = new Counts(context, context.counter("packets"), context.counter("bytes"));
        context.onMessage(WATCH, counts, PortCounter::onWatch);
        context.onMessage(ASK, counts, PortCounter::onAsk);
    }

    private static void onWatch(Counts counts, Message message) {
        int port = message.word(0);
        if (port < 1 || port > 0xFFFF) {
            counts.context.log("there is no UDP port " + port);
            return;
        }
        counts.context.onPacket(PacketFilter.udp(port), counts, PortCounter::onPacket);
        counts.context.log("watching port " + port);
    }

    private static void onPacket(Counts counts, Message message) {
        counts.packets.increment();
        counts.bytes.add(message.buffer().length());
    }

    private static void onAsk(Counts counts, Message message) {
        OutgoingMessage answer = counts.context.message(counts.context.host(COUNTS));
        if (answer != null) {
            answer.word(0, (int) counts.packets.value()).word(1, (int) counts.bytes.value()).send();
        }
    }

    /** What the handlers share. */
    private record Counts(ExtensionContext context, Counter packets, Counter bytes) {}
}
