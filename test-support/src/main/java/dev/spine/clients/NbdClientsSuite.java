package dev.spine.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

/** What nbdinfo, nbdcopy, qemu-img, qemu-io, fio and a file system make of disks that are served over NBD. One thread at a time. */
@Tag("full")
@Timeout(180)
public abstract class NbdClientsSuite {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory = Path.of("");
    private ServedDisks disks;

    /** Made by JUnit. */
    protected NbdClientsSuite() {
    }

    /**
     * Begins to serve.
     *
     * @param directory for files and the socket; empty
     * @return what is served
     * @throws IOException it cannot be served
     */
    protected abstract ServedDisks serve(Path directory) throws IOException;

    @BeforeEach
    void begin() throws IOException {
        disks = serve(Files.createDirectory(directory.resolve("served")));
    }

    @AfterEach
    void end() throws IOException {
        disks.close();
    }

    private byte[] fill() throws IOException {
        byte[] content = new byte[ServedDisks.CAPACITY];
        new Random(11).nextBytes(content);
        Arrays.fill(content, MIB, 3 * MIB, (byte) 0);
        disks.fill(ServedDisks.DISK, content);
        return content;
    }

    private Program.Result run(String... command) throws IOException {
        return Program.run(directory, command);
    }

    @Test
    void nbdinfoShowsTheExports() throws IOException {
        Program.need("nbdinfo");
        String text = run("nbdinfo", disks.uri(ServedDisks.DISK)).succeeded().output();
        assertTrue(text.contains("newstyle-fixed without TLS, using structured packets"), text);
        assertTrue(text.contains("export-size: " + ServedDisks.CAPACITY), text);
        assertTrue(text.contains("can_multi_conn: true") && text.contains("can_fua: true") && text.contains("can_df: true"), text);
        assertTrue(text.contains("block_size_maximum: 33554432"), text);
        String list = run("nbdinfo", "--list", disks.tcpUri("")).succeeded().output();
        assertTrue(list.contains("\"disk\"") && list.contains("\"sectors4k\""), list);
        String json = run("nbdinfo", "--json", disks.uri(ServedDisks.LOCKED)).succeeded().output();
        assertTrue(json.contains("\"is_read_only\": true"), json);
        assertNotEquals(0, run("nbdinfo", disks.uri("nothing")).code());
    }

    @Test
    void nbdinfoAndQemuImgMapHolesAndData() throws IOException {
        Program.need("nbdinfo", "qemu-img", "qemu-io");
        assumeTrue(disks.haveHoles(), "these disks have no holes");
        for (String export : List.of(ServedDisks.DISK, ServedDisks.OTHER)) {
            run("qemu-io", "-f", "raw", "-c", "discard 0 " + ServedDisks.CAPACITY, "-c", "write -P 5 1M 64k", "-c", "write -P 6 3M 1M",
                "-c", "discard 3M 64k", "-c", "write -z 5M 64k", "-c", "flush", disks.uri(export)).succeeded();
            String map = run("nbdinfo", "--map", disks.uri(export)).succeeded().output();
            List<String> lines = map.lines().map(line -> line.strip().replaceAll("\\s+", " ")).toList();
            assertEquals(List.of("0 1048576 3 hole,zero", "1048576 65536 0 data", "1114112 2097152 3 hole,zero",
                "3211264 983040 0 data", "4194304 1048576 3 hole,zero", "5242880 65536 0 data",
                "5308416 " + (ServedDisks.CAPACITY - 5_308_416) + " 3 hole,zero"), lines);
            String json = run("qemu-img", "map", "--output=json", "-f", "raw", disks.uri(export)).succeeded().output();
            assertTrue(json.contains("\"start\": 1048576, \"length\": 65536, \"depth\": 0, \"present\": true, \"zero\": false,"
                + " \"data\": true"), json);
            assertTrue(json.contains("\"start\": 1114112, \"length\": 2097152, \"depth\": 0, \"present\": true, \"zero\": true,"
                + " \"data\": false"), json);
        }
        disks.assertCounted("block-statuses", 14);
    }

    @Test
    void nbdcopyBringsAnImageOutAndInUnchangedOverSeveralConnections() throws IOException {
        Program.need("nbdcopy");
        byte[] content = fill();
        Path image = directory.resolve("image");
        run("nbdcopy", "--connections=4", "--threads=2", disks.uri(ServedDisks.DISK), image.toString()).succeeded();
        assertArrayEquals(content, Files.readAllBytes(image));
        run("nbdcopy", "--connections=4", "--threads=2", "--flush", image.toString(), disks.tcpUri(ServedDisks.OTHER)).succeeded();
        assertArrayEquals(content, disks.content(ServedDisks.OTHER));
        run("nbdcopy", "--synchronous", disks.uri(ServedDisks.OTHER), image.toString()).succeeded();
        assertArrayEquals(content, Files.readAllBytes(image));
        disks.assertCounted("flushes", 1);
    }

