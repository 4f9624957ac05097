package dev.spine.device.os.netlink;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A netlink socket with memory for one datagram. One thread at a time. Source: netlink(7). */
final class NetlinkSocket implements AutoCloseable {
    private static final int SOL_SOCKET = 1;
    private static final int SO_RCVBUF = 8;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int SOL_NETLINK = 270;
    private static final int ADD_MEMBERSHIP = 1;
    private static final int GET_STRICT_CHECK = 12;
    /** The kernel fills at most 32 KiB with a dump; a single route of very many hops may be longer. */
    private static final int DATAGRAM_BYTES = 256 << 10;
    private static final int REQUEST_BYTES = 4096;

    private final int descriptor;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment datagram = arena.allocate(DATAGRAM_BYTES, 8);
    private final MemorySegment request = arena.allocate(REQUEST_BYTES, 8);
    private final ByteBuffer received = datagram.asByteBuffer().order(ByteOrder.nativeOrder());
    private int sequence;

    private NetlinkSocket(int descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * A socket in a namespace.
     *
     * @param namespace which
     * @param receiveBytes how much the kernel keeps for it; as much as is allowed without rights
     * @param groups of events that it shall hear; what the kernel does not have is left out
     * @throws SystemCallException when there is no such namespace, or none may be entered
     */
    static NetlinkSocket open(NetworkNamespace namespace, int receiveBytes, int... groups) {
        return new NetlinkSocket(namespace.call(() -> make(NetlinkCalls.NETLINK_ROUTE, receiveBytes, groups)));
    }

    /**
     * A socket in a namespace for messages about its packet filters.
     *
     * @param namespace which
     * @param receiveBytes how much the kernel keeps for it
     * @throws SystemCallException when there is no such namespace, or none may be entered, or its kernel has no packet filters
     */
    static NetlinkSocket openFilters(NetworkNamespace namespace, int receiveBytes) {
        return new NetlinkSocket(namespace.call(() -> make(NetlinkCalls.NETLINK_NETFILTER, receiveBytes)));
    }

    private static int make(int protocol, int receiveBytes, int... groups) {
        int descriptor = NetlinkCalls.socket(protocol);
        if (descriptor < 0) {
            throw new SystemCallException("this system has no netlink sockets: " + SystemCallException.words(-descriptor), -descriptor);
        }
        if (NetlinkCalls.option(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, receiveBytes) < 0) {
            NetlinkCalls.option(descriptor, SOL_SOCKET, SO_RCVBUF, receiveBytes);
        }
        NetlinkCalls.option(descriptor, SOL_NETLINK, GET_STRICT_CHECK, 1);
        int bound = NetlinkCalls.bind(descriptor);
        if (bound < 0) {
            SystemCalls.close(descriptor);
            throw new SystemCallException("a netlink socket cannot be bound: " + SystemCallException.words(-bound), -bound);
        }
        for (int group : groups) {
            NetlinkCalls.option(descriptor, SOL_NETLINK, ADD_MEMBERSHIP, group);
        }
        return descriptor;
    }

    int descriptor() {
        return descriptor;
    }

    /** The last datagram. */
    ByteBuffer received() {
        return received;
    }

    int capacity() {
        return DATAGRAM_BYTES;
    }

    /** Receives a datagram if there is one: its length, which may be above the capacity, or a negative error number. */
    long receive() {
        return NetlinkCalls.receive(descriptor, datagram);
    }

    /** Sends a request: its sequence number, or a negative error number. */
    int send(int type, int flags, ByteBuffer body) {
        int bytes = MessageParser.HEADER + body.remaining();
        ByteBuffer message = request.asByteBuffer().order(ByteOrder.nativeOrder());
        sequence = sequence + 1 & Integer.MAX_VALUE;
        message.putInt(bytes).putShort((short) type).putShort((short) flags).putInt(sequence).putInt(0).put(body);
        long sent = NetlinkCalls.send(descriptor, request, bytes);
        return sent < 0 ? (int) sent : sequence;
    }

    /** Waits until there is a datagram, at most some time; false when there is none. */
    boolean await(int timeoutMs) {
        try (Arena own = Arena.ofConfined()) {
            MemorySegment poll = PollList.of(own, descriptor);
            return SystemCalls.poll(poll, 1, timeoutMs) > 0;
        }
    }

    @Override
    public void close() {
        SystemCalls.close(descriptor);
        arena.close();
    }
}
