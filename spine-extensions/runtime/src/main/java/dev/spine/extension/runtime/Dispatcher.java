package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.FrameRoute;
import dev.spine.iop.packet.PacketPort;
import dev.spine.peer.block.BlockRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sends each message one of four ways: to a handler of this card, to a peer device, to the host, or over the network (SPINE SIGOPS 1998,
 * 3.2). Belongs to the card's agent.
 */
final class Dispatcher {
    private static final ValueLayout.OfInt WIRE_WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort WIRE_SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAC_HEADER = 14;
    /** The most peer devices that routes lead to. */
    static final int MAX_PEERS = 256;

    private record PeerKey(int iopId, int tid) {}

    private final RuntimeModule runtime;
    private final RuntimePlace place;
    private final MessageQueue queue = new MessageQueue(256);
    private final @Nullable PeerKey[] peers = new PeerKey[MAX_PEERS];
    /** A route names a peer by generation and index, so that one to a peer that has made room for another leads nowhere. */
    private final int[] peerGenerations = new int[MAX_PEERS];
    private final MemorySegment wireFrame = Arena.ofAuto().allocate(RuntimeProtocol.WIRE_BYTES, 64);
    private final @Nullable FrameRoute host;
    private final int[] hostListeners = new int[256];
    private final boolean[] hostListens = new boolean[256];
    private long undeliverable;

    Dispatcher(RuntimeModule runtime, RuntimePlace place) {
        this.runtime = runtime;
        this.place = place;
        this.host = place.application();
    }

    /** {@return messages that had no destination, or were lost because their destination could take none} */
    long undeliverable() {
        return undeliverable;
    }

    /** The host's application has said where messages for one of its handlers go. */
    boolean listen(int handler, int initiatorContext) {
        if (handler < 0 || handler >= hostListens.length) {
            return false;
        }
        hostListeners[handler] = initiatorContext;
        hostListens[handler] = true;
        return true;
    }

    /** An instance is gone: nothing that waits for it reaches the next one of its number. */
    void forget(ExtensionInstance instance) {
        queue.forget(instance.number());
    }

    /** The IOP was reset: the host's applications have to say again where their messages go. */
    void reset() {
        Arrays.fill(hostListens, false);
        for (int i = 0; i < MAX_PEERS; i++) {
            forgetPeer(i);
        }
    }

    boolean canSend(Route destination) {
        return switch (destination.way()) {
            case NONE, NETWORK -> true;
            case LOCAL -> queue.freeForMessage() != null;
            case HOST -> isListening(destination.handler()) && hasFrame(host);
            case PEER -> hasFrame(peerRoute(destination));
        };
    }

    private boolean isListening(int handler) {
        return handler < hostListens.length && hostListens[handler];
    }

    private static boolean hasFrame(@Nullable FrameRoute route) {
        if (route == null || route.open() == null) {
            return false;
        }
        route.cancel();
        return true;
    }

    private void forgetPeer(int index) {
        peers[index] = null;
        peerGenerations[index]++;
    }

    /** The index of a peer, entered if it is new; -1 when the table is full of peers whose connections are open: counted. */
    private int indexOf(PeerKey key) {
        int free = -1;
        for (int i = 0; i < MAX_PEERS; i++) {
            PeerKey other = peers[i];
            if (key.equals(other)) {
                return i;
            }
            free = free < 0 && other == null ? i : free;
        }
        for (int i = 0; i < MAX_PEERS && free < 0; i++) {
            PeerKey other = peers[i];
            if (other == null || place.peer(other.iopId, other.tid) == null) {
                forgetPeer(i);
                free = i;
            }
        }
        if (free < 0) {
            undeliverable++;
        } else {
            peers[free] = key;
        }
        return free;
    }

    /** {@return the route to a peer, or null while its connection is not open, or there are routes to as many as can be} */
    @Nullable Route peer(int iopId, int tid, int handler) {
        if (place.openPeer(iopId, tid) == null) {
            return null;
        }
        int index = indexOf(new PeerKey(iopId, tid));
        return index < 0 ? null : RuntimeAccess.newRoute(Route.Way.PEER, handler, (long) peerGenerations[index] << Integer.SIZE | index);
    }

    private @Nullable FrameRoute peerRoute(Route destination) {
        long address = RuntimeAccess.address(destination);
        int index = (int) address;
        PeerKey key = peerGenerations[index] == (int) (address >> Integer.SIZE) ? peers[index] : null;
        return key == null ? null : place.peer(key.iopId, key.tid);
    }