    @Test
    void qemuImgConvertsChecksAndRuns() throws IOException {
        Program.need("qemu-img");
        byte[] content = fill();
        Path image = directory.resolve("image.qcow2");
        run("qemu-img", "convert", "-f", "raw", "-O", "qcow2", disks.uri(ServedDisks.DISK), image.toString()).succeeded();
        run("qemu-img", "check", image.toString()).succeeded();
        run("qemu-img", "convert", "-n", "-f", "qcow2", "-O", "raw", image.toString(), disks.uri(ServedDisks.OTHER)).succeeded();
        assertArrayEquals(content, disks.content(ServedDisks.OTHER));
        run("qemu-img", "compare", "-f", "raw", "-F", "raw", disks.uri(ServedDisks.DISK), disks.tcpUri(ServedDisks.OTHER)).succeeded();
        // A file system of others on the export itself: a qcow2 image in it, checked there.
        run("qemu-img", "create", "-f", "qcow2", disks.uri(ServedDisks.DISK), "32M").succeeded();
        run("qemu-img", "check", "-f", "qcow2", disks.uri(ServedDisks.DISK)).succeeded();
        String info = run("qemu-img", "info", disks.uri(ServedDisks.LOCKED)).succeeded().output();
        assertTrue(info.contains("virtual size"), info);
        run("qemu-img", "bench", "-w", "-f", "raw", "-t", "none", "-c", "2000", "-d", "32", "-s", "4096", disks.uri(ServedDisks.OTHER))
            .succeeded();
        run("qemu-img", "bench", "-f", "raw", "-t", "none", "-c", "2000", "-d", "32", "-s", "65536", disks.uri(ServedDisks.OTHER))
            .succeeded();
    }

    @Test
    void qemuIoVerifiesItsPatterns() throws IOException {
        Program.need("qemu-io");
        byte[] ones = new byte[ServedDisks.CAPACITY];
        Arrays.fill(ones, (byte) 1);
        disks.fill(ServedDisks.DISK, ones);
        List<String> command = new ArrayList<>(List.of("qemu-io", "-f", "raw", disks.uri(ServedDisks.DISK)));
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
        disks.assertCounted("flushes", 1);
        disks.assertCounted("trims", 1);
        String refused = run("qemu-io", "-f", "raw", "-c", "write 0 512", disks.uri(ServedDisks.LOCKED)).output();
        assertTrue(refused.contains("ermission denied") || refused.contains("read-only") || refused.contains("not permitted"), refused);
    }

    @Test
    void fioVerifiesWhatItWroteOverFourConnectionsAtDepth32() throws IOException {
        Program.need("fio");
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
            """.formatted(disks.uri(ServedDisks.DISK)));
        for (int i = 0; i < 4; i++) {
            text.append("[job%d]%noffset=%dm%nsize=2m%n".formatted(i, 2 * i));
        }
        Files.writeString(job, text);
        String output = run("fio", "--minimal", job.toString()).succeeded().output();
        assertEquals(-1, output.indexOf("verify:"), output);
        disks.assertCounted("connections", 4);
        disks.assertCounted("writes", 2048);
        disks.assertCounted("reads", 2048);
    }

    @Test
    void aFileSystemMadeElsewhereIsWholeAfterItsWayThroughTheExport() throws IOException {
        Program.need("mkfs.ext4", "e2fsck", "nbdcopy", "debugfs");
        Path files = Files.createDirectory(directory.resolve("files"));
        byte[] data = new byte[2 * MIB];
        new Random(3).nextBytes(data);
        Files.write(files.resolve("data"), data);
        Path image = directory.resolve("ext4");
        run("mkfs.ext4", "-q", "-F", "-b", "1024", "-d", files.toString(), image.toString(), ServedDisks.CAPACITY / 1024 + "k").succeeded();
        run("nbdcopy", "--flush", image.toString(), disks.uri(ServedDisks.DISK)).succeeded();
        Path back = directory.resolve("back");
        run("nbdcopy", disks.uri(ServedDisks.DISK), back.toString()).succeeded();
        run("e2fsck", "-f", "-n", back.toString()).succeeded();
        Path again = directory.resolve("again");
        run("debugfs", "-R", "dump data " + again, back.toString()).succeeded();
        assertArrayEquals(data, Files.readAllBytes(again));
    }
}
