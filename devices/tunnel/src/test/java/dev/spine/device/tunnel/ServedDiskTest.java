package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.MountShell;
import dev.spine.command.SpineCommand;
import dev.spine.extension.ardma.host.ArdmaServer;
import dev.spine.extension.ardma.host.arf.ArfRoutine;
import dev.spine.extension.ardma.host.arf.RemotePlacement;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine arf} on an area of a server: each command is a client of its own, which comes by a tunnel. */
@Tag("AR-14")
@Timeout(60)
class ServedDiskTest {
    private static final int AREA_BYTES = 1 << 20;

    private record Ran(int code, String out, String err) {
        String succeeded() {
            assertEquals("0 ", code + " " + err);
            return out;
        }

        String refused() {
            assertEquals("2 1", code + " " + err.lines().count(), err);
            return err;
        }
    }

    @TempDir
    private Path directory;
    private SpineSystem system;
    private String disk;

    @BeforeEach
    void serve() {
        SpineComponent graph = SpineComponent.create();
        system = EngineChoice.buildLive(graph.systemFactory(), graph.systemFile().read("server.toml", """
            name = "server"

            [[wire]]
            kind = "tunnel"
            name = "outside"
            listen = "127.0.0.1:0"

            [[iop]]
            name = "nic"

            [[iop.device]]
            kind = "lan"
            wire = "outside"

            [[iop.device]]
            kind = "runtime"
            """), IdlePolicy.BACK_OFF);
        system.boot().orThrow();
        RuntimeClient runtime = new RuntimeClient(system.driver("nic"), system.device("nic", "runtime").tid(), system.hostMemory(),
            system.tasks());
        int instance = runtime.load(PackagedExtension.image("ardma-server", ServerExtension.class), LoadOptions.OF_NODE);
        HostSide side = new HostSide(runtime, system.host(), system.hostMemory(), system.tasks());
        ArdmaServer server = new ArdmaServer(side, instance);
        server.share("files", system.tasks().call(() -> system.hostMemory().allocate("files", AREA_BYTES)), true);
        server.offer(RemotePlacement.PROCEDURE, ArfRoutine.bytes());
        disk = "ardma://127.0.0.1:" + ((TunnelWire) system.wire("outside")).address().getPort() + "/files";
    }

    @AfterEach
    void end() {
        system.close();
    }

    private static Ran arf(Object... words) {
        return spine("arf", words);
    }

    private static Ran spine(String group, Object... words) {
        String[] all = Stream.concat(Stream.of(group), Arrays.stream(words).map(Object::toString)).toArray(String[]::new);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = SpineCommand.commandLine(all).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(all);
        return new Ran(code, out.toString(), err.toString());
    }

    @Test
    void filesGoToAServerAndComeBackInEachForm() throws IOException {
        Path tree = Files.createDirectories(directory.resolve("tree"));
        byte[] bytes = new byte[100_000];
        Arrays.setAll(new Object[bytes.length], i -> bytes[i] = (byte) (i * 31));
        Files.write(tree.resolve("b.bin"), bytes);
        Files.writeString(tree.resolve("a.txt"), "one\ntwo\nthree\n");

        assertEquals("made " + disk + ": 256 blocks, 64 inodes\n", arf("mkfs", disk).succeeded());
        assertEquals("put 2 files, 100014 bytes\n", arf("put", disk, tree, "/").succeeded());
        assertEquals("a.txt\nb.bin\n", arf("ls", disk, "/tree", "--form", "direct").succeeded());
        assertEquals("one\ntwo\nthree\n", arf("cat", disk, "/tree/a.txt", "--form", "procedure").succeeded());
        assertEquals("got 2 files, 100014 bytes\n", arf("get", disk, "/tree", directory.resolve("out")).succeeded());
        assertArrayEquals(bytes, Files.readAllBytes(directory.resolve("out/b.bin")));
        assertEquals("2:two\n3:three\n", arf("grep", "^t", disk, "/tree/a.txt").succeeded());
        assertEquals("2:two\n3:three\n", arf("grep", "^t", disk, "tree/a.txt", "--form", "direct").succeeded());
        assertEquals("1:one\n", arf("grep", "^one$", disk, "/tree/a.txt", "--form", "procedure").succeeded());
        assertEquals(1, arf("grep", "four", disk, "/tree/a.txt").code());
        assertTrue(arf("grep", "a", disk, "/tree").refused().contains("/tree: is a directory"));
        assertTrue(arf("grep", "a", disk, "/none").refused().contains("there is no /none"));
        assertEquals("clean\n", arf("fsck", disk).succeeded());
    }

