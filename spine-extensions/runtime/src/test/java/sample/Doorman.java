package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;

/** One handler behind three doors, which tells the host by which door a message came, and what it was. */
public final class Doorman implements Extension {
    /** Word of an answer: the door. */
    public static final int DOOR = 0;
    /** Word of an answer: what came in word 0. */
    public static final int FIRST_WORD = 1;
    /** Word of an answer: 0 of a small message, 1 of a packet, 2 of a timer. */
    public static final int KIND = 2;
    /** Word of an answer: bytes of data. */
    public static final int BYTES = 3;

    /**
     * What is given with the handler.
     *
     * @param context of the extension
     * @param number of the door
     */
    public record Door(ExtensionContext context, int number) {}

    /** Loaded by the runtime. */
    public Doorman() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, new Door(context, 11), Doorman::enter);
        context.onMessage(2, new Door(context, 22), Doorman::enter);
        context.onPacket(PacketFilter.udp(7000), new Door(context, 33), Doorman::enter);
    }

    private static void enter(Door door, Message message) {
        ExtensionContext context = door.context();
        OutgoingMessage answer = context.message(context.host(5));
        if (answer == null) {
            return;
        }
        boolean packet = message.kind() == Message.Kind.PACKET;
        int kind = message.kind() == Message.Kind.TIMER ? 2 : 0;
        answer.word(DOOR, door.number()).word(FIRST_WORD, packet ? 0 : message.word(0)).word(KIND, packet ? 1 : kind)
            .word(BYTES, packet ? message.buffer().length() : 0).send();
        if (message.kind() == Message.Kind.SMALL && message.word(0) == 8) {
            context.timer(1_000_000, 2, 9);
        }
    }
}
