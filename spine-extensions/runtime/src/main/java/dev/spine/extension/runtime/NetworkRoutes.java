package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.SourceRoutes;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.network.MessageSink;
import dev.spine.extension.runtime.network.NetworkTransport;
import dev.spine.extension.runtime.network.WireFormat;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher's way over the network: turns messages of extensions into the 64 bytes that travel, and what arrives into messages.
 * Belongs to the card's agent.
 */
final class NetworkRoutes implements MessageSink {
    private static final long ADDRESS_MASK = (1L << 48) - 1;
    private static final int COOKIE_WORD = 2;
    private static final int INSTANCE_SHIFT = 24;
    private static final int HANDLER_SHIFT = 16;

    private final RuntimeParts parts;
    private final Resident.Table residents;
    private final LocalRoutes local;
    private final MessageQueues queues;
    private final MemoryService exports;
    private final NetworkTransport transport;
    private final SourceRoutes sources = new SourceRoutes();
    private final int[] words = new int[WireFormat.MESSAGE_WORDS];
    private final int[] answer = new int[WireFormat.MESSAGE_WORDS];

    NetworkRoutes(RuntimeParts parts, Resident.Table residents, LocalRoutes local, MemoryService exports) {
        this.parts = parts;
        this.residents = residents;
        this.local = local;
        this.queues = local.queues();
        this.exports = exports;
        this.transport = new NetworkTransport(parts.agent(), parts.port()::get, this, parts.carried().network());
    }

    NetworkTransport transport() {
        return transport;
    }

    // --- what leaves

    private static void header(int[] message, int cookie, int control) {
        message[0] = RuntimeProtocol.SMALL_WORDS << 16 | MessageFrame.VERSION_1_5;
        message[1] = Function.SMALL_MESSAGE << 24;
        message[COOKIE_WORD] = cookie;
        message[WireFormat.CONTROL_WORD] = control;
    }

    private static long hardwareAddress(Route destination) {
        return RuntimeAccess.address(destination) & ADDRESS_MASK;
    }

    /** {@return what tells the card of one route from that of another} */
    static long placeOf(Route destination) {
        return hardwareAddress(destination);
    }

    private static int returnHandler(Route destination) {
        return (int) (RuntimeAccess.address(destination) >>> 56);
    }

    boolean canSend(int sender, Route destination) {
        return transport.canSend(sender, hardwareAddress(destination), destination.level(), destination.handler() >>> Byte.SIZE);
    }

    /** Sends a message of an extension; its data, if any, are held until the receiver has them. */
    boolean send(int sender, Route destination, MessageContent message) {
        Lease data = message.data();
        header(words, RuntimeProtocol.handlerNumber(sender, message.answerHandler()), RuntimeProtocol.controlWord(
            destination.handler(), message.user(), data == null ? RuntimeProtocol.KIND_SMALL : RuntimeProtocol.KIND_BULK));
        System.arraycopy(message.words(), 0, words, RuntimeProtocol.FIRST_USER_WORD, Message.WORDS);
        if (data != null) {
            data.hold();
        }
        boolean sent = transport.send(sender, hardwareAddress(destination), destination.level(), returnHandler(destination), words,
            data, message.dataOffset(), message.dataBytes());
        if (data != null && !sent) {
            data.release();
        }
        return sent;
    }

    /** Sends an operation on memory of another node's card. */
    boolean ask(int requester, Route owner, int cookie, int[] operation) {
        if (owner.level() != ServiceLevel.RELIABLE) {
            throw new IllegalArgumentException("operations on memory of another node go over a reliable route");
        }
        header(words, cookie, RuntimeProtocol.controlWord(requester, 0, RuntimeProtocol.KIND_MEMORY));
        System.arraycopy(operation, 0, words, RuntimeProtocol.FIRST_USER_WORD, Message.WORDS);
        return transport.send(requester, hardwareAddress(owner), ServiceLevel.RELIABLE, 1, words, null, 0, 0);
    }

    // --- what arrives

    @Override
    public Admission admission(long source, int[] message, int dataBytes) {
        int control = message[WireFormat.CONTROL_WORD];
        return switch (control & 0xFF) {
            case RuntimeProtocol.KIND_SMALL, RuntimeProtocol.KIND_BULK -> admission(control, dataBytes);
            case RuntimeProtocol.KIND_MEMORY -> dataBytes > 0 ? Admission.TOO_LARGE
                : transport.canSend(0, source, ServiceLevel.RELIABLE, control >>> HANDLER_SHIFT & 0xFF) ? Admission.TAKEN : Admission.FULL;
            case RuntimeProtocol.KIND_MEMORY_ANSWER -> dataBytes > 0 ? Admission.TOO_LARGE
                : queues.canReport() ? Admission.TAKEN : Admission.FULL;
            default -> Admission.NO_RECEIVER;
        };
    }

