package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An ordinary user, and files that he may not read or write: each verb says which one in a line, with exit code 2, and changes nothing. */
@Tag("full")
@Timeout(120)
class FilesOfOthersTest {
    @TempDir
    private static Path shared;
    private static Path classes = Path.of("");

    @TempDir
    private Path scratch;

    @BeforeAll
    static void copyTheCommand() throws IOException {
        SystemUser.assumeThereAreUsers();
        classes = SystemUser.readableClasses(shared);
    }

    @BeforeEach
    void makeFilesOfSomebodyElse() throws IOException {
        Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : List.of("closed.toml", "closed.jar", "closed.pcap", "closed.txt", "closed.img")) {
            Path file = Files.writeString(scratch.resolve(name), "somebody else's");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        Files.createDirectory(scratch.resolve("closed"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "boot %s/closed.toml",
        "run %s/closed.toml --socket %s/control",
        "serve-iop %s/closed.toml --socket %s/iop",
        "disk --system %s/closed.toml",
        "disk %s/closed.img",
        "disk %s/closed.img --read-only",
        "disk %s/new.img",
        "disk %s/closed/new.img",
        "profile show %s/closed.toml",
        "profile list --json %s/new.json",
        "plan %s/closed.toml --from a/b --to c/d",
        "trace %s/closed.toml",
        "trace --out %s/new.pcapng",
        "trace spine --perfetto %s/closed/new.json",
        "debug %s/closed.toml",
        "play --input %s/closed.pcap --png /dev/null",
        "play --png %s/new.png",
        "play --raw %s/closed.img",
        "play --vnc 0 --vnc-password-file %s/closed.txt",
        "compare forward --input %s/closed.pcap --html /dev/null --png /dev/full",
        "compare --html %s/reports/new.html --png /dev/null",
        "route --table %s/closed.toml",
        "filter check --rules %s/closed.txt",
        "filter compile --drop udp -o %s/new.jar",
        "ardma assemble %s/closed.txt",
        "ardma assemble /dev/null -o %s/closed/new.routine",
        "ardma disassemble %s/closed.img",
        "ardma verify %s/closed.img",
        "arf mkfs %s/closed/new.arf",
        "arf ls %s/closed.img",
        "ext verify %s/closed.jar",
        "ext load %s/closed.jar --socket %s/none",
        "reproduce --figure stall --png %s",
        "reproduce --json %s/closed/new.json",
        "serve-iop --socket %s/iop",
        "run --socket %s/control",
    })
    void whatMayNotBeReadOrWrittenIsOneLine(String command) throws Exception {
        List<Object> words = new ArrayList<>(List.of(command.replace("%s", scratch.toString()).split(" ")));
        String line = new SystemUser(61_234, classes).run(words.toArray()).refusal();
        assertTrue(line.startsWith(CommandRun.PREFIX) && line.contains(scratch.toString()), line);
        assertTrue(!line.contains("Exception"), line);
        try (Stream<Path> left = Files.list(scratch)) {
            assertEquals(6, left.count(), line);
        }
    }
}
