package dev.spine.extension.store;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Handler;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A card with a disk of 64 KiB for the store extension, as strict as the runtime; reads and writes end when the test says so. */
final class TestCard implements ExtensionContext, BufferOwner {
    static final int DISK_BYTES = 64 << 10;

    /** A request of the disk that has not ended. */
    private record Asked(boolean write, long position, Buffer buffer, int offset, int bytes, int handler, int number) {}

    /** An installed handler. */
    private record Installed<C>(C context, Handler<C> handler) {
        void run(Message message) {
            handler.handle(context, message);
        }
    }

    final byte[] disk = new byte[DISK_BYTES];
    final List<byte[]> sent = new ArrayList<>();
    /** Words 0 and 1 of messages to the host, by its handler. */
    final Map<Integer, List<int[]>> notified = new HashMap<>();
    boolean wireIsFull;
    boolean diskIsFull;
    private final Store store = RuntimeAccess.newStore(DISK_BYTES, 512, 1);
    private final ArrayDeque<Asked> asked = new ArrayDeque<>();
    private final ArrayDeque<int[]> timers = new ArrayDeque<>();
    private final Map<Integer, Installed<?>> handlers = new HashMap<>();
    private final Map<Integer, Installed<?>> ports = new HashMap<>();
    private final Map<String, Counter> counters = new HashMap<>();
    private final Message message = RuntimeAccess.newMessage();

    TestCard() {
        new StoreExtension().start(this);
    }

    private void deliver(int handler, Message.Kind kind, Route.Way way, @Nullable Store with, int... words) {
        Arrays.fill(RuntimeAccess.words(message), 0);
        System.arraycopy(words, 0, RuntimeAccess.words(message), 0, words.length);
        RuntimeAccess.set(message, kind, Route.NOWHERE, 0, null, null, with);
        RuntimeAccess.came(message, way);
        handlers.get(handler).run(message);
    }

    void order(int handler, int... words) {
        orderBy(Route.Way.HOST, handler, words);
    }

    void orderBy(Route.Way way, int handler, int... words) {
        deliver(handler, Message.Kind.SMALL, way, null, words);
    }

    void openDisk() {
        order(StoreProtocol.OPEN, 2, 9);
        deliver(StoreProtocol.STORE_HANDLER, Message.Kind.STORE, Route.Way.NONE, store, 0);
    }

    void arrive(int port, byte[] packet) {
        Buffer buffer = RuntimeAccess.newBuffer(this);
        RuntimeAccess.point(buffer, MemorySegment.ofArray(packet), 0, packet.length, 0, false, null);
        RuntimeAccess.set(message, Message.Kind.PACKET, Route.NOWHERE, 0, buffer, null, null);
        ports.get(port).run(message);
    }

    int inFlight() {
        return asked.size();
    }

    /** Ends what the disk has, oldest first, and lets timers expire, until nothing is left. */
    void settle() {
        while (!asked.isEmpty() || !timers.isEmpty() && !wireIsFull) {
            if (asked.isEmpty()) {
                int[] timer = timers.remove();
                deliver(timer[0], Message.Kind.TIMER, Route.Way.NONE, null, timer[1]);
            } else {
                end(0, 0);
            }
        }
    }

    /** Ends the oldest request. */
    void end(int requestStatus, int detailedStatus) {
        Asked request = asked.remove();
        if (requestStatus == 0) {
            for (int i = 0; i < request.bytes; i++) {
                int at = (int) request.position + i;
                if (request.write) {
                    disk[at] = (byte) request.buffer.u8(request.offset + i);
                } else {
                    request.buffer.put8(request.offset + i, disk[at]);
                }
            }
        }
        deliver(request.handler, Message.Kind.BLOCKS, Route.Way.NONE, null, request.number, requestStatus, detailedStatus, request.bytes);
    }

    /** The disk goes, with everything that it has. */
    void loseDisk() {
        RuntimeAccess.invalidate(store);
        while (!asked.isEmpty()) {
            end(-1, 0);
        }
    }

    long count(String name) {
        return counter(name).value();
    }

    @Override
    public <C> void onMessage(int number, C context, Handler<C> handler) {
        handlers.put(number, new Installed<>(context, handler));
    }

    @Override
    public <C> void onPacket(PacketFilter filter, C context, Handler<C> handler) {
        ports.put(filter.destinationPort(), new Installed<>(context, handler));
    }

