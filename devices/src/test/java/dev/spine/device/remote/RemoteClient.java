package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.LocalSockets;
import dev.spine.iop.pci.RegisterAccess;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;

/** The other process, within the test's: sends messages with descriptors and takes answers. */
@SuppressWarnings("restricted") // it closes one direction of a socket, which no card does
final class RemoteClient implements RegisterAccess, AutoCloseable {
    static final long BAR = 0xD000_0000L;
    private static final int SHUT_WRITE = 1;
    private static final MethodHandle SHUTDOWN = Linker.nativeLinker().downcallHandle(
        Linker.nativeLinker().defaultLookup().findOrThrow("shutdown"),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    final int socket;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment vector = arena.allocate(16, 8);
    private final MemorySegment message = arena.allocate(56, 8);
    private final MemorySegment poll = arena.allocate(8, 8);
    private final MemorySegment unwanted = arena.allocate(4096, 8);

    RemoteClient(Path path) {
        socket = LocalSockets.socket();
        assertEquals(0, LocalSockets.connect(socket, path.toString()));
        message.set(ValueLayout.JAVA_LONG, 16, vector.address());
        message.set(ValueLayout.JAVA_LONG, 24, 1);
    }

    static byte[] header(int command, long size) {
        return bytes(16).putInt(command).putInt(0).putLong(size).array();
    }

    static ByteBuffer bytes(int count) {
        return ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Sends bytes, with descriptors on the first of them; what the system call returns. */
    long sendRaw(byte[] data, int... descriptors) {
        MemorySegment buffer = arena.allocate(Math.max(1, data.length), 8);
        MemorySegment.copy(data, 0, buffer, ValueLayout.JAVA_BYTE, 0, data.length);
        vector.set(ValueLayout.JAVA_LONG, 0, buffer.address());
        vector.set(ValueLayout.JAVA_LONG, 8, data.length);
        long control = 0;
        long controlBytes = 0;
        if (descriptors.length > 0) {
            MemorySegment rights = arena.allocate(16 + (4L * descriptors.length + 7 & -8), 8);
            rights.set(ValueLayout.JAVA_LONG, 0, 16 + 4L * descriptors.length);
            rights.set(ValueLayout.JAVA_INT, 8, 1);
            rights.set(ValueLayout.JAVA_INT, 12, 1);
            for (int i = 0; i < descriptors.length; i++) {
                rights.set(ValueLayout.JAVA_INT, 16 + 4L * i, descriptors[i]);
            }
            control = rights.address();
            controlBytes = rights.byteSize();
        }
        message.set(ValueLayout.JAVA_LONG, 32, control);
        message.set(ValueLayout.JAVA_LONG, 40, controlBytes);
        return LocalSockets.sendMessage(socket, message);
    }

    /** Sends all of some bytes and passes over what the server answers meanwhile; false when it has closed the connection. */
    boolean sendWhole(byte[] data, int... descriptors) {
        int done = 0;
        while (done < data.length) {
            // Descriptors have left with the first byte.
            long sent = sendRaw(Arrays.copyOfRange(data, done, data.length), done == 0 ? descriptors : new int[0]);
            if (sent > 0) {
                done += (int) sent;
            } else if (sent != -NativeCalls.EAGAIN) {
                return false;
            } else {
                awaitSpace();
            }
        }
        return true;
    }

    private void awaitSpace() {
        poll.set(ValueLayout.JAVA_INT, 0, socket);
        poll.set(ValueLayout.JAVA_INT, 4, NativeCalls.POLLIN | NativeCalls.POLLOUT);
        assertTrue(isReady(), "the server neither reads nor answers");
        if ((poll.get(ValueLayout.JAVA_INT, 4) >>> 16 & NativeCalls.POLLIN) != 0) {
            NativeCalls.read(socket, unwanted, unwanted.byteSize());
        }
    }

    /** Says that nothing more comes; answers still do. */
    void endOutput() {
        try {
            int result = (int) SHUTDOWN.invokeExact(socket, SHUT_WRITE);
            assertTrue(result <= 0);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Sends a message in one piece: whoever is stopped or starved between two would be too slow for a server that waits only so long. */
    void send(int command, byte[] payload, int... descriptors) {
        byte[] header = header(command, payload.length);
        byte[] whole = Arrays.copyOf(header, header.length + payload.length);
        System.arraycopy(payload, 0, whole, header.length, payload.length);
        assertEquals(whole.length, sendRaw(whole, descriptors));
    }

    boolean awaitReadable(int descriptor) {
        poll.set(ValueLayout.JAVA_INT, 0, descriptor);
        poll.set(ValueLayout.JAVA_INT, 4, NativeCalls.POLLIN);
        return isReady();
    }

    static boolean isReadableNow(int descriptor) {
        try (Arena own = Arena.ofConfined()) {
            MemorySegment one = own.allocate(8, 8);
            one.set(ValueLayout.JAVA_INT, 0, descriptor);
            one.set(ValueLayout.JAVA_INT, 4, NativeCalls.POLLIN);
            return NativeCalls.poll(one, 1, 0) == 1;
        }
    }

    /** Waits for what is asked for; second by second, for the reason that the rig gives. */
    private boolean isReady() {
        int ready = 0;
        for (int second = 0; ready == 0 && second < RemoteRig.LIMIT_SECONDS; second++) {
            ready = NativeCalls.poll(poll, 1, 1000);
        }
        return ready == 1;
    }

    long answer() {
        MemorySegment reply = arena.allocate(24, 8);
        long got = 0;
        while (got < 24) {
            assertTrue(awaitReadable(socket), "the server answers");
            long more = NativeCalls.read(socket, reply.asSlice(got), 24 - got);
            assertTrue(more > 0, "the server has closed the connection: " + more);
            got += more;
        }
        assertEquals(1, reply.get(ValueLayout.JAVA_INT, 0));
        assertEquals(8, reply.get(ValueLayout.JAVA_LONG, 8));
        return reply.get(ValueLayout.JAVA_LONG, 16);
    }

    /** Whether the server has closed the connection, or does so now; what it says before that is passed over. */
    boolean isClosedByServer() {
        while (awaitReadable(socket)) {
            if (NativeCalls.read(socket, unwanted, unwanted.byteSize()) <= 0) {
                return true;
            }
        }
        return false;
    }

    long configuration(int command, int offset, int value, int size) {
        send(command, bytes(12).putInt(offset).putInt(value).putInt(size).array());
        return answer();
    }

    long bar(int command, long address, long value, int size) {
        send(command, bytes(24).putLong(address).putLong(value).putInt(size).putInt(1).array());
        return answer();
    }

    /** One region per descriptor: address, bytes, file offset. */
    void memory(long[][] regions, int... descriptors) {
        byte[] payload = new byte[192];
        ByteBuffer out = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < regions.length; i++) {
            for (int part = 0; part < 3; part++) {
                out.putLong(64 * part + 8 * i, regions[i][part]);
            }
        }
        send(0, payload, descriptors);
    }

    void mapWindow() {
        assertEquals(0, configuration(2, 0x10, (int) BAR, 4));
        assertEquals(0, configuration(2, 0x04, 0x0006, 2));
    }

    @Override
    public int read32(int offset) {
        return (int) bar(5, BAR + offset, 0, 4);
    }

    @Override
    public void write32(int offset, int value) {
        assertEquals(0, bar(4, BAR + offset, Integer.toUnsignedLong(value), 4));
    }

    @Override
    public void close() {
        NativeCalls.close(socket);
        arena.close();
    }
}
