package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.nbd.NbdCounters.Counter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that others wrote are the judges. */
@Tag("full")
@Timeout(180)
class RealClientsTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;
    private NbdNode node;

    @BeforeEach
    void serve() throws IOException {
        node = new NbdNode(directory);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private byte[] fill(MemoryDevice device) {
        new Random(11).nextBytes(device.content);
        Arrays.fill(device.content, MIB, 3 * MIB, (byte) 0);
        return device.content.clone();
    }

    private RealPeer.Result run(String... command) throws IOException {
        return RealPeer.run(directory, command);
    }

    @Test
    void nbdinfoShowsTheExports() throws IOException {
        RealPeer.need("nbdinfo");
        String text = run("nbdinfo", node.uri("disk")).succeeded().output();
        assertTrue(text.contains("newstyle-fixed without TLS, using structured packets"), text);
        assertTrue(text.contains("export-size: " + NbdNode.CAPACITY), text);
        assertTrue(text.contains("can_multi_conn: true") && text.contains("can_fua: true") && text.contains("can_df: true"), text);
        assertTrue(text.contains("block_size_maximum: 33554432"), text);
        String list = run("nbdinfo", "--list", node.tcpUri("")).succeeded().output();
        assertTrue(list.contains("\"disk\"") && list.contains("\"locked\"") && list.contains("\"sectors4k\""), list);
        String json = run("nbdinfo", "--json", node.uri("locked")).succeeded().output();
        assertTrue(json.contains("\"is_read_only\": true"), json);
        assertNotEquals(0, run("nbdinfo", node.uri("nothing")).code());
    }

    @Test
    void nbdcopyBringsAnImageOutAndInUnchangedOverSeveralConnections() throws IOException {
        RealPeer.need("nbdcopy");
        byte[] content = fill(node.disk);
        Path image = directory.resolve("image");
        run("nbdcopy", "--connections=4", "--threads=2", node.uri("disk"), image.toString()).succeeded();
        assertArrayEquals(content, Files.readAllBytes(image));
        run("nbdcopy", "--connections=4", "--threads=2", "--flush", image.toString(), node.tcpUri("sectors4k")).succeeded();
        assertArrayEquals(content, node.sectors.content);
        run("nbdcopy", "--synchronous", node.uri("sectors4k"), image.toString()).succeeded();
        assertArrayEquals(content, Files.readAllBytes(image));
        assertTrue(node.sectors.flushes > 0);
    }

    @Test
    void qemuImgConvertsChecksAndRuns() throws IOException {
        RealPeer.need("qemu-img");
        byte[] content = fill(node.disk);
        Path image = directory.resolve("image.qcow2");
        run("qemu-img", "convert", "-f", "raw", "-O", "qcow2", node.uri("disk"), image.toString()).succeeded();
        run("qemu-img", "check", image.toString()).succeeded();
        run("qemu-img", "convert", "-n", "-f", "qcow2", "-O", "raw", image.toString(), node.uri("sectors4k")).succeeded();
        assertArrayEquals(content, node.sectors.content);
        run("qemu-img", "compare", "-f", "raw", "-F", "raw", node.uri("disk"), node.tcpUri("sectors4k")).succeeded();
        // A file system of others on the export itself: a qcow2 image in it, checked there.
        run("qemu-img", "create", "-f", "qcow2", node.uri("disk"), "32M").succeeded();
        run("qemu-img", "check", "-f", "qcow2", node.uri("disk")).succeeded();
        String info = run("qemu-img", "info", node.uri("locked")).succeeded().output();
        assertTrue(info.contains("virtual size"), info);
        run("qemu-img", "bench", "-w", "-f", "raw", "-t", "none", "-c", "2000", "-d", "32", "-s", "4096", node.uri("sectors4k"))
            .succeeded();
        run("qemu-img", "bench", "-f", "raw", "-t", "none", "-c", "2000", "-d", "32", "-s", "65536", node.uri("sectors4k")).succeeded();
    }

    @Test
    void qemuIoVerifiesItsPatterns() throws IOException {
        RealPeer.need("qemu-io");
        Arrays.fill(node.disk.content, (byte) 1);
        List<String> command = new ArrayList<>(List.of("qemu-io", "-f", "raw", node.uri("disk")));
        for (String one : List.of("write -P 0xa5 0 1M", "read -P 0xa5 0 1M", "write -f -P 0x5a 1M 64k", "read -P 0x5a 1M 64k",
            "write -z 128k 128k", "read -P 0 128k 128k", "read -P 0xa5 0 128k", "read -P 0xa5 256k 768k", "write -z -u 2M 1M",
            "read -P 0 2M 1M", "discard 4M 1M", "flush", "write -P 7 513 1", "read -P 7 513 1", "read -P 0xa5 512 1",
            "aio_write -P 9 5M 300k", "aio_write -P 8 6M 300k", "aio_flush", "read -P 9 5M 300k", "read -P 8 6M 300k",
            "writev -P 3 7M 4096 8192 512", "readv -v -P 3 7M 4096 8192 512")) {
            command.addAll(List.of("-c", one));
        }
        String output = run(command.toArray(String[]::new)).succeeded().output();
        assertEquals(-1, output.indexOf("Pattern verification failed"), output);
        assertEquals(-1, output.indexOf("rror"), output);
        assertTrue(node.disk.through > 0 && node.disk.flushes > 0 && node.count(Counter.TRIMS) > 0);
        String refused = run("qemu-io", "-f", "raw", "-c", "write 0 512", node.uri("locked")).output();
        assertTrue(refused.contains("ermission denied") || refused.contains("read-only") || refused.contains("not permitted"), refused);
    }

    @Test
    void fioVerifiesWhatItWroteOverFourConnectionsAtDepth32() throws IOException {
        RealPeer.need("fio");
        Path job = directory.resolve("verify.fio");
        StringBuilder text = new StringBuilder("""
            [global]
            ioengine=nbd
            uri=%s
            rw=randwrite
            bs=4k
            iodepth=32
            verify=crc32c
            verify_fatal=1
            thread=1
            """.formatted(node.uri("disk")));
        for (int i = 0; i < 4; i++) {
            text.append("[job%d]%noffset=%dm%nsize=2m%n".formatted(i, 2 * i));
        }
        Files.writeString(job, text);
        String output = run("fio", "--minimal", job.toString()).succeeded().output();
        assertEquals(-1, output.indexOf("verify:"), output);
        assertTrue(node.count(Counter.CONNECTIONS) >= 4);
        assertTrue(node.count(Counter.WRITES) >= 2048 && node.count(Counter.READS) >= 2048);
    }

    @Test
    void aFileSystemMadeElsewhereIsWholeAfterItsWayThroughTheExport() throws IOException {
        RealPeer.need("mkfs.ext4", "e2fsck", "nbdcopy", "debugfs");
        Path files = Files.createDirectory(directory.resolve("files"));
        byte[] data = new byte[2 * MIB];
        new Random(3).nextBytes(data);
        Files.write(files.resolve("data"), data);
        Path image = directory.resolve("ext4");
        run("mkfs.ext4", "-q", "-F", "-b", "1024", "-d", files.toString(), image.toString(), NbdNode.CAPACITY / 1024 + "k").succeeded();
        run("nbdcopy", "--flush", image.toString(), node.uri("disk")).succeeded();
        Path back = directory.resolve("back");
        run("nbdcopy", node.uri("disk"), back.toString()).succeeded();
        run("e2fsck", "-f", "-n", back.toString()).succeeded();
        Path again = directory.resolve("again");
        run("debugfs", "-R", "dump data " + again, back.toString()).succeeded();
        assertArrayEquals(data, Files.readAllBytes(again));
    }
}
