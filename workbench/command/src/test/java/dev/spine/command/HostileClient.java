package dev.spine.command;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Does to a control socket what no client should, in a process of its own: garbage, endless lines, no reading, very many connections. */
final class HostileClient {
    private static final int CONNECTIONS = 200;
    private static final long LINE_BYTES = 100L << 20;

    private HostileClient() {}

    /** Attacks the socket that the first argument names until it is ended; says so when it has begun everything. */
    public static void main(String[] arguments) throws IOException {
        UnixDomainSocketAddress socket = UnixDomainSocketAddress.of(arguments[0]);
        garbage(socket);
        endlessLine(socket);
        List<SocketChannel> silent = new ArrayList<>();
        silent.add(neverReads(socket));
        for (int i = 0; i < CONNECTIONS; i++) {
            silent.add(SocketChannel.open(socket));
        }
        System.out.println("attacking with " + silent.size());
        while (true) {
            // As fast as the system ends one connection after the other, and no faster.
            garbage(socket);
            // What was turned away comes again.
            silent.add(SocketChannel.open(socket));
        }
    }

    private static void garbage(UnixDomainSocketAddress socket) throws IOException {
        byte[] bytes = new byte[10_000];
        new Random(1).nextBytes(bytes);
        try (SocketChannel channel = SocketChannel.open(socket)) {
            write(channel, bytes);
            awaitEnd(channel);
        }
    }

    /** Says that nothing more comes, and reads until the system has ended the connection. */
    private static void awaitEnd(SocketChannel channel) {
        ByteBuffer answers = ByteBuffer.allocate(4096);
        try {
            channel.shutdownOutput();
            while (channel.read(answers) >= 0) {
                answers.clear();
            }
        } catch (IOException e) {
            // It was ended in the middle, which is an end, too.
            answers.clear();
        }
    }

    private static void write(SocketChannel channel, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            // It was thrown out, as it should be.
            buffer.clear();
        }
    }

    private static void endlessLine(UnixDomainSocketAddress socket) throws IOException {
        try (SocketChannel channel = SocketChannel.open(socket)) {
            byte[] piece = new byte[1 << 20];
            for (long sent = 0; sent < LINE_BYTES; sent += piece.length) {
                write(channel, piece);
            }
        }
    }

    /** Asks for more than a socket holds, and reads nothing of it. */
    private static SocketChannel neverReads(UnixDomainSocketAddress socket) throws IOException {
        SocketChannel channel = SocketChannel.open(socket);
        channel.configureBlocking(false);
        ByteBuffer request = ByteBuffer.wrap("{\"spine\":1,\"do\":\"status\"}\n".repeat(500).getBytes(StandardCharsets.UTF_8));
        channel.write(request);
        return channel;
    }
}
