package dev.spine.host.nbd;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A client that speaks NBD by the byte, written from the protocol's description alone: tests decide what it says. */
final class NbdClient implements AutoCloseable {
    /** A reply to an option. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record OptionReply(int option, int type, byte[] data) {
        int dataInt(int at) {
            return ByteBuffer.wrap(data).getInt(at);
        }
    }

    /** A simple reply, or a chunk of a structured one. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Reply(long cookie, int error, int flags, int type, byte[] data) { }

    final SocketChannel channel;

    NbdClient(SocketAddress address) throws IOException {
        channel = SocketChannel.open(address);
    }

    void send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    ByteBuffer receive(int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the server closed the connection");
            }
        }
        return buffer.flip();
    }

    byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        receive(count).get(bytes);
        return bytes;
    }

    /** Reads until the server closes; returns how many bytes came. */
    long drain() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        long bytes = 0;
        try {
            for (int read = channel.read(buffer); read >= 0; read = channel.read(buffer.clear())) {
                bytes += read;
            }
        } catch (IOException e) {
            // A reset is an end as well.
            return bytes;
        }
        return bytes;
    }

    int greet(int clientFlags) throws IOException {
        ByteBuffer greeting = receive(18);
        if (greeting.getLong() != 0x4e42444d41474943L || greeting.getLong() != 0x49484156454f5054L) {
            throw new IOException("that is no NBD server");
        }
        int flags = greeting.getShort();
        send(ByteBuffer.allocate(4).putInt(clientFlags).flip());
        return flags;
    }

    static ByteBuffer option(int option, byte... data) {
        return ByteBuffer.allocate(16 + data.length).putLong(0x49484156454f5054L).putInt(option).putInt(data.length).put(data).flip();
    }

    OptionReply optionReply() throws IOException {
        ByteBuffer head = receive(20);
        if (head.getLong() != 0x3e889045565a9L) {
            throw new IOException("that is no reply to an option");
        }
        int option = head.getInt();
        int type = head.getInt();
        return new OptionReply(option, type, bytes(head.getInt()));
    }

    /** Sends an option and reads all replies to it: information, then an acknowledgement or an error. */
    List<OptionReply> ask(int option, byte... data) throws IOException {
        send(option(option, data));
        List<OptionReply> replies = new ArrayList<>();
        do {
            replies.add(optionReply());
        } while (replies.getLast().type() >= 2 && replies.getLast().type() <= 4);
        return replies;
    }

    static byte[] nameAndRequests(String name, int... requests) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer data = ByteBuffer.allocate(6 + utf8.length + 2 * requests.length).putInt(utf8.length).put(utf8)
            .putShort((short) requests.length);
        Arrays.stream(requests).forEach(request -> data.putShort((short) request));
        return data.array();
    }

    static byte[] nameAndQueries(String name, String... queries) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer data = ByteBuffer.allocate(4096).putInt(utf8.length).put(utf8).putInt(queries.length);
        for (String query : queries) {
            byte[] text = query.getBytes(StandardCharsets.UTF_8);
            data.putInt(text.length).put(text);
        }
        return Arrays.copyOf(data.array(), data.position());
    }

    /** Greets, asks for structured replies and the map of an export, and goes. */
    NbdClient goMapped(String name) throws IOException {
        greet(3);
        ask(8);
        ask(10, nameAndQueries(name, "base:allocation"));
        return goOn(name);
    }

    /** The extent at an offset: its bytes and flags, or its error. */
    Reply extent(long offset, int length, int flags) throws IOException {
        send(request(7, flags, 55, offset, length));
        return chunk();
    }

    /** Greets, asks for structured replies, and goes. */
    NbdClient go(String name) throws IOException {
        greet(3);
        ask(8);
        return goOn(name);
    }

    /** Greets and goes, with simple replies. */
    NbdClient goSimple(String name) throws IOException {
        greet(3);
        return goOn(name);
    }

    private NbdClient goOn(String name) throws IOException {
        if (ask(7, nameAndRequests(name)).getLast().type() != 1) {
            throw new IOException("export '" + name + "' was refused");
        }
        return this;
    }

    static ByteBuffer request(int command, int flags, long cookie, long offset, int length, byte... payload) {
        return ByteBuffer.allocate(28 + payload.length).putInt(0x25609513).putShort((short) flags).putShort((short) command).putLong(cookie)
            .putLong(offset).putInt(length).put(payload).flip();
    }

    Reply simpleReply(int dataBytes) throws IOException {
        ByteBuffer head = receive(16);
        if (head.getInt() != 0x67446698) {
            throw new IOException("that is no simple reply");
        }
        int error = head.getInt();
        return new Reply(head.getLong(), error, 1, 0, error == 0 ? bytes(dataBytes) : new byte[0]);
    }

    Reply chunk() throws IOException {
        ByteBuffer head = receive(20);
        if (head.getInt() != 0x668e33ef) {
            throw new IOException("that is no chunk of a structured reply");
        }
        int flags = head.getShort();
        int type = head.getShort() & 0xffff;
        long cookie = head.getLong();
        byte[] data = bytes(head.getInt());
        return new Reply(cookie, (type & 0x8000) != 0 ? ByteBuffer.wrap(data).getInt() : 0, flags, type, data);
    }

    /** A write, and its error. */
    int write(long offset, byte[] payload, int flags) throws IOException {
        send(request(1, flags, offset, offset, payload.length, payload));
        return simpleReply(0).error();
    }

    /** A request without data, and its error. */
    int command(int command, int flags, long offset, int length) throws IOException {
        send(request(command, flags, 77, offset, length));
        return simpleReply(0).error();
    }

    /** Reads with structured replies and puts the chunks together; null when an error comes. */
    byte[] read(long offset, int length) throws IOException {
        return read(offset, length, 0);
    }

    byte[] read(long offset, int length, int flags) throws IOException {
        send(request(0, flags, 99, offset, length));
        byte[] whole = new byte[length];
        int come = 0;
        while (true) {
            Reply chunk = chunk();
            if (chunk.error() != 0) {
                throw new IOException("error " + chunk.error());
            }
            ByteBuffer data = ByteBuffer.wrap(chunk.data());
            int at = (int) (data.getLong() - offset);
            int bytes = chunk.type() == 2 ? data.getInt() : data.remaining();
            if (chunk.type() == 1) {
                data.get(whole, at, bytes);
            }
            come += bytes;
            if ((chunk.flags() & 1) != 0) {
                if (come != length) {
                    throw new IOException(come + " bytes of " + length + " came");
                }
                return whole;
            }
        }
    }

    void disconnect() throws IOException {
        send(request(2, 0, 0, 0, 0));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
