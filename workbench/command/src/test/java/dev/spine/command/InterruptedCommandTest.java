package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that run until Ctrl-C, in processes of their own: they end in order, with code 130. */
@Timeout(120)
class InterruptedCommandTest {
    @TempDir
    private Path directory;

    private static ByteBuffer receive(SocketChannel channel, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException();
            }
        }
        return buffer.flip();
    }

    @Test
    void diskThatIsInterruptedWithAClientKeepsWhatWasWrittenAndTakesItsSocketAway() throws IOException, InterruptedException {
        Path file = directory.resolve("disk.img");
        Path socket = directory.resolve("disk.sock");
        Path report = directory.resolve("report.json");
        byte[] written = new byte[4096];
        Arrays.fill(written, (byte) 0x5A);
        try (SpineProcess disk = new SpineProcess("disk", file, "--size", "1M", "--nbd-socket", socket, "--json", report)) {
            disk.awaitLine("nbd+unix:");
            try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                receive(channel, 18);
                byte[] export = "disk.img".getBytes(StandardCharsets.US_ASCII);
                channel.write(ByteBuffer.allocate(20 + export.length).putInt(3).putLong(0x49484156454f5054L).putInt(1)
                    .putInt(export.length).put(export).flip());
                receive(channel, 10);
                channel.write(ByteBuffer.allocate(28 + written.length).putInt(0x25609513).putShort((short) 0).putShort((short) 1)
                    .putLong(7).putLong(8192).putInt(written.length).put(written).flip());
                assertEquals(0, receive(channel, 16).getInt(4));
                assertEquals(130, disk.interrupt(), () -> disk.lines().toString());
                assertEquals(-1, channel.read(ByteBuffer.allocate(1)), "the client sees the end");
            }
            assertTrue(disk.lines().getLast().startsWith("served 1 clients"), () -> disk.lines().toString());
        }
        assertArrayEquals(written, Arrays.copyOfRange(Files.readAllBytes(file), 8192, 8192 + written.length));
        assertTrue(Files.notExists(socket), "the socket's name is left behind");
        String counts = Files.readString(report);
        assertTrue(counts.contains("\"requests left\" : 0") && counts.contains("\"contexts left\" : 0"), counts);
    }

    @Test
    void diskWithoutClientsEndsAtOnceWhenItIsTerminated() throws IOException, InterruptedException {
        Path socket = directory.resolve("disk.sock");
        try (SpineProcess disk = new SpineProcess("disk", directory.resolve("disk.img"), "--size", "1M", "--nbd-socket", socket)) {
            disk.awaitLine("nbd+unix:");
            assertEquals(143, disk.terminate(), () -> disk.lines().toString());
        }
        assertTrue(Files.notExists(socket), "the socket's name is left behind");
    }

    @Test
    void playForViewersThatIsInterruptedClosesThemAndWritesItsPicture() throws IOException, InterruptedException {
        Path png = directory.resolve("screen.png");
        try (SpineProcess play = new SpineProcess("play", "--input", "bars", "--vnc", 0, "--png", png)) {
            Matcher port = Pattern.compile("VNC port (\\d+) at ").matcher(play.awaitLine("VNC port"));
            assertTrue(port.find());
            try (Socket viewer = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)))) {
                assertEquals("RFB 003.008\n".length(), viewer.getInputStream().readNBytes(12).length);
                assertEquals(130, play.interrupt(), () -> play.lines().toString());
                assertEquals(-1, viewer.getInputStream().read(), "the viewer sees the end");
            }
        }
        assertTrue(ImageIO.read(png.toFile()).getWidth() > 0);
    }
}
