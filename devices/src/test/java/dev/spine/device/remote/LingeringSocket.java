package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.LocalSockets;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** TCP sockets that a process waits for in their last close: their peer takes nothing, and they are set to linger for hours. */
@SuppressWarnings("restricted") // Java does not say what number its sockets have
final class LingeringSocket implements AutoCloseable {
    private static final int AF_INET = 2;
    private static final int SOCK_STREAM = 1;
    private static final int SOL_SOCKET = 1;
    private static final int SO_LINGER = 13;
    private static final int HOURS = 36_000;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle SOCKET = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("socket"),
        FunctionDescriptor.of(INT, INT, INT, INT));
    private static final MethodHandle CONNECT = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("connect"),
        FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, INT));
    private static final MethodHandle SETSOCKOPT = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("setsockopt"),
        FunctionDescriptor.of(INT, INT, INT, INT, ValueLayout.ADDRESS, INT));

    private final ServerSocket listener;
    private final Socket peer;
    private final int descriptor;

    LingeringSocket() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        try (Arena arena = Arena.ofConfined()) {
            descriptor = (int) SOCKET.invokeExact(AF_INET, SOCK_STREAM, 0);
            MemorySegment address = arena.allocate(16, 8);
            address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_INET);
            address.set(ValueLayout.JAVA_BYTE, 2, (byte) (listener.getLocalPort() >> 8));
            address.set(ValueLayout.JAVA_BYTE, 3, (byte) listener.getLocalPort());
            address.set(ValueLayout.JAVA_BYTE, 4, (byte) 127);
            address.set(ValueLayout.JAVA_BYTE, 7, (byte) 1);
            assertEquals(0, (int) CONNECT.invokeExact(descriptor, address, 16));
            MemorySegment linger = arena.allocate(8, 4);
            linger.set(INT, 0, 1);
            linger.set(INT, 4, HOURS);
            assertEquals(0, (int) SETSOCKOPT.invokeExact(descriptor, SOL_SOCKET, SO_LINGER, linger, 8));
            assertEquals(0, LocalSockets.makeNonBlocking(descriptor));
            MemorySegment much = arena.allocate(1 << 16);
            long sent = much.byteSize();
            while (sent > 0) {
                sent = NativeCalls.write(descriptor, much, much.byteSize());
            }
            assertEquals(-NativeCalls.EAGAIN, sent);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        peer = listener.accept();
    }

    /** Its number; to be passed to somebody, or given back by {@link #close}. */
    int descriptor() {
        return descriptor;
    }

    /** Gives this process's own descriptor back, which is not the last one. */
    void leave() {
        assertTrue(NativeCalls.close(descriptor) == 0);
    }

    /** Ends the peer, and with it any waiting. */
    @Override
    public void close() throws IOException {
        peer.setSoLinger(true, 0);
        peer.close();
        listener.close();
    }
}