    @Test
    @Tag("AR-11")
    void aServerTellsWhatItHasAndWhetherItTakesARoutine() throws IOException {
        String place = disk.substring("ardma://".length(), disk.lastIndexOf('/'));
        assertEquals("files                           1,048,576  host  writable\n", spine("ardma", "areas", place).succeeded());
        assertEquals("[ {\n  \"name\" : \"files\",\n  \"bytes\" : 1048576,\n  \"kind\" : \"host\",\n  \"writable\" : true\n} ]\n",
            spine("ardma", "areas", place, "--json", "-").succeeded());
        Path routine = Files.write(directory.resolve("arf.routine"), ArfRoutine.bytes());
        assertTrue(spine("ardma", "install", place, routine).succeeded().startsWith("taken: "));
        Ran refused = spine("ardma", "install", place, Files.writeString(directory.resolve("no.routine"), "no"));
        assertEquals(1, refused.code());
        assertTrue(refused.out().startsWith("the server refuses the routine: "), refused.out());
        assertTrue(spine("ardma", "install", place, directory.resolve("none")).refused().contains("there is no file"));
    }

    @Test
    @Tag("full")
    @Timeout(200)
    void twoThatAreMountedShowWhatTheOtherDoesAndEndWithTheServer() throws IOException {
        arf("mkfs", disk).succeeded();
        Process shell = MountShell.start(directory, SpineCommand.class.getName(), """
            mkdir one two; mkfifo first second; exec 3<>first 4<>second
            spine arf mount %1$s one >&3 2>&1 & one=$!
            spine arf mount %1$s two --form procedure >&4 2>&1 & two=$!
            read -r line <&3; read -r line <&4
            mkdir one/d; seq 5000 > one/d/a; cmp one/d/a two/d/a; echo more >> two/d/a; tail -n1 one/d/a
            mv two/d two/e; mv one/e/a one/b; ls -A two two/e
            for i in 1 2 3 4 5; do echo one >> one/b; echo two >> two/b; done; sed 1,5001d two/b | sort | uniq -c
            exec 5<one/b; rm two/b; cat <&5 2>&1 | sed 's/.*: //'; exec 5<&-; echo asked; read -r line
            ls one 2>&1 | sed 's/.*: //' & read -r line <&3; echo "$line" | sed 's/ whether.*//'; wait $one || echo "ended by $?"; ls -A one
            kill -KILL $two
            """.formatted(disk));
        try (BufferedReader out = shell.inputReader(); Writer in = shell.outputWriter()) {
            List<String> lines = new ArrayList<>();
            for (String line = out.readLine(); line != null && !line.equals("asked"); line = out.readLine()) {
                lines.add(line.strip());
            }
            assertEquals(List.of("more", "two:", "b", "e", "", "two/e:", "5 one", "5 two", "Stale file handle"), lines);
            assertEquals("clean\n", arf("fsck", disk).succeeded());
            system.close();
            in.write("\n");
            in.flush();
            assertEquals(List.of("Input/output error", "spine: calling a routine: no answer came;", "ended by 2"), out.lines().toList());
        } finally {
            shell.destroyForcibly();
        }
    }

    @Test
    void whatIsWrongWithADiskIsOneLine() {
        assertTrue(arf("ls", disk).refused().contains("there is no ARF file system"));
        assertTrue(arf("mkfs", disk, "--size", "1M").refused().contains("--size is of a file"));
        arf("mkfs", disk).succeeded();
        assertTrue(arf("mkfs", disk).refused().contains("say --force"));
        assertTrue(arf("ls", disk + "2").refused().contains("there is no such area"));
        assertTrue(arf("ls", "ardma://127.0.0.1:7000").refused().contains("names no area"));
        assertTrue(arf("ls", "ardma://127.0.0.1/files").refused().contains("is no place"));
        assertTrue(arf("ls", disk, "--instance", "7").refused().contains("no connection to the server"));
        assertTrue(arf("cat", disk, "/none").refused().contains("there is no /none"));
        assertTrue(arf("ls", directory.resolve("file"), "--instance", "1").refused().contains("give them with ardma://"));
        assertTrue(arf("grep", "a{", disk, "/a", "--form", "none").refused().contains("--form"));
        assertTrue(arf("grep", "(", disk, "/a").refused().contains("of the pattern"));
    }
}
