package dev.spine.device.wire.tap;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.Downcalls;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Sends and receives whole frames over an interface, as a program on the Linux side of a wire: packet(7). */
public final class PacketSocket implements AutoCloseable {
    private static final int PACKETS = 17;
    private static final int RAW = 3;
    private static final int ADDRESS_BYTES = 20;
    private static final int ALL_PROTOCOLS = 0x0300;
    private static final MethodHandle BIND = Downcalls.find("bind", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS,
        ValueLayout.JAVA_INT);

    private final int socket;

    /**
     * A socket.
     *
     * @param space where
     * @param index of the interface
     */
    public PacketSocket(NetworkNamespace space, int index) {
        socket = space.call(() -> SystemCalls.socket(PACKETS, RAW | SystemCalls.CLOSE_ON_EXEC | SystemCalls.NON_BLOCKING, ALL_PROTOCOLS));
        assertTrue(socket >= 0, () -> "no socket for packets: error " + -socket);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(ADDRESS_BYTES, 4);
            address.set(ValueLayout.JAVA_SHORT, 0, (short) PACKETS);
            address.set(ValueLayout.JAVA_SHORT, 2, (short) ALL_PROTOCOLS);
            address.set(ValueLayout.JAVA_INT, 4, index);
            long bound = Downcalls.checked(state -> (int) BIND.invokeExact(state, socket, address, ADDRESS_BYTES));
            assertTrue(bound == 0, () -> "the socket cannot be bound: error " + -bound);
        }
    }

    /**
     * {@return whether the system took it}
     *
     * @param frame to send
     */
    public boolean send(MemorySegment frame) {
        return SystemCalls.write(socket, frame.address(), frame.byteSize()) == frame.byteSize();
    }

    /**
     * {@return the bytes of a frame that has come, or a negative error number}
     *
     * @param into where to
     */
    public long receive(MemorySegment into) {
        return SystemCalls.read(socket, into.address(), into.byteSize());
    }

    @Override
    public void close() {
        SystemCalls.close(socket);
    }
}
