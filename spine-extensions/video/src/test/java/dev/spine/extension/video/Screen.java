package dev.spine.extension.video;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Handler;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A card and a painted screen for the video extension, as strict as the runtime: what leaves a surface or a buffer is an exception. */
final class Screen implements ExtensionContext, BufferOwner {
    static final int WIDTH = 64;
    static final int HEIGHT = 32;
    static final int MAX_RUNS = 32;
    static final byte PAINT = 0x77;

    /** An installed packet handler. */
    private record Listener<C>(PacketFilter filter, C context, Handler<C> handler) {
        void run(Message message) {
            handler.handle(context, message);
        }
    }

    /** An installed message handler. */
    private record Installed<C>(C context, Handler<C> handler) {
        void run(Message message) {
            handler.handle(context, message);
        }
    }

    final PixelFormat format;
    final byte[] pixels;
    final int maxBlocks;
    int maxTransfers = 64;
    int blocks;
    int surfacesAsked;
    /** The rectangle that was granted last. */
    @Nullable Surface granted;
    private final List<Listener<?>> listeners = new ArrayList<>();
    private final Map<Integer, Installed<?>> handlers = new HashMap<>();
    private final Map<String, Counter> counters = new HashMap<>();
    private final ArrayDeque<Copy> inFlight = new ArrayDeque<>();
    private final ArrayDeque<Fence> fences = new ArrayDeque<>();
    /** Timers that run: handler and number of each, the oldest first. */
    final List<int[]> timers = new ArrayList<>();
    int maxTimers;
    long nowNs;
    /** What the host was told by the last message of a move, empty when nothing. */
    int[] answered = {};
    private final Message message = RuntimeAccess.newMessage();
    private int sequence;

    Screen(PixelFormat format, int maxBlocks) {
        this.format = format;
        this.maxBlocks = maxBlocks;
        this.pixels = new byte[WIDTH * HEIGHT * format.bytesPerPixel()];
        java.util.Arrays.fill(pixels, PAINT);
    }

    int stride() {
        return WIDTH * format.bytesPerPixel();
    }

    /** A transfer that was begun. */
    private final class Copy extends TransferRequest {
        private final Buffer source;
        private final Surface target;
        private final List<int[]> runs = new ArrayList<>();
        private final List<byte[]> bytes = new ArrayList<>();
        private int handler;
        private int number;

        Copy(Buffer source, Surface target) {
            this.source = source;
            this.target = target;
        }

        @Override
        public boolean run(int sourceOffset, int lineOffset, int line, int count) {
            if (count < 1 || lineOffset < 0 || line < 0 || lineOffset > target.lineBytes() - count || line >= target.height()
                || sourceOffset < 0 || sourceOffset > source.length() - count) {
                throw new IndexOutOfBoundsException(count + " bytes at " + lineOffset + " of line " + line + " from " + sourceOffset);
            }
            if (runs.size() == MAX_RUNS) {
                return false;
            }
            runs.add(new int[] {sourceOffset, (int) RuntimeAccess.addressOf(target, lineOffset, line), count});
            return true;
        }

        @Override
        public boolean copy(int sourceOffset, int destinationOffset, int count) {
            throw new UnsupportedOperationException("video goes to surfaces");
        }

        @Override
        public int runs() {
            return runs.size();
        }

        @Override
        public void submit() {
            submit(0, 0);
        }

        @Override
        public void submit(int reportTo, int report) {
            handler = reportTo;
            number = report;
            for (int[] run : runs) {
                byte[] data = new byte[run[2]];
                for (int i = 0; i < data.length; i++) {
                    data[i] = (byte) source.u8(run[0] + i);
                }
                bytes.add(data);
            }
            inFlight.add(this);
        }

        @Override
        public void cancel() {
            runs.clear();
        }

        void land() {
            for (int i = 0; i < runs.size(); i++) {
                System.arraycopy(bytes.get(i), 0, pixels, runs.get(i)[1], runs.get(i)[2]);
            }
            if (handler != 0) {
                java.util.Arrays.fill(RuntimeAccess.words(message), 0);
                RuntimeAccess.words(message)[0] = number;
                RuntimeAccess.set(message, Message.Kind.TRANSFER, Route.NOWHERE, 0, null, null);
                handlers.get(handler).run(message);
            }
        }
    }

    /** Who waits for the end of transfers. */
    private static final class Fence {
        final int handler;
        final int number;
        int left;

        Fence(int handler, int number, int left) {
            this.handler = handler;
            this.number = number;
            this.left = left;
        }
    }

