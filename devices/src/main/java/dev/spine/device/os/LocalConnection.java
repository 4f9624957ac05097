package dev.spine.device.os;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/**
 * One end of a UNIX stream socket, for a server whose clients may be hostile: descriptors that they send with their bytes are received and
 * closed so that no close waits, whatever was set on them. A descriptor that is hard to close all the same (a file of a file system that
 * does not answer) holds the thread that reads or closes, and nobody else.
 *
 * <p>One thread reads and closes, one at a time writes; they wait in system calls. Nobody writes when it is closed. Any thread may {@link
 * #end}.
 */
public final class LocalConnection implements ByteChannel {
    private static final int BUFFER_BYTES = 4_096;
    private static final int MESSAGE_BYTES = 56;
    private static final int VECTOR_BYTES = 16;
    private static final int CONTROL_HEADER_BYTES = 16;
    /** What rides on one message of a socket at most: 253 descriptors. */
    private static final int CONTROL_BYTES = CONTROL_HEADER_BYTES + 254 * Integer.BYTES;
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final int socket;
    private final Direction in;
    private final Direction out;
    private final MemorySegment control;
    /** Guarded by this, so that nobody ends a socket of somebody else's that has got its number. */
    private boolean open = true;

    /**
     * An end.
     *
     * @param socket connected; closed with this
     */
    LocalConnection(int socket) {
        this.socket = socket;
        Arena arena = Arena.ofAuto();
        in = new Direction(arena);
        out = new Direction(arena);
        control = arena.allocate(CONTROL_BYTES, 8);
    }

    /** What system calls of one direction need, so that who reads does not disturb who writes. */
    private static final class Direction {
        final MemorySegment buffer;
        final MemorySegment vector;
        final MemorySegment message;
        final MemorySegment poll;

        Direction(Arena arena) {
            buffer = arena.allocate(BUFFER_BYTES, 8);
            vector = arena.allocate(VECTOR_BYTES, 8);
            message = arena.allocate(MESSAGE_BYTES, 8);
            poll = arena.allocate(SystemCalls.POLL_ENTRY_BYTES, 8);
            vector.set(LONG, 0, buffer.address());
            message.set(LONG, 16, vector.address());
            message.set(LONG, 24, 1);
        }
    }

    /**
     * {@return the number of the user whose process has connected}
     *
     * @throws IOException the system does not say
     */
    public long user() throws IOException {
        long user = LocalSockets.peer(socket);
        if (user < 0) {
            throw new IOException("the system does not say who has connected (error " + -user + ")");
        }
        return user;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        while (true) {
            long got = receive(Math.min(BUFFER_BYTES, into.remaining()));
            if (got > 0) {
                into.put(in.buffer.asSlice(0, got).asByteBuffer());
                return (int) got;
            }
            if (got == 0) {
                return -1;
            }
            retry(in, got, SystemCalls.POLLIN);
        }
    }

    private long receive(long bytes) {
        in.vector.set(LONG, 8, bytes);
        in.message.set(LONG, 32, control.address());
        in.message.set(LONG, 40, CONTROL_BYTES);
        in.message.set(INT, 48, 0);
        long got = LocalSockets.receiveMessage(socket, in.message);
        if (got > 0) {
            discardDescriptors();
        }
        return got;
    }

    private void discardDescriptors() {
        long length = in.message.get(LONG, 40);
        if (length < CONTROL_HEADER_BYTES || control.get(INT, 8) != SOL_SOCKET || control.get(INT, 12) != SCM_RIGHTS) {
            return;
        }
        long end = Math.min(control.get(LONG, 0), CONTROL_BYTES);
        for (long at = CONTROL_HEADER_BYTES; at + Integer.BYTES <= end; at += Integer.BYTES) {
            LocalSockets.discard(control.get(INT, at));
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int bytes = Math.min(BUFFER_BYTES, from.remaining());
        out.buffer.asSlice(0, bytes).asByteBuffer().put(from.slice(from.position(), bytes));
        while (true) {
            out.vector.set(LONG, 8, bytes);
            out.message.set(LONG, 32, 0);
            out.message.set(LONG, 40, 0);
            long sent = LocalSockets.sendMessage(socket, out.message);
            if (sent >= 0) {
                from.position(from.position() + (int) sent);
                return (int) sent;
            }
            retry(out, sent, SystemCalls.POLLOUT);
        }
    }

    /** Waits until a call is worth another try. */
    private void retry(Direction direction, long error, int event) throws IOException {
        if (error == -SystemCalls.EAGAIN) {
            direction.poll.set(INT, 0, socket);
            direction.poll.set(ValueLayout.JAVA_SHORT, 4, (short) event);
            SystemCalls.poll(direction.poll, 1, -1);
        } else if (error != -SystemCalls.EINTR) {
            throw new EOFException("the connection has ended (error " + -error + ")");
        }
    }

    @Override
    public synchronized boolean isOpen() {
        return open;
    }

    /** Ends both directions: who reads gets what has come, and then the end. Any thread; never waits. */
    public synchronized void end() {
        if (open) {
            LocalSockets.end(socket);
        }
    }

    /** Takes what has come, so that the system does not have to close what rides on it, and closes. */
    @Override
    public void close() {
        end();
        long got;
        do {
            got = receive(BUFFER_BYTES);
        } while (got > 0 || got == -SystemCalls.EINTR);
        synchronized (this) {
            if (open) {
                open = false;
                SystemCalls.close(socket);
            }
        }
    }
}
