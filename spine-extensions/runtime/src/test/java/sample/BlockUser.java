package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Store;

/** Uses a disk as its orders say: handler 1 takes orders, packets of port 7000 are written to block 0 from byte 42 on. */
public final class BlockUser implements Extension {
    public static final int OPEN = 1;
    public static final int WRITE = 2;
    public static final int READ = 3;
    public static final int FIRST_BYTE = 4;
    public static final int READ_INTO_OWN_MEMORY = 5;
    public static final int CAPACITY = 6;
    public static final int RELEASE = 7;
    public static final int READ_BEYOND = 8;
    public static final int TRANSMIT = 9;
    public static final int READ_TOO_MUCH = 10;
    public static final int WRITE_THROUGH = 11;
    public static final int FLUSH = 12;
    private static final int ORDERS = 1;
    private static final int STORE = 2;
    private static final int ENDS = 3;
    private static final int BLOCK = 512;

    private ExtensionContext context;
    private Store store;
    private Buffer buffer;

    @Override
    public void start(ExtensionContext given) {
        context = given;
        buffer = given.allocateForDevices(2 * BLOCK);
        given.onMessage(ORDERS, this, BlockUser::onOrder);
        given.onMessage(STORE, this, BlockUser::onStore);
        given.onMessage(ENDS, this, BlockUser::onEnd);
        given.onPacket(PacketFilter.udp(7000), this, BlockUser::onPacket);
    }

    private void answer(int word) {
        OutgoingMessage message = context.message(context.host(5));
        if (message != null) {
            message.word(0, word);
            message.send();
        }
    }

    private static int code(boolean done) {
        return done ? 1 : 0;
    }

    private void onOrder(Message message) {
        int argument = message.word(1);
        switch (message.word(0)) {
            case OPEN -> answer(code(context.requestStore(argument, message.word(2), STORE)));
            case WRITE -> {
                buffer.put8(0, message.word(2));
                answer(code(context.write(store, argument, buffer, 0, BLOCK, ENDS, 7)));
            }
            case READ -> answer(code(context.read(store, argument, buffer, 0, BLOCK, ENDS, 8)));
            case FIRST_BYTE -> answer(buffer.u8(0));
            case READ_INTO_OWN_MEMORY -> {
                try {
                    answer(code(context.read(store, 0, context.allocate(BLOCK), 0, BLOCK, ENDS, 9)));
                } catch (IllegalArgumentException e) {
                    answer(99);
                }
            }
            case CAPACITY -> answer(store == null ? -1 : store.isValid() ? (int) store.capacityBytes() + store.blockBytes() : 0);
            case RELEASE -> {
                buffer.release();
                answer(1);
            }
            case READ_BEYOND -> {
                try {
                    answer(code(context.read(store, 0, buffer, BLOCK, BLOCK + 1, ENDS, 9)));
                } catch (IndexOutOfBoundsException e) {
                    answer(98);
                }
            }
            case READ_TOO_MUCH -> {
                try {
                    answer(code(context.read(store, 0, buffer, 0, 1 << 24, ENDS, 9)));
                } catch (IllegalArgumentException e) {
                    answer(97);
                }
            }
            case WRITE_THROUGH -> answer(code(context.writeThrough(store, argument, buffer, 0, BLOCK, ENDS, 10)));
            case FLUSH -> answer(code(context.flush(store, ENDS, 11)));
            case TRANSMIT -> answer(code(context.transmit(buffer, 0, argument)));
            default -> answer(-1);
        }
    }

    private void onStore(Message message) {
        store = message.store();
        context.counter("stores reported").add(1);
        context.counter("last reason").add(message.word(0) - context.counter("last reason").value());
    }

    private void onEnd(Message message) {
        context.counter("ends").add(1);
        context.counter("last number").add(message.word(0) - context.counter("last number").value());
        context.counter("last status").add(message.word(1) - context.counter("last status").value());
        context.counter("last detail").add(message.word(2) - context.counter("last detail").value());
        context.counter("last bytes").add(message.word(3) - context.counter("last bytes").value());
    }

    private void onPacket(Message message) {
        context.counter("packets written").add(code(store != null && context.write(store, 0, message.buffer(), 42, BLOCK, ENDS, 6)));
    }
}
