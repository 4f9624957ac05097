package dev.spine.command;

import dev.spine.host.conformance.boot.BootTarget;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A host without a guest: QEMU's test protocol, by which the processor's accesses are made from outside. */
final class QtestHost implements BootTarget, AutoCloseable {
    private static final long BAR = 0xE000_0000L;
    private static final int MEMORY = 0x0100_0000;

    private final ServerSocketChannel listener;
    private BufferedReader in;
    private PrintWriter out;
    private SocketChannel channel;

    /** Listens; QEMU connects when it starts. */
    QtestHost(Path socket) throws IOException {
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
    }

    void accept() throws IOException {
        channel = listener.accept();
        in = new BufferedReader(new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.US_ASCII));
        out = new PrintWriter(Channels.newOutputStream(channel), false, StandardCharsets.US_ASCII);
    }

    private String ask(String command) {
        try {
            out.print(command + "\n");
            out.flush();
            String line = in.readLine();
            while (line != null && line.startsWith("IRQ")) {
                line = in.readLine();
            }
            if (line == null || !line.startsWith("OK")) {
                throw new IllegalStateException(command + ": " + line);
            }
            return line.substring(2).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }

    /** Reads configuration space of slot 4. */
    int configuration(int offset, int size) {
        ask("outl 0xcf8 " + hex(0x8000_2000L + (offset & -4)));
        String port = hex(0xCFC + (offset & 3));
        return (int) Long.parseLong(ask((size == 4 ? "inl " : size == 2 ? "inw " : "inb ") + port).substring(2), 16);
    }

    /** Writes a word of configuration space of slot 4. */
    void configure(int offset, int value) {
        ask("outl 0xcf8 " + hex(0x8000_2000L + offset));
        ask("outl 0xcfc " + hex(Integer.toUnsignedLong(value)));
    }

    /** Sizes the BAR and maps it; its size. */
    int mapBar() {
        configure(0x10, -1);
        int size = -(configuration(0x10, 4) & -16);
        configure(0x10, (int) BAR);
        configure(0x04, 6);
        return size;
    }

    private int readl(long address) {
        return (int) Long.parseUnsignedLong(ask("readl " + hex(address)).substring(2), 16);
    }

    private void writel(long address, int value) {
        ask("writel " + hex(address) + " " + hex(Integer.toUnsignedLong(value)));
    }

    @Override
    public boolean enablesWithoutSystemTable() {
        return true;
    }

    @Override
    public int read32(int offset) {
        return readl(BAR + offset);
    }

    @Override
    public void write32(int offset, int value) {
        writel(BAR + offset, value);
    }

    @Override
    public int memoryAddress() {
        return MEMORY;
    }

    @Override
    public int readMemory(int offset) {
        return readl(MEMORY + offset);
    }

    @Override
    public void writeMemory(int offset, int value) {
        writel(MEMORY + offset, value);
    }

    @Override
    public void pause() {
        LockSupport.parkNanos(1_000_000);
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
        listener.close();
    }
}
