package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.MountShell;
import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code spine arf mount}: programs that know nothing of Spine work on its files. {@code -Dspine.fio=64M} is how much fio writes and
 * verifies.
 */
@Tag("AR-14")
@Timeout(200)
class ArfMountTest {
    private static final String FIO = System.getProperty("spine.fio", "1M");

    /** Mounts at the directory mnt, and waits until that is so. */
    private static final String MOUNTED = """
        mkdir -p mnt; [ -p said ] || mkfifo said; exec 3<>said
        spine arf mount disk.arf mnt >&3 2>&1 & mount=$!
        read -r line <&3; echo "$line"
        """;

    @TempDir
    private Path directory;

    @BeforeEach
    void make() {
        CommandRun.of("arf", "mkfs", directory.resolve("disk.arf"), "--size", "48M", "--inodes", "2000").succeeded();
    }

    private String shell(String script) throws IOException {
        return MountShell.run(directory, SpineCommand.class.getName(), script).succeeded().output();
    }

    @Test
    @Tag("full")
    void tarGitAndFioWorkOnIt() throws IOException {
        Program.need("tar", "git", "fio", "diff");
        String said = shell(MOUNTED + """
            tree='%s'
            mkdir mnt/tree; tar cf - -C "$tree" . | tar xf - --no-same-owner -C mnt/tree; diff -r "$tree" mnt/tree
            tar cf - -C mnt/tree . | tar df - -C "$tree"
            cp -r "$tree" from; export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null HOME="$PWD"
            git -c init.defaultBranch=main init -q from; git -C from add .; git -C from -c user.name=n -c user.email=e commit -qm one
            git clone -q "file://$PWD/from" mnt/clone; git -C mnt/clone fsck --full; git -C mnt/clone gc -q
            git clone -q mnt/clone mnt/again
            git -C mnt/again fsck --full; git -C mnt/again status --short; diff -r mnt/clone/active-rdma mnt/again/active-rdma
            for io in psync mmap; do
                fio --name=v --directory=mnt --size=%s --bs=4k --rw=randrw --verify=crc32c --verify_fatal=1 --ioengine=$io --fsync=64 \\
                    --group_reporting --minimal > fio.out || { cat fio.out; exit 1; }
            done
            umount mnt; wait $mount; echo "ended by $?"
            """.formatted(Document.ROOT.resolve("docs/examples"), FIO));

        assertEquals("mnt shows disk.arf until umount mnt or Ctrl-C", said.lines().findFirst().orElseThrow());
        assertTrue(said.endsWith("\nended by 0\n"), said);
        assertEquals("clean\n", CommandRun.of("arf", "fsck", directory.resolve("disk.arf")).succeeded().out());
    }

    @Test
    @Tag("full")
    void namesPermissionsAndFilesThatAreOpenAreThoseOfPosix() throws IOException {
        String said = shell(MOUNTED + """
            cd mnt
            exec 4<>open; echo one >&4; chmod 4750 open; ln open other
            stat -c '%i %h %s %a' open > a; stat -c '%i %h %s %a' other | diff a -
            cut -d' ' -f2- a; rm a other open; echo two >&4; cat <&4 | wc -c; cat /dev/fd/4 | wc -c; ls -A; exec 4>&-; ls -A
            echo old > to; exec 4<to; echo new > from; mv from to; cat to - <&4; exec 4<&-
            touch -d '2001-02-03 04:05:06.123456789' to; stat -c %y to | cut -c1-29
            echo 1 > l; ln l m; rm m; echo 2 > m; ln l n; cat n; rm l m n
            mkdir -p d/e; mv d f; rmdir f/e f; echo kept > other; mv -n to other 2>/dev/null || :; cat other; rm to other
            ln -s a b 2>&1 | sed 's/.*: //'; chown 12345 . 2>&1 | sed 's/.*: //'; mkfifo p 2>&1 | sed 's/.*: //'
            touch "$(printf '%0256d' 0)" 2>&1 | sed 's/.*: //'; touch "$(printf '%0255d' 0)"; rm 0*
            dd if=/dev/zero of=full bs=1M count=64 2>&1 | grep -o 'No space.*' | uniq; rm full; echo after > full; cat full; ls -A; cd ..
            kill -TERM $mount; wait $mount || echo "ended by $?"
            """);

        assertEquals("""
            mnt shows disk.arf until umount mnt or Ctrl-C
            2 4 4750
            0
            8
            .removed-2-1
            new
            old
            2001-02-03 04:05:06.123456789
            1
            kept
            Operation not permitted
            Operation not permitted
            Operation not permitted
            File name too long
            No space left on device
            after
            full
            ended by 143
            """, said);
    }

    @Test
    @Tag("full")
    void nothingIsHiddenAndAProgramThatWasKilledLeavesAMountThatIsSeen() throws IOException {
        String said = shell(MOUNTED + """
            echo kept > mnt/a; kill -KILL $mount; wait $mount || echo "ended by $?"
            spine arf mount disk.arf mnt || echo "code $?"; umount mnt
            spine arf mount disk.arf mnt >&3 2>&1 & mount=$!
            read -r line <&3; cat mnt/a; kill -TERM $mount; wait $mount || echo "ended by $?"; ls -A mnt
            """);

        assertEquals("""
            mnt shows disk.arf until umount mnt or Ctrl-C
            ended by 137
            spine: D/mnt is the mount of a program that has ended: unmount it first, umount D/mnt (see spine arf mount --help)
            code 2
            kept
            ended by 143
            """, said.replace(directory.toRealPath().toString(), "D").replace("Killed\n", ""));
    }

    @Test
    @Tag("full")
    void aMountOfAnotherStaysAndAConnectionThatIsAbortedIsTold() throws IOException {
        String said = shell("""
            mkdir real; ln -s real mnt
            """ + MOUNTED + """
            echo kept > mnt/a; mount -t tmpfs other mnt; echo theirs > mnt/b
            kill -TERM $mount; wait $mount || echo "ended by $?"; cat mnt/b; umount mnt; umount mnt
            spine arf mount disk.arf mnt >&3 2>&1 & mount=$!
            read -r line <&3; cat mnt/a; mount -t fusectl none /sys/fs/fuse/connections 2>/dev/null || :
            device=$(stat -c %d real); echo 1 > /sys/fs/fuse/connections/$((device & 255 | device >> 12 & 1048320))/abort
            wait $mount || echo "ended by $?"; read -r line <&3; echo "$line"
            """);

        assertEquals("""
            mnt shows disk.arf until umount mnt or Ctrl-C
            ended by 143
            theirs
            kept
            ended by 2
            spine: the kernel has ended the connection of mnt: who had files open there has lost them; mount again (see spine arf mount\
             --help)
            """, said);
    }

    @Test
    void whereNothingCanBeMountedOneLineSaysSo() throws IOException {
        Path disk = directory.resolve("disk.arf");
        Path full = Files.createDirectory(directory.resolve("full"));
        Files.writeString(full.resolve("a"), "kept");

        assertTrue(CommandRun.of("arf", "mount", disk, directory.resolve("none")).refusal().contains("none is no directory: make it"));
        assertTrue(CommandRun.of("arf", "mount", disk, full).refusal().contains("full has entries, which a mount would hide"));
        assertTrue(CommandRun.of("arf", "mount", full.resolve("a"), full).refusal().contains("is no file with an ARF"));
        assertTrue(CommandRun.of("arf", "mount", full, full).refusal().contains("is no file with an ARF"));
        assertTrue(CommandRun.of("arf", "mount", disk, disk).refusal().contains("is no directory"));
    }
}
