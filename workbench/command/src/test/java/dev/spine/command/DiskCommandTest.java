package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code spine disk} tells somebody who asked for what cannot be. What it does when all is well: {@link DiskKillTest}. */
class DiskCommandTest {
    @TempDir
    private Path directory;

    private static void assertRefused(String part, Object... arguments) {
        String line = CommandRun.of(arguments).refusal();
        assertTrue(line.contains(part), line);
    }

    @Test
    void mistakesAreOneLineThatSaysWhatToChange() throws IOException {
        Path file = directory.resolve("disk");
        assertRefused("name a file", "disk");
        assertRefused("is no size", "disk", file, "--size", "many");
        assertRefused("multiple of 512", "disk", file, "--size", "1000");
        assertRefused("is not there", "disk", file, "--read-only");
        assertRefused("is no regular file", "disk", directory);
        assertRefused("the directory of", "disk", directory.resolve("none/disk"));
        assertRefused("no place to listen", "disk", file, "--nbd-port", "70000");
        assertRefused("leave FILE", "disk", file, "--system", "system.toml");
        Files.write(file, new byte[1000]);
        assertRefused("has 1000 bytes", "disk", file);
        Files.write(file, new byte[4096]);
        assertRefused("has 4 KiB, not 64 MiB", "disk", file, "--size", "64M");
        assertRefused("two disks are named", "disk", file, "--export", "disk=" + file);
    }

    @Test
    void aSocketThatIsTakenIsRefusedAndLeftAlone() throws IOException {
        Path file = Files.write(directory.resolve("disk"), new byte[4096]);
        Path socket = directory.resolve("socket");
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(socket));
            assertRefused("another server answers there", "disk", file, "--nbd-socket", socket);
        }
        Path text = Files.writeString(directory.resolve("text"), "mine");
        assertRefused("is no socket", "disk", file, "--nbd-socket", text);
        assertTrue(Files.readString(text).equals("mine"));
    }
}