    @Override
    public void forgetPackets(PacketFilter filter, Object context) {
        ports.remove(filter.destinationPort());
    }

    @Override
    public boolean timer(long delayNs, int handler, int number) {
        timers.add(new int[] {handler, number});
        return true;
    }

    @Override
    public long nowNs() {
        return 0;
    }

    @Override
    public OutgoingMessage message(Route destination) {
        int[] words = new int[Message.WORDS];
        int handler = destination.handler();
        return new OutgoingMessage() {
            @Override
            public OutgoingMessage word(int index, int value) {
                words[index] = value;
                return this;
            }

            @Override
            public OutgoingMessage user(int value) {
                return this;
            }

            @Override
            public OutgoingMessage data(Buffer from, int offset, int bytes) {
                throw new UnsupportedOperationException("these tests send no data with messages");
            }

            @Override
            public OutgoingMessage answerTo(int number) {
                return this;
            }

            @Override
            public void send() {
                notified.computeIfAbsent(handler, _ -> new ArrayList<>()).add(words);
            }
        };
    }

    @Override
    public Route local(int handler) {
        return RuntimeAccess.newRoute(Route.Way.LOCAL, handler, 0);
    }

    @Override
    public Route host(int handler) {
        return RuntimeAccess.newRoute(Route.Way.HOST, handler, 0);
    }

    @Override
    public @Nullable Route peer(int iopId, int tid, int handler) {
        return null;
    }

    @Override
    public Route network(long hardwareAddress, int handler) {
        return RuntimeAccess.newRoute(Route.Way.NETWORK, handler, hardwareAddress);
    }

    @Override
    public @Nullable TransferRequest transfer(Buffer source, Surface destination) {
        return null;
    }

    @Override
    public @Nullable TransferRequest transfer(Buffer source, Buffer destination) {
        return null;
    }

    @Override
    public boolean requestSurface(int iopId, int tid, int window, int handler) {
        return false;
    }

    @Override
    public boolean requestStore(int iopId, int tid, int handler) {
        return tid != 0;
    }

    @Override
    public boolean read(Store from, long position, Buffer into, int offset, int bytes, int handler, int number) {
        return ask(new Asked(false, position, into, offset, bytes, handler, number));
    }

    @Override
    public boolean write(Store to, long position, Buffer from, int offset, int bytes, int handler, int number) {
        // The runtime keeps the packet until the end; this copy does the same.
        byte[] copy = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            copy[i] = (byte) from.u8(offset + i);
        }
        Buffer kept = RuntimeAccess.newBuffer(this);
        RuntimeAccess.point(kept, MemorySegment.ofArray(copy), 0, bytes, 0, false, null);
        return ask(new Asked(true, position, kept, 0, bytes, handler, number));
    }

    private boolean ask(Asked request) {
        if (diskIsFull || !store.isValid()) {
            return false;
        }
        if (request.position < 0 || request.position + request.bytes > DISK_BYTES || request.position % 512 != 0) {
            throw new AssertionError("a request outside of the disk: " + request);
        }
        asked.add(request);
        return true;
    }

    @Override
    public boolean transmit(Buffer frame, int offset, int bytes) {
        if (wireIsFull) {
            return false;
        }
        byte[] copy = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            copy[i] = (byte) frame.u8(offset + i);
        }
        sent.add(copy);
        return true;
    }

    @Override
    public long hardwareAddress() {
        return 0x0253_504E_0001L;
    }

    @Override
    public Buffer allocate(int bytes) {
        return allocateForDevices(bytes);
    }

    @Override
    public Buffer allocateForDevices(int bytes) {
        Buffer buffer = RuntimeAccess.newBuffer(this);
        RuntimeAccess.point(buffer, MemorySegment.ofArray(new byte[bytes]), 0, bytes, 0, true, null);
        return buffer;
    }

    @Override
    public @Nullable String parameter(String name) {
        return null;
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(name, _ -> RuntimeAccess.newCounter());
    }

    @Override
    public void log(String text) {
        // Nobody reads it here.
    }

    @Override
    public boolean keep(Buffer buffer) {
        return true;
    }

    @Override
    public void release(Buffer buffer) {
        RuntimeAccess.empty(buffer);
    }

    @Override
    public boolean isLent(Buffer buffer) {
        return false;
    }
}
