package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.clients.Program;
import dev.spine.system.KindProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sample.device.LampKinds;

/** Pages for whoever builds on Spine: what they show is in files that the build runs, or is typed here. */
@Timeout(180)
class AuthorPagesTest {
    private static final Path DOCS = Document.ROOT.resolve("docs");
    private static final Path SAMPLE = Document.ROOT.resolve("workbench/command/src/test/java/sample/device");
    private static final int LINES_OF_A_SCREEN = 40;

    @TempDir
    private Path scratch;

    private static String page(String name) throws IOException {
        return Files.readString(DOCS.resolve(name));
    }

    private static List<Document.Block> blocks(String page, String info) {
        return Document.read(DOCS.resolve(page)).blocks(info);
    }

    private static String stripped(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    @Test
    void theIndexNamesEveryDocumentAndFitsAScreen() throws IOException {
        Set<String> named = new TreeSet<>(Document.read(DOCS.resolve("README.md")).targets());
        try (Stream<Path> files = Files.list(DOCS)) {
            List<String> missing = files.map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(".md") && !name.equals("README.md") && !named.contains(name)).sorted().toList();
            assertEquals(List.of(), missing);
        }
        assertTrue(page("README.md").lines().count() <= LINES_OF_A_SCREEN, "the index fits a screen");
    }

