package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Rights;
import org.jspecify.annotations.Nullable;

/** Keeps packets, parts of them and memory, lets them go as packets say, and looks whether all that it holds is what it was. */
public final class Hoarder implements Extension {
    private static final int PLACES = 12;
    private static final int NUMBER = 48;

    private final @Nullable Buffer[] held = new Buffer[PLACES];
    private final int[] numbers = new int[PLACES];

    /** Loaded by the runtime. */
    public Hoarder() {}

    @Override
    public void start(ExtensionContext context) {
        context.onPacket(PacketFilter.udp(7000), context, this::onPacket);
    }

    private void onPacket(ExtensionContext context, Message message) {
        Buffer packet = message.buffer();
        int number = packet.i32(NUMBER);
        int place = packet.u8(43) % PLACES;
        Buffer before = held[place];
        switch (packet.u8(42)) {
            case 1 -> hold(place, number, packet.keep());
            case 2 -> hold(place, number, context.delegation().narrow(packet, 4, packet.length() - 4, Rights.READ));
            case 3 -> {
                Buffer made = context.allocate(64);
                if (made != null) {
                    made.put32(NUMBER, number);
                }
                hold(place, number, made);
            }
            case 4 -> {
                hold(place, number, packet.keep());
                message.pass();
            }
            case 5 -> throw new IllegalStateException("the packet wanted this");
            default -> {
                if (before != null) {
                    before.release();
                    held[place] = null;
                }
            }
        }
        for (int i = 0; i < PLACES; i++) {
            Buffer kept = held[i];
            if (kept != null && kept.i32(kept.length() == packet.length() - 4 ? NUMBER - 4 : NUMBER) != numbers[i]) {
                context.counter("wrong").increment();
            }
        }
    }

    /** Lets go of what was in a place, and has something else there. */
    private void hold(int place, int number, @Nullable Buffer now) {
        Buffer before = held[place];
        if (before != null) {
            before.release();
        }
        held[place] = now;
        numbers[place] = number;
    }
}
