package dev.spine.device.remote;

import dev.spine.device.os.LocalSockets;
import dev.spine.device.remote.RemoteCounters.Counter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A connected socket as a stream of messages: header, payload, descriptors.
 *
 * <p>Descriptors ride on the bytes of a header; what rides on anything else is closed. All are received, because those that the system
 * drops it closes itself, and can take its time over it: see {@link LocalSockets#discard}. A message that was begun must be
 * complete within a time, and an answer must be taken within it: a client that stalls cannot hold the card forever. Belongs to the thread
 * of the connection.
 */
final class MessageStream {
    private static final int MESSAGE_BYTES = 56;
    private static final int VECTOR_BYTES = 16;
    private static final int CONTROL_HEADER_BYTES = 16;
    /** What rides on one message of a socket at most: 253 descriptors. */
    private static final int CONTROL_BYTES = CONTROL_HEADER_BYTES + 254 * Integer.BYTES;
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    private static final int CONTROL_WAS_CUT = 8;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** How the reading of a message ended. */
    enum Received {
        /** A message is there. */
        MESSAGE,
        /** The client has closed its end between two messages. */
        END,
        /** What came is no message, came too slowly, or was cut; counted. */
        BROKEN
    }

    private final int socket;
    private final int bell;
    private final int limitMs;
    private final RemoteCounters counters;
    private final MemorySegment header;
    private final MemorySegment payload;
    private final MemorySegment reply;
    private final MemorySegment vector;
    private final MemorySegment message;
    private final MemorySegment control;
    private final MemorySegment poll;
    private final int[] descriptors = new int[RemoteCommand.MAX_DESCRIPTORS];
    private int descriptorCount;
    private boolean tooManyDescriptors;
    private long payloadBytes;

    /**
     * A stream.
     *
     * @param socket connected; stays the caller's
     * @param bell readable when the server stops: then nothing is waited for any more
     * @param limitMs how long a message may take once it has begun, milliseconds
     * @param counters where ends are counted
     */
    MessageStream(int socket, int bell, int limitMs, RemoteCounters counters) {
        this.socket = socket;
        this.bell = bell;
        this.limitMs = limitMs;
        this.counters = counters;
        Arena arena = Arena.ofAuto();
        header = arena.allocate(RemoteCommand.HEADER_BYTES, 8);
        payload = arena.allocate(RemoteCommand.MAX_PAYLOAD_BYTES, 8);
        reply = arena.allocate(RemoteCommand.HEADER_BYTES + Long.BYTES, 8);
        vector = arena.allocate(VECTOR_BYTES, 8);
        message = arena.allocate(MESSAGE_BYTES, 8);
        control = arena.allocate(CONTROL_BYTES, 8);
        poll = arena.allocate(16, 8);
        message.set(LONG, 16, vector.address());
        message.set(LONG, 24, 1);
        reply.set(INT, 0, RemoteCommand.RET.ordinal());
        reply.set(LONG, 8, Long.BYTES);
    }

    /** The command of the message that was received. */
    RemoteCommand command() {
        return RemoteCommand.of(header.get(INT, 0));
    }

    MemorySegment payload() {
        return payload;
    }

    long payloadBytes() {
        return payloadBytes;
    }

    int[] descriptors() {
        return descriptors;
    }

    int descriptorCount() {
        return descriptorCount;
    }

    /** Receives the next message, of which something is there already. Its descriptors are the caller's. */
    Received receive() {
        descriptorCount = 0;
        tooManyDescriptors = false;
        long deadlineNs = System.nanoTime() + limitMs * 1_000_000L;
        long got = fill(header, RemoteCommand.HEADER_BYTES, descriptors.length, deadlineNs);
        if (got == 0) {
            return Received.END;
        }
        payloadBytes = header.get(LONG, 8);
        if (got == RemoteCommand.HEADER_BYTES) {
            if (tooManyDescriptors || !RemoteCommand.isKnown(header.get(INT, 0), payloadBytes)) {
                counters.increment(Counter.MALFORMED);
                got = -1;
            } else if (payloadBytes > 0) {
                got = fill(payload, payloadBytes, 0, deadlineNs) == payloadBytes ? got : -1;
            }
        }
        if (got == RemoteCommand.HEADER_BYTES) {
            return Received.MESSAGE;
        }
        RemoteCard.closeAll(descriptors, descriptorCount);
        descriptorCount = 0;
        return Received.BROKEN;
    }

    /**
     * Receives exactly so many bytes, and at most so many descriptors; 0 when the stream ended before the first byte of a header, -1 when
     * it ended later, failed or stalled.
     */
    private long fill(MemorySegment into, long bytes, int most, long deadlineNs) {
        long done = 0;
        while (done < bytes) {
            long got = receive(into, done, bytes, most);
            if (got > 0) {
                done += got;
            } else if (got == 0 || got != -NativeCalls.EAGAIN && got != -NativeCalls.EINTR) {
                if (done > 0 || most == 0) {
                    counters.increment(Counter.CUT);
                    return -1;
                }
                return 0;
            } else if (!await(NativeCalls.POLLIN, deadlineNs)) {
                counters.increment(Counter.STALLED);
                return -1;
            }
        }
        return done;
    }

    /** Receives what is there, up to so many bytes; what the system call returns. */
    private long receive(MemorySegment into, long from, long to, int most) {
        vector.set(LONG, 0, into.address() + from);
        vector.set(LONG, 8, to - from);
        message.set(LONG, 32, control.address());
        message.set(LONG, 40, CONTROL_BYTES);
        message.set(INT, 48, 0);
        long got = LocalSockets.receiveMessage(socket, message);
        if (got > 0) {
            takeDescriptors(most);
        }
        return got;
    }

    /** Receives whatever is left, and lets nothing more come: before the socket is closed, for the system would close what rides on it. */
    void discardRest() {
        LocalSockets.endInput(socket);
        long got;
        do {
            got = receive(payload, 0, payload.byteSize(), 0);
        } while (got > 0 || got == -NativeCalls.EINTR);
    }

    private void takeDescriptors(int most) {
        long length = message.get(LONG, 40);
        if ((message.get(INT, 48) & CONTROL_WAS_CUT) != 0) {
            tooManyDescriptors = true;
        }
        if (length < CONTROL_HEADER_BYTES || control.get(INT, 8) != SOL_SOCKET || control.get(INT, 12) != SCM_RIGHTS) {
            return;
        }
        long end = Math.min(control.get(LONG, 0), CONTROL_BYTES);
        for (long at = CONTROL_HEADER_BYTES; at + Integer.BYTES <= end; at += Integer.BYTES) {
            int descriptor = control.get(INT, at);
            if (descriptorCount < most) {
                descriptors[descriptorCount++] = descriptor;
            } else {
                LocalSockets.discard(descriptor);
                tooManyDescriptors = true;
            }
        }
    }

    private boolean await(int events, long deadlineNs) {
        long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
        if (leftMs <= 0) {
            return false;
        }
        poll.set(INT, 0, socket);
        poll.set(ValueLayout.JAVA_SHORT, 4, (short) events);
        poll.set(INT, 8, bell);
        poll.set(INT, 12, NativeCalls.POLLIN);
        int ready = NativeCalls.poll(poll, 2, (int) leftMs);
        return ready == -NativeCalls.EINTR || ready > 0 && poll.get(ValueLayout.JAVA_SHORT, 14) == 0;
    }

    /** Sends an answer; false when it cannot be sent, counted. */
    boolean answer(long value) {
        reply.set(LONG, RemoteCommand.HEADER_BYTES, value);
        long deadlineNs = System.nanoTime() + limitMs * 1_000_000L;
        long done = 0;
        while (done < reply.byteSize()) {
            vector.set(LONG, 0, reply.address() + done);
            vector.set(LONG, 8, reply.byteSize() - done);
            message.set(LONG, 32, 0);
            message.set(LONG, 40, 0);
            long sent = LocalSockets.sendMessage(socket, message);
            if (sent > 0) {
                done += sent;
            } else if (sent != -NativeCalls.EAGAIN && sent != -NativeCalls.EINTR) {
                counters.increment(Counter.CUT);
                return false;
            } else if (!await(NativeCalls.POLLOUT, deadlineNs)) {
                counters.increment(Counter.STALLED);
                return false;
            }
        }
        return true;
    }
}