    private Admission admission(int control, int dataBytes) {
        Resident instance = residents.get(control >>> INSTANCE_SHIFT);
        if (instance == null || !instance.hasHandler(control >>> HANDLER_SHIFT & 0xFF)) {
            return Admission.NO_RECEIVER;
        }
        if (dataBytes > MessageContent.MAX_DATA_BYTES || dataBytes > parts.memory().region().length()) {
            return Admission.TOO_LARGE;
        }
        return queues.room(instance.number()) > 0 ? Admission.TAKEN : Admission.FULL;
    }

    @Override
    public long ownerOf(int number) {
        Resident instance = residents.get(number);
        return instance == null ? -1 : Integer.toUnsignedLong(instance.owner());
    }

    @Override
    public int room(int control) {
        int instance = control >>> INSTANCE_SHIFT;
        return instance == 0 ? MessageQueues.OF_ONE : queues.room(instance);
    }

    @Override
    public void held(int control) {
        queues.countNoRoom(control >>> INSTANCE_SHIFT);
    }

    @Override
    public @Nullable Arriving begin(int control, int bytes) {
        Resident instance = residents.get(control >>> INSTANCE_SHIFT);
        return instance == null ? null : slotFor(instance, parts.memory().allocate(bytes));
    }

    /**
     * {@return a slot for a message to an instance, with memory for its data, or null when there is not both} What the memory held before
     * is still in it: the instance may see it only when all of the data have arrived.
     */
    @Nullable MessageSlot slotToFill(Resident instance, int bytes) {
        return slotFor(instance, parts.memory().allocateToFill(bytes));
    }

    private @Nullable MessageSlot slotFor(Resident instance, CardMemory.@Nullable Block block) {
        if (block == null) {
            return null;
        }
        MessageSlot slot = queues.takeForMessage(instance.number());
        Lease lease = slot == null ? null : instance.leaseFor(block);
        if (slot == null || lease == null) {
            if (slot != null) {
                queues.putBack(slot);
            }
            block.free();
            return null;
        }
        slot.lease = lease;
        return slot;
    }

    @Override
    public void deliver(long source, ServiceLevel level, int[] message, @Nullable Arriving data) {
        int control = message[WireFormat.CONTROL_WORD];
        switch (control & 0xFF) {
            case RuntimeProtocol.KIND_MEMORY -> operate(source, message);
            case RuntimeProtocol.KIND_MEMORY_ANSWER -> exports.asks().answered(source, message[COOKIE_WORD], message,
                RuntimeProtocol.FIRST_USER_WORD);
            default -> enter(source, level, message, data instanceof MessageSlot slot ? slot : null);
        }
    }

    private void enter(long source, ServiceLevel level, int[] message, @Nullable MessageSlot data) {
        int control = message[WireFormat.CONTROL_WORD];
        MessageSlot slot = data == null ? queues.takeForMessage(control >>> INSTANCE_SHIFT) : data;
        if (slot == null) {
            // Not after an admission; what asks without one is counted.
            local.undelivered().count(Undelivered.Reason.NO_ROOM);
            return;
        }
        int cookie = message[COOKIE_WORD];
        int handler = control >>> HANDLER_SHIFT & 0xFF;
        int answerHandler = (cookie & 0xFF) == 0 ? handler : cookie & 0xFF;
        slot.kind = data == null ? Message.Kind.SMALL : Message.Kind.BULK;
        slot.source = sources.of(source, level, RuntimeProtocol.handlerNumber(cookie >>> Byte.SIZE & 0xFF, answerHandler));
        slot.way = Route.Way.NETWORK;
        slot.instance = control >>> INSTANCE_SHIFT;
        slot.handler = handler;
        slot.user = control >>> Byte.SIZE & 0xFF;
        System.arraycopy(message, RuntimeProtocol.FIRST_USER_WORD, slot.words, 0, Message.WORDS);
        queues.enter(slot);
    }

    private void operate(long source, int[] message) {
        int requester = message[WireFormat.CONTROL_WORD] >>> HANDLER_SHIFT & 0xFF;
        Arrays.fill(answer, 0);
        header(answer, message[COOKIE_WORD], RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(requester, 0), 0,
            RuntimeProtocol.KIND_MEMORY_ANSWER));
        exports.operate(message, RuntimeProtocol.FIRST_USER_WORD, answer, RuntimeProtocol.FIRST_USER_WORD);
        transport.send(0, source, ServiceLevel.RELIABLE, 0, answer, null, 0, 0);
    }

    // --- what comes back

    @Override
    public boolean takeBack(long destination, int instance, int handler, int[] message, ReturnReason reason) {
        if ((message[WireFormat.CONTROL_WORD] & 0xFF) == RuntimeProtocol.KIND_MEMORY) {
            if (!queues.canReport()) {
                return false;
            }
            exports.asks().failed(message[COOKIE_WORD]);
            return true;
        }
        return local.bringBack(instance, handler, message[WireFormat.CONTROL_WORD] >>> Byte.SIZE & 0xFF, message,
            RuntimeProtocol.FIRST_USER_WORD, reason);
    }
}