    /** Lets all transfers land and be reported, and those be told who wait for it. */
    void land() {
        while (!inFlight.isEmpty() || !fences.isEmpty()) {
            landNext();
        }
    }

    private void landNext() {
        Copy next = inFlight.poll();
        if (next != null) {
            next.land();
            fences.forEach(fence -> fence.left--);
        }
        for (Fence first = fences.peek(); first != null && first.left <= 0; first = fences.peek()) {
            fences.remove();
            order(Route.NOWHERE, Message.Kind.TRANSFER, first.handler, first.number);
        }
    }

    /** The oldest timer fires. */
    void fire(long atNs) {
        int[] timer = timers.removeFirst();
        nowNs = atNs;
        order(Route.NOWHERE, Message.Kind.TIMER, timer[0], timer[1]);
    }

    @Override
    public boolean afterTransfers(int handler, int number) {
        fences.add(new Fence(handler, number, inFlight.size()));
        return true;
    }

    /** A message to the host. */
    private final class ToHost extends OutgoingMessage {
        private final int handler;
        private final int[] words = new int[Message.WORDS];

        ToHost(int handler) {
            this.handler = handler;
        }

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
        public OutgoingMessage data(Buffer source, int offset, int bytes) {
            throw new UnsupportedOperationException("video sends no data");
        }

        @Override
        public OutgoingMessage answerTo(int reply) {
            throw new UnsupportedOperationException("video asks nobody");
        }

        @Override
        public void send() {
            if (handler == VideoProtocol.HOST_MOVE_ANSWER) {
                answered = new int[] {words[0], words[1], words[2]};
            }
        }
    }

    /** Lets an order arrive by a way. */
    void orderBy(Route.Way way, int handler, int... words) {
        java.util.Arrays.fill(RuntimeAccess.words(message), 0);
        System.arraycopy(words, 0, RuntimeAccess.words(message), 0, words.length);
        RuntimeAccess.set(message, Message.Kind.SMALL, Route.NOWHERE, 0, null, null);
        RuntimeAccess.came(message, way);
        handlers.get(handler).run(message);
    }

    /** Lets an order of the application, or of somebody else, arrive. */
    void order(Route source, Message.Kind kind, int handler, int... words) {
        java.util.Arrays.fill(RuntimeAccess.words(message), 0);
        System.arraycopy(words, 0, RuntimeAccess.words(message), 0, words.length);
        RuntimeAccess.set(message, kind, source, 0, null, null);
        handlers.get(handler).run(message);
    }

    void order(int handler, int... words) {
        orderBy(Route.Way.HOST, handler, words);
    }

    void make(int slot, int port, PixelFormat stream) {
        order(VideoProtocol.MAKE, slot, 2, 9, 1, port, stream.code());
    }

    /** The display grants a rectangle to the window of a slot. */
    void grant(int slot, PixelFormat as, int x, int y, int width, int height, int columnsLeft, int linesAbove) {
        java.util.Arrays.fill(RuntimeAccess.words(message), 0);
        Surface surface = RuntimeAccess.newSurface(1, x, y, width, height, columnsLeft, linesAbove, as,
            y * (long) stride() + (long) x * format.bytesPerPixel(), stride(), 1);
        granted = surface;
        RuntimeAccess.set(message, Message.Kind.SURFACE, Route.NOWHERE, 0, null, surface);
        handlers.get(VideoProtocol.FIRST_SURFACE_HANDLER + slot).run(message);
    }

    void grant(int slot, int x, int y, int width, int height, int columnsLeft, int linesAbove) {
        grant(slot, format, x, y, width, height, columnsLeft, linesAbove);
    }

    /** A packet arrives; the first handler whose port it is gets it. Returns whether there was one. */
    boolean arrive(int port, byte[] bytes) {
        for (Listener<?> listener : listeners) {
            if (listener.filter.destinationPort() == port) {
                Buffer buffer = RuntimeAccess.newBuffer(this);
                RuntimeAccess.point(buffer, MemorySegment.ofArray(bytes), 0, bytes.length, 0, false, null);
                RuntimeAccess.set(message, Message.Kind.PACKET, Route.NOWHERE, 0, buffer, null);
                listener.run(message);
                if (!RuntimeAccess.isKept(buffer)) {
                    RuntimeAccess.empty(buffer);
                }
                return true;
            }
        }
        return false;
    }

    int listeners() {
        return listeners.size();
    }