    /** Sends a message of an extension. */
    void send(ExtensionInstance sender, Route destination, int user, int[] words) {
        runtime.charge(Op.BUILD_FRAME);
        boolean sent = switch (destination.way()) {
            case NONE -> false;
            case LOCAL -> toLocal(destination, user, words);
            case HOST -> toHost(sender, destination.handler(), user, words);
            case PEER -> toPeer(peerRoute(destination), destination.handler(), user, words);
            case NETWORK -> toNetwork(sender, destination, user, words);
        };
        if (!sent) {
            undeliverable++;
        }
    }

    private boolean toLocal(Route destination, int user, int[] words) {
        MessageSlot slot = queue.freeForMessage();
        if (slot == null) {
            return false;
        }
        slot.kind = Message.Kind.SMALL;
        slot.source = Route.NOWHERE;
        slot.user = user;
        slot.instance = (int) RuntimeAccess.address(destination);
        slot.handler = destination.handler();
        System.arraycopy(words, 0, slot.words, 0, Message.WORDS);
        queue.enter();
        return true;
    }

    private boolean toHost(ExtensionInstance sender, int handler, int user, int[] words) {
        FrameRoute route = host;
        if (route == null || !isListening(handler)) {
            return false;
        }
        MessageFrame frame = route.open();
        if (frame == null) {
            return false;
        }
        frame.header(RuntimeProtocol.SMALL_WORDS, MessageFlags.REPLY, 0, Function.SMALL_MESSAGE, Tid.HOST, place.tid());
        frame.contexts(hostListeners[handler],
            RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(sender.number(), handler), user, RuntimeProtocol.KIND_SMALL));
        writeWords(frame, words);
        route.post();
        return true;
    }

    private boolean toPeer(@Nullable FrameRoute route, int handler, int user, int[] words) {
        MessageFrame frame = route == null ? null : route.open();
        if (route == null || frame == null) {
            return false;
        }
        frame.header(RuntimeProtocol.SMALL_WORDS, 0, 0, Function.SMALL_MESSAGE, route.initiator(), route.target());
        frame.contexts(0, RuntimeProtocol.controlWord(handler, user, RuntimeProtocol.KIND_SMALL));
        writeWords(frame, words);
        route.post();
        return true;
    }

    private static void writeWords(MessageFrame frame, int[] words) {
        for (int i = 0; i < Message.WORDS; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, words[i]);
        }
    }

    /** A routing header (MAC header with our EtherType), then the 64 bytes that the message would have as a frame. */
    private boolean toNetwork(ExtensionInstance sender, Route destination, int user, int[] words) {
        PacketPort port = runtime.port();
        if (port == null) {
            return false;
        }
        putMac(0, RuntimeAccess.address(destination));
        putMac(6, port.hardwareAddress());
        wireFrame.set(WIRE_SHORT, 12, (short) RuntimeProtocol.ETHER_TYPE);
        wireFrame.set(WIRE_WORD, MAC_HEADER, RuntimeProtocol.SMALL_WORDS << 16 | MessageFrame.VERSION_1_5);
        wireFrame.set(WIRE_WORD, MAC_HEADER + 4, Function.SMALL_MESSAGE << 24);
        wireFrame.set(WIRE_WORD, MAC_HEADER + 8, sender.number());
        wireFrame.set(WIRE_WORD, MAC_HEADER + 12, RuntimeProtocol.controlWord(destination.handler(), user, RuntimeProtocol.KIND_SMALL));
        for (int i = 0; i < Message.WORDS; i++) {
            wireFrame.set(WIRE_WORD, MAC_HEADER + 16 + 4L * i, words[i]);
        }
        return port.transmit(wireFrame, 0, RuntimeProtocol.WIRE_BYTES);
    }

    private void putMac(int offset, long address) {
        for (int i = 0; i < 6; i++) {
            wireFrame.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (address >>> 40 - 8 * i));
        }
    }

    /**
     * A small message from a wire.
     *
     * @return whether the packet was one; the caller releases it
     */
    boolean onWireMessage(MemorySegment memory, long offset, int length) {
        if (length < RuntimeProtocol.WIRE_BYTES || (memory.get(WIRE_SHORT, offset + 12) & 0xFFFF) != RuntimeProtocol.ETHER_TYPE) {
            return false;
        }
        int control = memory.get(WIRE_WORD, offset + MAC_HEADER + 12);
        MessageSlot slot = queue.freeForMessage();
        if (slot == null) {
            undeliverable++;
            return true;
        }
        long from = 0;
        for (int i = 0; i < 6; i++) {
            from = from << 8 | memory.get(ValueLayout.JAVA_BYTE, offset + 6 + i) & 0xFF;
        }
        address(slot, control);
        slot.kind = Message.Kind.SMALL;
        slot.source = RuntimeAccess.newRoute(Route.Way.NETWORK, control >>> 16, from);
        for (int i = 0; i < Message.WORDS; i++) {
            slot.words[i] = memory.get(WIRE_WORD, offset + MAC_HEADER + 16 + 4L * i);
        }
        queue.enter();
        return true;
    }

    /** A small or bulk message from the host or a peer, whose data, if any, is in {@code lease}; false when the queue is full. */
    boolean onFrame(MessageFrame frame, @Nullable Lease lease) {
        MessageSlot slot = queue.freeForMessage();
        if (slot == null) {
            return false;
        }
        address(slot, frame.transactionContext());
        slot.kind = lease == null ? Message.Kind.SMALL : Message.Kind.BULK;
        slot.source = Route.NOWHERE;
        slot.lease = lease;
        for (int i = 0; i < Message.WORDS; i++) {
            slot.words[i] = frame.wordOrZero(RuntimeProtocol.FIRST_USER_WORD + i);
        }
        queue.enter();
        return true;
    }

    private static void address(MessageSlot slot, int control) {
        slot.instance = control >>> 24;
        slot.handler = control >>> 16 & 0xFF;
        slot.user = control >>> 8 & 0xFF;
    }

    void reportTimer(int instance, int handler, int number) {
        report(instance, handler, Message.Kind.TIMER, number, 0);
    }

    void reportTransfer(ExtensionInstance instance, int handler, int number, Transfer.Outcome outcome) {
        report(instance.number(), handler, Message.Kind.TRANSFER, number, outcome == Transfer.Outcome.DONE ? 0 : outcome.ordinal());
    }

    void reportSurface(ExtensionInstance instance, int handler, int reason, @Nullable Surface surface) {
        MessageSlot slot = report(instance.number(), handler, Message.Kind.SURFACE, reason, 0);
        if (slot != null) {
            slot.surface = surface;
        }
    }

    void reportStore(ExtensionInstance instance, int handler, int reason, @Nullable Store store) {
        MessageSlot slot = report(instance.number(), handler, Message.Kind.STORE, reason, 0);
        if (slot != null) {
            slot.store = store;
        }
    }

    void reportBlocks(ExtensionInstance instance, int handler, BlockRequest ended) {
        MessageSlot slot = report(instance.number(), handler, Message.Kind.BLOCKS, (int) ended.tag(), ended.requestStatus());
        if (slot != null) {
            slot.words[2] = ended.detailedStatus();
            slot.words[3] = ended.transferred();
        }
    }

    /** Enters a report; what it brings beyond two words is added to the slot that this returns. */
    private @Nullable MessageSlot report(int instance, int handler, Message.Kind kind, int word0, int word1) {
        MessageSlot slot = queue.free();
        if (slot == null) {
            undeliverable++;
            return null;
        }
        Arrays.fill(slot.words, 0);
        slot.words[0] = word0;
        slot.words[1] = word1;
        slot.kind = kind;
        slot.source = Route.NOWHERE;
        slot.user = 0;
        slot.instance = instance;
        slot.handler = handler & 0xFF;
        queue.enter();
        return slot;
    }

    /** {@return whether a report has room now; while not, what is to be reported has to wait} */
    boolean canReport() {
        return queue.free() != null;
    }

    /** Runs handlers for messages that wait. */
    int drain(int limit) {
        int work = 0;
        while (work < limit) {
            MessageSlot slot = queue.first();
            if (slot == null) {
                break;
            }
            ExtensionInstance instance = runtime.instance(slot.instance);
            if (instance == null) {
                undeliverable++;
                Lease lease = slot.lease;
                if (lease != null) {
                    lease.letGo();
                }
            } else {
                instance.onMessage(slot);
            }
            queue.leave();
            work++;
        }
        return work;
    }
}
