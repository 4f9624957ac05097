package dev.spine.device.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * The state of one network interface, asked for and set by the requests of netdevice(7) through a socket in its namespace. Each method
 * returns a negative error number when the system refuses. Not thread-safe.
 */
public final class InterfaceControl {
    private static final long GET_FLAGS = 0x8913;
    private static final long SET_FLAGS = 0x8914;
    private static final long GET_MTU = 0x8921;
    private static final long SET_MTU = 0x8922;
    private static final long SET_ADDRESS = 0x8924;
    private static final long GET_ADDRESS = 0x8927;
    private static final long GET_INDEX = 0x8933;
    private static final int REQUEST_BYTES = 40;
    private static final int VALUE = 16;
    private static final int ADDRESS = 18;
    private static final int ETHERNET = 1;
    private static final int IS_UP = 1;
    private static final int RUNNING = 0x41;
    private static final long ETHTOOL = 0x8946;
    private static final int GET_CHANNELS = 0x3C;
    private static final int CHANNELS_BYTES = 40;
    private static final int RECEIVE_CHANNELS = 20;
    private static final int COMBINED_CHANNELS = 32;
    private static final int INTERNET = 2;
    private static final int DATAGRAMS = 2;

    private final MemorySegment request = Arena.ofAuto().allocate(REQUEST_BYTES, 8);
    private final int socket;

    /**
     * A control of an interface of the calling thread's network namespace.
     *
     * @param name 1 to 15 characters; the interface need not be there
     */
    public InterfaceControl(String name) {
        this.socket = SystemCalls.socket(INTERNET, DATAGRAMS | SystemCalls.CLOSE_ON_EXEC, 0);
        MemorySegment.copy(MemorySegment.ofArray(name.getBytes(StandardCharsets.US_ASCII)), 0, request, 0, name.length());
    }

    /** The socket, or a negative error number when there is none. */
    int socket() {
        return socket;
    }

    private int ask(long what) {
        return SystemCalls.control(socket, what, request.address());
    }

    private void clear() {
        request.asSlice(VALUE).fill((byte) 0);
    }

    /** {@return the number of the interface in its namespace} */
    public int index() {
        clear();
        int result = ask(GET_INDEX);
        return result < 0 ? result : request.get(ValueLayout.JAVA_INT, VALUE);
    }

    /** {@return 1 when it is set up, 0 when not} */
    public int isUp() {
        clear();
        int result = ask(GET_FLAGS);
        return result < 0 ? result : request.get(ValueLayout.JAVA_SHORT, VALUE) & IS_UP;
    }

    /** {@return 1 when it is set up and can carry packets, since its cable or its other end can; 0 when not} */
    public int isRunning() {
        clear();
        int result = ask(GET_FLAGS);
        return result < 0 ? result : (request.get(ValueLayout.JAVA_SHORT, VALUE) & RUNNING) == RUNNING ? 1 : 0;
    }

    /** {@return how many receive queues it has; 1 when its driver does not tell} */
    public int receiveQueues() {
        MemorySegment channels = Arena.ofAuto().allocate(CHANNELS_BYTES, 8);
        channels.set(ValueLayout.JAVA_INT, 0, GET_CHANNELS);
        clear();
        request.set(ValueLayout.JAVA_LONG, VALUE, channels.address());
        if (ask(ETHTOOL) < 0) {
            return 1;
        }
        int alone = channels.get(ValueLayout.JAVA_INT, RECEIVE_CHANNELS);
        return Math.max(alone + channels.get(ValueLayout.JAVA_INT, COMBINED_CHANNELS), 1);
    }

    int setUp(boolean up) {
        clear();
        int result = ask(GET_FLAGS);
        if (result < 0) {
            return result;
        }
        int flags = request.get(ValueLayout.JAVA_SHORT, VALUE);
        int wanted = up ? flags | IS_UP : flags & ~IS_UP;
        request.set(ValueLayout.JAVA_SHORT, VALUE, (short) wanted);
        return wanted == flags ? 0 : ask(SET_FLAGS);
    }

    /** {@return its MTU} */
    public int mtu() {
        clear();
        int result = ask(GET_MTU);
        return result < 0 ? result : request.get(ValueLayout.JAVA_INT, VALUE);
    }

    int setMtu(int bytes) {
        if (mtu() == bytes) {
            return 0;
        }
        clear();
        request.set(ValueLayout.JAVA_INT, VALUE, bytes);
        return ask(SET_MTU);
    }

    /** {@return its hardware address, 48 bits, first byte highest} */
    public long address() {
        clear();
        int result = ask(GET_ADDRESS);
        if (result < 0) {
            return result;
        }
        long address = 0;
        for (int i = 0; i < 6; i++) {
            address = address << 8 | request.get(ValueLayout.JAVA_BYTE, ADDRESS + i) & 0xFF;
        }
        return address;
    }

    int setAddress(long address) {
        if (address() == address) {
            return 0;
        }
        clear();
        request.set(ValueLayout.JAVA_SHORT, VALUE, (short) ETHERNET);
        for (int i = 0; i < 6; i++) {
            request.set(ValueLayout.JAVA_BYTE, ADDRESS + i, (byte) (address >>> 40 - 8 * i));
        }
        return ask(SET_ADDRESS);
    }

    /** Closes the socket. */
    public void close() {
        if (socket >= 0) {
            SystemCalls.close(socket);
        }
    }
}