    @Test
    void theDeviceOfThePageIsTheSample() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(SAMPLE)) {
            files = all.sorted().toList();
        }
        StringBuilder code = new StringBuilder();
        for (Path file : files) {
            code.append(stripped(Files.readString(file))).append('\n');
        }
        List<Document.Block> shown = blocks("writing-a-device.md", "java");
        assertTrue(shown.size() >= 6, "the page shows code");
        for (Document.Block block : shown) {
            assertTrue(code.indexOf(stripped(block.text())) >= 0, () -> "this is in no file that the build runs:\n" + block.text());
        }
    }

    @Test
    void theSystemWithTheDeviceOfThePageBoots() throws IOException {
        Path services = Files.createDirectories(scratch.resolve("META-INF/services"));
        Files.writeString(services.resolve(KindProvider.class.getName()), LampKinds.class.getName() + "\n");
        Path file = Files.writeString(scratch.resolve("lamps.toml"), blocks("writing-a-device.md", "lamps").getFirst().text());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {scratch.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            for (String engine : List.of("live", "modelled")) {
                String tables = CommandRun.of("boot", file, "--engine", engine).succeeded().out();
                assertTrue(tables.lines().anyMatch(line -> line.matches(" +0x009 +RUNTIME .* 01000000504d414c .*")), tables);
            }
            Files.writeString(file, Files.readString(file).replace("lamps = 4", "lamps = 40"));
            assertTrue(CommandRun.of("boot", file).refusal().contains("lamps.toml:6:"));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void theRecipeForACiIsAScript() throws IOException {
        Program.need("sh");
        Path script = Files.writeString(scratch.resolve("ci.sh"), blocks("testing-a-driver.md", "recipe").getFirst().text());
        Program.run(scratch, "sh", "-n", script.toString()).succeeded();
        String text = Files.readString(script);
        for (String name : List.of("mvn -q -B -ntp -Dquickly install", "./spine/spine ext verify")) {
            assertTrue(text.contains(name), text);
        }
    }

    /** Its steps in their order, with stand-ins for git, Maven and the command that say with what they are called, and where. */
    @Test
    void theRecipeBuildsSpineOnceForACommitAndVerifiesEachJar() throws IOException {
        Program.need("sh");
        Path tools = Files.createDirectories(scratch.resolve("tools"));
        Path calls = scratch.resolve("calls");
        for (String tool : List.of("git", "mvn")) {
            stand(tools.resolve(tool), "echo \"$(basename \"$PWD\"): " + tool + " $*\" >> '" + calls + "'");
        }
        Path spine = Files.createDirectories(scratch.resolve("spine"));
        stand(spine.resolve("spine"), "echo \"spine $*\" >> '" + calls + "'");
        Files.createDirectories(scratch.resolve("home/.m2/repository/dev/spine"));
        Path target = Files.createDirectories(scratch.resolve("my-project/target"));
        Files.createFile(target.resolve("a.jar"));
        Path script = Files.writeString(scratch.resolve("ci.sh"), blocks("testing-a-driver.md", "recipe").getFirst().text());
        String typed = "PATH='" + tools + "':$PATH HOME='" + scratch.resolve("home") + "' SPINE=abc SPINE_URL=x sh '" + script + "'";

        Program.run(scratch, "sh", "-c", typed).succeeded();
        Program.run(scratch, "sh", "-c", typed).succeeded();

        String here = scratch.getFileName().toString();
        List<String> project = List.of("my-project: mvn -q -B -ntp verify", "spine ext verify my-project/target/a.jar");
        List<String> expected = new ArrayList<>(List.of(here + ": git -C spine checkout -q abc",
            "spine: mvn -q -B -ntp -Dquickly install"));
        expected.addAll(project);
        expected.add(here + ": git -C spine checkout -q abc");
        expected.addAll(project);
        assertEquals(expected, Files.readAllLines(calls));
    }

    private static void stand(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    @Test
    void thePackagesOfThePageAreThoseThatTheCheckInstalls() throws IOException {
        Set<String> installed = new TreeSet<>();
        Matcher lists = Pattern.compile("(?m)^packages\\+?=\\((.*)\\)$").matcher(Files.readString(Document.ROOT.resolve(".ci/run")));
        while (lists.find()) {
            installed.addAll(List.of(lists.group(1).split(" ")));
        }
        assertEquals(installed, new TreeSet<>(List.of(blocks("testing-a-driver.md", "packages").getFirst().text().strip().split("\\s+"))));
    }

    @Tag("full")
    @Test
    void aFilmThatIsCompressedIsShownAsThePageSays() throws Exception {
        Program.need("gst-launch-1.0");
        Process encoder = gstreamer("gst-launch-1.0 -q videotestsrc pattern=smpte75 num-buffers=300"
            + " ! video/x-raw,width=640,height=480,framerate=30/1 ! jpegenc quality=95 ! avimux ! filesink location=film.avi");
        assumeTrue(encoder.waitFor() == 0, () -> "no encoder of JPEG: " + log());
        Path raw = scratch.resolve("screen.raw");
        LivePlay play = LivePlay.start("--frames", 30, "--seconds", 60, "--raw", raw);
        String typed = blocks("video.md", "film").getFirst().text().replace("\\\n", " ").strip();
        Process sender = gstreamer(typed.replace("port=5004", "port=" + play.port()));
        CommandRun run;
        try {
            run = play.result();
        } finally {
            sender.destroy();
            sender.waitFor();
        }
        assertEquals(0, run.code(), () -> run + log());
        assertTrue(run.out().contains("30 frames, ") && run.out().contains(" 0 malformed"), run::out);
        byte[] screen = Files.readAllBytes(raw);
        // The first bar is white at three quarters, in UYVY: little colour, and lighter than the last, which is blue.
        assertEquals(128, screen[0] & 0xFF, 6);
        assertEquals(180, screen[1] & 0xFF, 12);
        assertTrue((screen[2 * 310 + 1] & 0xFF) < 80, () -> "the last bar is blue: " + (screen[2 * 310 + 1] & 0xFF));
    }

    private Process gstreamer(String line) throws IOException {
        return new ProcessBuilder("sh", "-c", "exec " + line).directory(scratch.toFile()).redirectErrorStream(true)
            .redirectOutput(scratch.resolve("gst.log").toFile()).start();
    }

    private String log() {
        try {
            return Files.readString(scratch.resolve("gst.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
