package dev.spine.device.tunnel;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Socket;

/** Another end of a tunnel that knows nothing of it but how frames go over TCP. One thread at a time. */
final class FarEnd implements AutoCloseable {
    private final Socket socket;
    private final DataOutputStream out;
    private final DataInputStream in;

    FarEnd(Socket socket) {
        this.socket = socket;
        try {
            socket.setTcpNoDelay(true);
            out = new DataOutputStream(socket.getOutputStream());
            in = new DataInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connects to a wire that listens. */
    static FarEnd of(TunnelWire wire) {
        try {
            return new FarEnd(new Socket(wire.address().getAddress(), wire.address().getPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void send(MemorySegment frame) {
        byte[] bytes = frame.toArray(ValueLayout.JAVA_BYTE);
        byte[] whole = new byte[Integer.BYTES + bytes.length];
        MemorySegment.ofArray(whole).set(ValueLayout.JAVA_INT_UNALIGNED, 0, Integer.reverseBytes(bytes.length));
        System.arraycopy(bytes, 0, whole, Integer.BYTES, bytes.length);
        sendRaw(whole);
    }

    void sendRaw(byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says that it is alive, as a wire does. */
    void tell() {
        sendRaw(new byte[Integer.BYTES]);
    }

    /** Waits until the other end has said that it is alive. */
    void awaitTold() {
        try {
            if (in.readInt() != 0) {
                throw new IllegalStateException("a frame came");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next frame that is one; null when the other end has closed. */
    MemorySegment receive() {
        try {
            int length = 0;
            while (length == 0) {
                length = in.readInt();
            }
            return MemorySegment.ofArray(in.readNBytes(length));
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