    long count(String name) {
        Counter found = counters.get(name);
        return found == null ? 0 : found.value();
    }

    /** An RTP packet of video: each line as line number, offset, bytes; the offset's top bit is set for all but the last. */
    byte[] packet(int[][] lines, byte fill) {
        int data = 0;
        for (int[] line : lines) {
            data += line[2];
        }
        byte[] packet = new byte[14 + 20 + 8 + 12 + 2 + 6 * lines.length + data];
        java.util.Arrays.fill(packet, fill);
        MemorySegment out = MemorySegment.ofArray(packet);
        put16(out, 12, 0x0800);
        put16(out, 14, 0x4500);
        put16(out, 16, packet.length - 14);
        put16(out, 20, 0);
        packet[23] = 17;
        put16(out, 38, packet.length - 34);
        put16(out, 42, 0x8060);
        put16(out, 44, sequence++ & 0xFFFF);
        put16(out, 54, 0);
        int at = 56;
        for (int i = 0; i < lines.length; i++) {
            put16(out, at, lines[i][2]);
            put16(out, at + 2, lines[i][0]);
            put16(out, at + 4, lines[i][1] | (i < lines.length - 1 ? 0x8000 : 0));
            at += 6;
        }
        return packet;
    }

    private static void put16(MemorySegment out, int at, int value) {
        out.set(ValueLayout.JAVA_BYTE, at, (byte) (value >> 8));
        out.set(ValueLayout.JAVA_BYTE, at + 1, (byte) value);
    }

    // --- what the extension sees

    @Override
    public <C> void onMessage(int number, C context, Handler<C> handler) {
        handlers.put(number, new Installed<>(context, handler));
    }

    @Override
    public <C> void onPacket(PacketFilter filter, C context, Handler<C> handler) {
        listeners.add(new Listener<>(filter, context, handler));
    }

    @Override
    public void forgetPackets(PacketFilter filter, Object context) {
        listeners.removeIf(listener -> listener.filter.equals(filter) && listener.context == context);
    }

    @Override
    public boolean timer(long delayNs, int handler, int number) {
        return timers.size() < maxTimers && timers.add(new int[] {handler, number});
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public @Nullable OutgoingMessage message(Route destination) {
        return destination.way() == Route.Way.HOST ? new ToHost(destination.handler()) : null;
    }

    @Override
    public Route local(int handler) {
        return RuntimeAccess.newRoute(Route.Way.LOCAL, handler, 1);
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
        if (source.length() == 0) {
            throw new IllegalArgumentException("this buffer is empty");
        }
        return inFlight.size() >= maxTransfers ? null : new Copy(source, destination);
    }

    @Override
    public @Nullable TransferRequest transfer(Buffer source, Buffer destination) {
        throw new UnsupportedOperationException("video goes to surfaces");
    }

    @Override
    public boolean requestSurface(int iopId, int tid, int window, int handler) {
        surfacesAsked++;
        return true;
    }

    @Override
    public @Nullable Buffer allocate(int bytes) {
        if (blocks == maxBlocks) {
            return null;
        }
        blocks++;
        Buffer buffer = RuntimeAccess.newBuffer(this);
        RuntimeAccess.point(buffer, Arena.ofAuto().allocate(bytes), 0, bytes, 0, true, null);
        return buffer.keep();
    }

    @Override
    public @Nullable String parameter(String name) {
        return null;
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(name, any -> RuntimeAccess.newCounter());
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
        // Packets that were kept are read-only, memory is not.
        blocks -= buffer.isWritable() ? 1 : 0;
        RuntimeAccess.empty(buffer);
    }

    @Override
    public boolean isLent(Buffer buffer) {
        return false;
    }

    @Override
    public boolean requestStore(int iopId, int tid, int handler) {
        throw new UnsupportedOperationException("video uses no disk");
    }

    @Override
    public boolean read(Store store, long position, Buffer into, int offset, int bytes, int handler, int number) {
        throw new UnsupportedOperationException("video uses no disk");
    }

    @Override
    public boolean write(Store store, long position, Buffer from, int offset, int bytes, int handler, int number) {
        throw new UnsupportedOperationException("video uses no disk");
    }

    @Override
    public boolean transmit(Buffer frame, int offset, int bytes) {
        throw new UnsupportedOperationException("video sends no packets");
    }

    @Override
    public long hardwareAddress() {
        return 0;
    }

    @Override
    public @Nullable Buffer allocateForDevices(int bytes) {
        throw new UnsupportedOperationException("video uses no disk");
    }
}
